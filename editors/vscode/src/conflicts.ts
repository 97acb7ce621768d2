import * as vscode from 'vscode';
import { Clash, NoteFiles, openDocument, Stored } from './noteFiles';
import { ConflictSide, ListedSide, Server } from './protocol';
import { oneLine, pickLabel, reason, titleOf, unlinked, withPlainLineEnds } from './text';
import { fileName, noteId, storedScheme } from './uris';
import { t } from './words';

const contextKey = 'commonplace.hasConflict';
/** The code of the server's diagnostics for notes in conflict. */
const conflictCode = 'conflict';
const resolveCommand = 'commonplace.resolveConflict';

interface OpenConflict {
  uri: vscode.Uri;
  stored: Stored;
  /** The stored text and the text of the document. */
  sides: ListedSide[];
  /** The URI of the document with the stored text. */
  shown: vscode.Uri;
}

const mergeTitle = t('Merge');

/** The sides of a deleted note, for which the server has no list. */
const deletedSides: ListedSide[] = [
  { number: 1, name: t('the deletion'), line: t('1. the deletion'), words: ['shown', '1'] },
  {
    number: 2, name: t('the text in this buffer'), line: t('2. the text in this buffer'),
    words: ['other', '2'],
  },
];

/**
 * Notes that were changed outside this editor while they were edited here, and notes in conflict.
 * Changes in different lines are merged into the document. Otherwise shows both texts side by side
 * in the diff editor, and writes only after the user's choice.
 */
export class Conflicts implements vscode.TextDocumentContentProvider {
  private readonly open = new Map<string, OpenConflict>();
  private count = 0;

  /** The stored texts that were last shown, by note ID. */
  private readonly listed = new Map<string, ConflictSide[]>();

  constructor(
    private readonly files: NoteFiles, private readonly server: Server
  ) {}

  /** Returns the stored text. Its URI has only a path, because diff editors drop a query. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    return [...this.open.values()]
      .find(({ shown }) => shown.toString() === uri.toString())?.stored.text ?? '';
  }

  async found({ uri, stored, text, merged, sides }: Clash): Promise<void> {
    const id = noteId(uri) ?? '';
    const document = openDocument(id);
    if (merged !== undefined && document !== undefined) {
      await this.bringTogether(document, text, merged, stored);
      return;
    }
    if (this.open.get(id)?.stored.version === stored.version) {
      // The user saved again without a choice, so the message is not repeated.
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
    const listed = sides ?? deletedSides;
    this.open.set(id, { uri, stored, shown, sides: listed });
    this.updateContext();
    await this.show(uri);
    const name = nameOf(uri);
    const [left, right] = listed.map(({ line }) => unlinked(oneLine(line)));
    const message = stored.text === null
      ? t('{0} was deleted outside this editor. Your text is not saved. Keep the deletion, or your'
        + ' text?', name)
      : t('{0} was changed outside this editor. Your text is not saved. On the left: {1}. On the'
        + ' right: {2}. Keep one of them, keep both, or merge them. You can also edit the text on'
        + ' the right, and then keep it.',
      name, left ?? '', right ?? '');
    const choices = new Map(listed.map((side) =>
      [t('Keep {0}: {1}', side.number, oneLine(side.name)), `${side.number}`]));
    if (stored.text !== null) { choices.set(t('Keep Both'), 'both'); }
    const answer = await vscode.window.showWarningMessage(
      message, ...(stored.text === null ? [] : [mergeTitle]), ...choices.keys());
    // If the conflict was resolved in another way, or found again, the answer does not apply.
    if (answer === undefined || this.open.get(id)?.shown !== shown) {
      return;
    }
    const word = choices.get(answer);
    await (word === undefined ? this.merge(uri) : this.settle(uri, word));
  }

  /** Merges changes in different lines into the document, for the user to save. */
  private async bringTogether(
    document: vscode.TextDocument, text: string, merged: string, stored: Stored
  ): Promise<void> {
    const id = noteId(document.uri) ?? '';
    const name = nameOf(document.uri);
    const before = document.getText();
    if (withPlainLineEnds(before) !== withPlainLineEnds(text)) {
      void vscode.window.showWarningMessage(
        t('{0} was changed outside this editor while you typed. Your text is not saved yet: save'
          + ' again.', name));
      return; // typed into meanwhile
    }
    try {
      await replace(document, merged);
    } catch (error) {
      void vscode.window.showErrorMessage(
        t('{0} was changed outside this editor. The changes could not be merged into your text:'
          + ' {1}', name, reason(error)));
      return;
    }
    this.files.tookOver(id, before, merged, stored);
    this.settled(id);
    void vscode.window.showWarningMessage(
      t('{0} was changed outside this editor. The changes are in your text now: save again to keep'
        + ' them, or undo to remove them.', name));
  }

