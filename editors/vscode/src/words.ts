import * as vscode from 'vscode';

/**
 * A text for the user, in the language of the editor if `l10n` has it. `{0}` and so on are filled
 * in.
 */
export function t(text: string, ...values: (string | number)[]): string {
  return vscode.l10n.t(text, ...values);
}
