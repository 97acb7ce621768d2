import * as vscode from 'vscode';
import { Merging } from './merging';
import { Clash, NoteFiles, openDocument, Stored } from './noteFiles';
import { ConflictSide, Server } from './protocol';
import { moment, oneLine, pickLabel, reason, titleOf, unlinked, withPlainLineEnds } from './text';
import { fileName, noteId, storedScheme } from './uris';
import { t } from './words';

const contextKey = 'commonplace.hasConflict';
/** The code of the server's diagnostics for notes that have several texts. */
const conflictCode = 'conflict';
const resolveCommand = 'commonplace.resolveConflict';

export type Choice = 'mine' | 'theirs' | 'both';

interface OpenConflict {
  uri: vscode.Uri;
  stored: Stored;
  /** The document with the stored text. */
  shown: vscode.Uri;
  marked: string | undefined;
}

const mergeTitle = t('Merge');
const titles: [string, Choice][] = [
  [t('Keep Mine'), 'mine'], [t('Keep Theirs'), 'theirs'], [t('Keep Both'), 'both'],
];

/**
 * Notes that were changed elsewhere while they were edited here: both texts side by side in the
 * diff editor, and nothing is written until the user chooses.
 */
export class Conflicts implements vscode.TextDocumentContentProvider {
  private readonly open = new Map<string, OpenConflict>();
  private count = 0;

  constructor(
    private readonly files: NoteFiles, private readonly server: Server,
    private readonly merging: Merging
  ) {}

  /** The stored text, read-only. It is named by its path: diff editors lose a query. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    return [...this.open.values()]
      .find(({ shown }) => shown.toString() === uri.toString())?.stored.text ?? '';
  }

  async found({ uri, stored, text, merged, marked }: Clash): Promise<void> {
    const id = noteId(uri) ?? '';
    const document = openDocument(id);
    if (merged !== undefined && document !== undefined) {
      await this.bringTogether(document, text, merged, stored);
      return;
    }
    if (this.open.get(id)?.stored.version === stored.version) {
      // Saved again without a choice: the user knows.
      if (this.diffs(id).length === 0) {
        await this.show(uri);
      }
      return;
    }
    this.closeDiff(id);
    this.count += 1;
    const shown = uri.with({
      scheme: storedScheme, path: `/${id}/${this.count}/${fileName(uri)}`,
    });
    this.open.set(id, { uri, stored, shown, marked });
    this.updateContext();
    await this.show(uri);
    const name = nameOf(uri);
    const message = stored.text === null
      ? t('{0} was deleted elsewhere. Your text is not saved.', name)
      : t('{0} was changed elsewhere. Your text is not saved; the stored text is on the left.'
        + ' Copy the parts you want into yours, then keep yours, or choose.', name);
    const answer = await vscode.window.showWarningMessage(
      message, ...(marked === undefined ? [] : [mergeTitle]), ...titles.map(([title]) => title));
    if (answer === mergeTitle && this.open.get(id)?.shown === shown) {
      await this.merge(uri);
    }
    const choice = titles.find(([title]) => title === answer)?.[1];
    // Settled otherwise meanwhile, or found again: then it is not this one's answer.
    if (choice !== undefined && this.open.get(id)?.shown === shown) {
      await this.settle(uri, choice);
    }
  }

  /** Both changed other lines: the document gets both, to be saved by the user. */
  private async bringTogether(
    document: vscode.TextDocument, text: string, merged: string, stored: Stored
  ): Promise<void> {
    const id = noteId(document.uri) ?? '';
    const name = nameOf(document.uri);
    const before = document.getText();
    if (withPlainLineEnds(before) !== withPlainLineEnds(text)) {
      void vscode.window.showWarningMessage(t('{0} was changed elsewhere. Save again.', name));
      return; // typed into meanwhile
    }
    try {
      await replace(document, merged);
    } catch (error) {
      void vscode.window.showErrorMessage(t('{0} was changed elsewhere: {1}', name, reason(error)));
      return;
    }
    this.files.tookOver(id, before, merged, stored);
    this.settled(id);
    void vscode.window.showWarningMessage(
      t('{0} was changed elsewhere, in other lines. Those changes are in your text now: save'
        + ' again to keep both, or undo to take them out.', name));
  }