  /**
   * Shows both texts of a note, or asks which of the stored texts to keep. Does nothing if a save
   * was refused because the note was deleted.
   */
  async show(uri: vscode.Uri): Promise<void> {
    const conflict = this.open.get(noteId(uri) ?? '');
    if (conflict === undefined) {
      if (!(await this.showSides(uri))) {
        await this.resolve(uri);
      }
    } else if (conflict.stored.text !== null) {
      const [left, right] = conflict.sides.map(({ line }) => oneLine(line));
      await vscode.commands.executeCommand(
        'vscode.diff', conflict.shown, conflict.uri, `${nameOf(uri)}: ${left} ↔ ${right}`);
    }
  }

  private async storedSides(uri: vscode.Uri) {
    const { conflicts: [conflict] } = await this.server.request(
      'commonplace/listConflicts', { uri: uri.toString() });
    return { title: conflict?.title ?? '', sides: conflict?.sides ?? [] };
  }

  /**
   * Shows another device's text next to the shown text. Returns false if there is no other text.
   */
  private async showSides(uri: vscode.Uri): Promise<boolean> {
    const { title, sides } = await this.storedSides(uri);
    this.listed.set(noteId(uri) ?? '', sides);
    const others = sides.slice(1).flatMap((side) => side.uri ? [side] : []);
    const items = others.map((side) => ({ label: pickLabel(side.line), side }));
    const item = items.length < 2 ? items[0]
      : await vscode.window.showQuickPick(items, { title: t('Compare With Which Text?') });
    if (item?.side.uri) {
      const shown = oneLine(sides[0]?.line ?? '');
      await vscode.commands.executeCommand(
        'vscode.diff', vscode.Uri.parse(item.side.uri), uri,
        `${oneLine(title)}: ${oneLine(item.side.line)} ↔ ${shown}`);
    }
    return items.length > 0;
  }

  /**
   * Merges all texts into one in the note's own document. Saving it resolves the conflict, and is
   * refused while a marker is left. Undoing it, or closing the document, leaves the stored note
   * unchanged.
   */
  async merge(uri: vscode.Uri): Promise<void> {
    const id = noteId(uri) ?? '';
    const conflict = this.open.get(id);
    const document = openDocument(id) ?? await vscode.workspace.openTextDocument(uri);
    if (conflict?.stored.text === null) {
      void vscode.window.showInformationMessage(
        t('Cannot merge: the note was deleted. To keep your text, use “Resolve Conflict: Keep the'
          + ' Other Text”.'));
      return;
    } else if (conflict === undefined && document.isDirty) {
      void vscode.window.showWarningMessage(t('Save or revert the note first; then merge.'));
      return;
    }
    const before = document.getText();
    // The current text of the document, which may have changed since the save was refused.
    const refused = conflict && {
      text: withPlainLineEnds(before), baseVersion: this.files.baseVersion(id),
    };
    const { text, version, overlaps, hasBase, stored } = await this.server.request(
      'commonplace/mergeConflict', { uri: uri.toString(), ...refused });
    if (conflict === undefined && text === withPlainLineEnds(before)) {
      await this.resolve(uri, 'shown'); // there would be nothing to save
      return;
    }
    if (document.getText() !== before) {
      void vscode.window.showWarningMessage(t('The text changed during the merge. Merge again.'));
      return;
    }
    await replace(document, text);
    this.files.tookOver(id, before, text, { version, text }, stored);
    this.settled(id);
    await vscode.window.showTextDocument(document, { preview: false });
    void vscode.window.showInformationMessage(overlaps === 0
      ? t('This text has all changes. Save it to resolve the conflict.')
      : hasBase ? t('Choose between the texts at the markers, and delete the markers; then save to'
        + ' resolve the conflict.')
      : t('This machine lacks the earlier text that the texts come from, so all differences are'
        + ' marked. Choose at the markers, delete them, and save.'));
  }

