import * as vscode from 'vscode';
import { t } from './words';

/** The titles of the server's code actions for clozes. */
const titles = { plain: t('Make a cloze'), hinted: t('Make a cloze with a hint') };

/**
 * Turns the selection into a cloze, with or without a hint, and moves the cursor to the position of
 * the hint.
 */
export async function makeCloze(kind: keyof typeof titles): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) {
    void vscode.window.showInformationMessage(
      t('Select the answer first: the words that the cloze hides.'));
    return;
  }
  const { document, selection } = editor;
  const actions = (await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider', document.uri, selection, 'refactor.rewrite')) ?? [];
  const edit = actions.find(({ title }) => title === titles[kind])?.edit;
  if (edit === undefined) {
    void vscode.window.showInformationMessage(
      t('Cannot make a cloze: select plain text within one line, without “)”.'));
    return;
  }
  await vscode.workspace.applyEdit(edit);
  const { line, character } = selection.start;
  const hint = document.lineAt(line).text.indexOf('[', character) + 1;
  if (hint > 0) {
    const at = new vscode.Position(line, hint);
    editor.selection = new vscode.Selection(at, at);
  }
}