  /** Shows both texts of a note, or asks which of the stored ones to keep. */
  async show(uri: vscode.Uri): Promise<void> {
    const conflict = this.open.get(noteId(uri) ?? '');
    if (conflict === undefined) {
      if (!(await this.showSides(uri))) {
        await this.askServer(uri);
      }
    } else if (conflict.stored.text !== null) {
      await vscode.commands.executeCommand(
        'vscode.diff', conflict.shown, conflict.uri, `${nameOf(uri)}: stored ↔ yours`);
    }
  }

  /** Shows another device's text beside the shown one; false if there is none to show. */
  private async showSides(uri: vscode.Uri): Promise<boolean> {
    if (!this.server.offers('commonplace/listConflicts')) {
      return false;
    }
    const { conflicts: [conflict] } = await this.server.request(
      'commonplace/listConflicts', { uri: uri.toString() });
    const others = (conflict?.sides ?? []).slice(1).flatMap((side) => side.uri ? [side] : []);
    const items = others.map((side) => ({ label: pickLabel(sideName(side)), side }));
    const item = items.length < 2 ? items[0]
      : await vscode.window.showQuickPick(items, { title: t('Compare With Which Text?') });
    if (item?.side.uri) {
      const title = t('{0}: {1} ↔ shown', oneLine(conflict?.title ?? ''), sideName(item.side));
      await vscode.commands.executeCommand(
        'vscode.diff', vscode.Uri.parse(item.side.uri), uri, title);
    }
    return items.length > 0;
  }

  /** Opens one text with the changes of all, whose save settles the conflict. */
  async merge(uri: vscode.Uri): Promise<void> {
    const conflict = this.open.get(noteId(uri) ?? '');
    if (conflict === undefined) {
      await this.merging.mergeStored(uri);
    } else if (conflict.marked === undefined || conflict.stored.version === null) {
      void vscode.window.showInformationMessage(
        t('There is nothing to merge: compare the two texts.'));
    } else {
      await this.merging.mergeRefused(
        uri, conflict.marked, conflict.stored.version, (stored) => this.took(uri, stored));
    }
  }

  /** Puts what is stored now into the note's document. */
  private async took(uri: vscode.Uri, stored: Stored): Promise<void> {
    const id = noteId(uri) ?? '';
    const document = openDocument(id);
    if (document !== undefined && stored.text !== null) {
      const before = document.getText();
      await replace(document, stored.text);
      this.files.tookOver(id, before, stored.text, stored);
      this.settled(id);
      await document.save();
    }
  }

  async settle(uri: vscode.Uri, choice: Choice): Promise<void> {
    const id = noteId(uri) ?? '';
    const conflict = this.open.get(id);
    const document = openDocument(id);
    if (conflict === undefined || document === undefined) {
      await this.askServer(uri, choice);
      return;
    }
    try {
      let made: string | undefined;
      if (choice === 'both') {
        const text = document.getText();
        // A copy has the book and the images of the note.
        made = this.server.offers('commonplace/copyNote')
          ? (await this.server.request('commonplace/copyNote', { uri: uri.toString(), text })).uri
          : (await this.server.request('commonplace/createNote', { text })).uri;
      }
      const { text } = conflict.stored;
      const before = document.getText();
      if (choice !== 'mine' && text !== null) {
        await replace(document, text);
        this.files.tookOver(id, before, text, conflict.stored);
      }
      if (choice !== 'mine' && text === null) {
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
        this.settled(id);
      } else {
        if (choice === 'mine') {
          this.files.rebase(id, conflict.stored);
        }
        if (!(await document.save())) {
          return; // shown by the editor, and by another conflict
        }
      }
      if (made !== undefined) {
        await vscode.window.showTextDocument(
          vscode.Uri.parse(made), { viewColumn: vscode.ViewColumn.Beside });
      }
    } catch (error) {
      void vscode.window.showErrorMessage(t('The conflict is not settled: {0}', reason(error)));
    }
  }