  /** Resolves a conflict. `word` is a word of the list, or `both`. */
  async settle(uri: vscode.Uri, word: string): Promise<void> {
    const id = noteId(uri) ?? '';
    const conflict = this.open.get(id);
    const document = openDocument(id);
    if (conflict === undefined || document === undefined) {
      await this.resolve(uri, word);
      return;
    }
    const { text } = conflict.stored;
    const isOurs = conflict.sides[1]?.words.includes(word) === true;
    try {
      let made: string | undefined;
      if (word === 'both') {
        // A copy includes the book and the images of the note.
        made = (await this.server.request(
          'commonplace/copyNote', { uri: uri.toString(), text: document.getText() })).uri;
      }
      const before = document.getText();
      if (isOurs) {
        this.files.rebase(id, conflict.stored);
      } else if (text !== null) {
        await replace(document, text);
        this.files.tookOver(id, before, text, conflict.stored);
      }
      if (!isOurs && text === null) {
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
        this.settled(id);
      } else if (!(await document.save())) {
        return; // shown by the editor, and by another conflict
      }
      if (made !== undefined) {
        await vscode.window.showTextDocument(
          vscode.Uri.parse(made), { viewColumn: vscode.ViewColumn.Beside });
      }
    } catch (error) {
      void vscode.window.showErrorMessage(t('The conflict is not resolved: {0}', reason(error)));
    }
  }

  settled(id: string): void {
    if (this.open.has(id)) {
      this.closeDiff(id);
      this.open.delete(id);
      this.updateContext();
    }
  }

  /** Sets the context key for `when` clauses: whether the active note is in conflict. */
  updateContext(): void {
    const uri = this.note(vscode.window.activeTextEditor?.document.uri);
    const has = uri !== undefined && (this.open.has(noteId(uri) ?? '')
      || vscode.languages.getDiagnostics(uri).some(({ code }) => code === conflictCode));
    void vscode.commands.executeCommand('setContext', contextKey, has);
  }

  /** Returns the note whose stored side is `uri`; any other URI is unchanged. */
  note(uri: vscode.Uri | undefined): vscode.Uri | undefined {
    const name = uri?.toString();
    return [...this.open.values()].find(({ shown }) => shown.toString() === name)?.uri ?? uri;
  }

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

  /** Resolves a conflict of stored texts. Asks which text to keep if `word` does not name one. */
  private async resolve(uri: vscode.Uri, word?: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    // The shown texts, in their order. The server refuses a text that no longer exists.
    const id = noteId(uri) ?? '';
    const sides = (word && this.listed.get(id)) || (await this.storedSides(uri)).sides;
    this.listed.delete(id);
    if (sides.length === 0) {
      void vscode.window.showInformationMessage(t('This note is not in conflict.'));
      return;
    } else if (document.isDirty) {
      void vscode.window.showWarningMessage(t('Save or revert the note first; then choose.'));
      return;
    }
    const isClear = word === 'both' || sides.some(({ words }) => word && words.includes(word));
    const offered = sides.slice(word === 'other' ? 1 : 0)
      .map((side) => ({ label: t('Keep {0}', pickLabel(side.line)), keep: `${side.number}` }));
    const items = [
      ...offered, {
        label: sides.length === 2 ? t('Keep both: the other text becomes a separate note')
          : t('Keep all: the other texts become separate notes'),
        keep: 'both',
      },
    ];
    const keep = isClear ? word : (await vscode.window.showQuickPick(
      items, { title: t('Which text do you want to keep?') }))?.keep;
    if (keep !== undefined) {
      await vscode.commands.executeCommand(resolveCommand, {
        uri: uri.toString(), keep, versions: sides.map(({ version }) => version),
      });
    }
  }
}

function nameOf(uri: vscode.Uri): string {
  const document = openDocument(noteId(uri) ?? '');
  return unlinked(document === undefined ? fileName(uri) : titleOf(document.getText()));
}

/** Replaces the text of a document, from the first line that differs to the last. */
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
    throw new Error(t('the editor did not apply the change'));
  }
}
