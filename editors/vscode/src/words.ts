import * as vscode from 'vscode';

/**
 * Returns a text for the user, in the language of the editor if `l10n` has it. `values` replace
 * `{0}` and so on.
 */
export function t(text: string, ...values: (string | number)[]): string {
  return vscode.l10n.t(text, ...values);
}