  /** To be called when a note was written. */
  settled(id: string): void {
    if (this.open.has(id)) {
      this.closeDiff(id);
      this.open.delete(id);
      this.updateContext();
    }
  }

  /** Says to `when` clauses whether the note in the active editor has something to choose. */
  updateContext(): void {
    const uri = this.note(vscode.window.activeTextEditor?.document.uri);
    const has = uri !== undefined && (this.open.has(noteId(uri) ?? '')
      || vscode.languages.getDiagnostics(uri).some(({ code }) => code === conflictCode));
    void vscode.commands.executeCommand('setContext', contextKey, has);
  }

  /** The note of which `uri` is the stored side; any other URI as it is. */
  note(uri: vscode.Uri | undefined): vscode.Uri | undefined {
    const name = uri?.toString();
    return [...this.open.values()].find(({ shown }) => shown.toString() === name)?.uri ?? uri;
  }

  /** The tabs that show both texts of a note. */
  private diffs(id: string): vscode.Tab[] {
    const shown = this.open.get(id)?.shown.toString();
    return vscode.window.tabGroups.all.flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputTextDiff
        && input.original.toString() === shown);
  }

  private closeDiff(id: string): void {
    const tabs = this.diffs(id);
    if (tabs.length > 0) {
      void vscode.window.tabGroups.close(tabs);
    }
  }

  /** A note with several stored texts: the server's own choices. */
  private async askServer(uri: vscode.Uri, wanted?: Choice): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const actions = (await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider', uri, new vscode.Range(0, 0, 0, 0))) ?? [];
    const choices = actions.filter(({ command }) => command?.command === resolveCommand);
    if (choices.length === 0) {
      void vscode.window.showInformationMessage(t('There is nothing to choose in this note.'));
      return;
    } else if (document.isDirty) {
      void vscode.window.showWarningMessage(t('Save or revert the note first; then choose.'));
      return;
    }
    const items = choices
      .filter(({ command }) => wanted === undefined || keep(command?.arguments) === wanted)
      .map((action) => ({ label: action.title, action }));
    const item = items.length === 1 && wanted !== undefined ? items[0]
      : await vscode.window.showQuickPick(items, { title: t('Which text of this note?') });
    if (item?.action.command !== undefined) {
      const { command, arguments: parameters } = item.action.command;
      await vscode.commands.executeCommand(command, ...(parameters ?? []));
    }
  }
}

/** The note's title, as part of a message. */
function nameOf(uri: vscode.Uri): string {
  const document = openDocument(noteId(uri) ?? '');
  return unlinked(document === undefined ? fileName(uri) : titleOf(document.getText()));
}

function sideName({ writtenBy, isOwn, written }: ConflictSide): string {
  return `${oneLine(writtenBy ?? '') || (isOwn ? t('this machine') :
    t('another device'))}, ${moment(written)}`;
}

function keep(parameters: unknown[] | undefined): unknown {
  return (parameters?.[0] as { keep?: unknown } | undefined)?.keep;
}

/** Makes the text of a document another one. Only the lines that differ change. */
async function replace(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const old = withPlainLineEnds(document.getText()).split('\n');
  const lines = withPlainLineEnds(text).split('\n');
  const most = Math.min(old.length, lines.length) - 1;
  let first = 0;
  while (first < most && old[first] === lines[first]) { first += 1; }
  let last = 0;
  while (last < most - first && old[old.length - 1 - last] === lines[lines.length - 1 - last]) {
    last += 1;
  }
  const range = new vscode.Range(
    new vscode.Position(first, 0), document.lineAt(old.length - 1 - last).range.end);
  edit.replace(document.uri, range, lines.slice(first, lines.length - last).join('\n'));
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error(t('the editor did not take the stored text over'));
  }
}
