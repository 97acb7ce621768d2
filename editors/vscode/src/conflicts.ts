import * as vscode from 'vscode';
import { Clash, NoteFiles, openDocument, Stored } from './noteFiles';
import { ConflictSide, ListedSide, Server } from './protocol';
import { oneLine, pickLabel, reason, titleOf, unlinked, withPlainLineEnds } from './text';
import { fileName, noteId, storedScheme } from './uris';
import { t } from './words';

const contextKey = 'commonplace.hasConflict';
/** The code of the server's diagnostics for notes that have several texts. */
const conflictCode = 'conflict';
const resolveCommand = 'commonplace.resolveConflict';

interface OpenConflict {
  uri: vscode.Uri;
  stored: Stored;
  /** The stored text, and that of the document. */
  sides: ListedSide[];
  /** The document with the stored text. */
  shown: vscode.Uri;
}

const mergeTitle = t('Merge');

/** The sides of a note that was deleted, of which the server has no list. */
const deletedSides: ListedSide[] = [
  { number: 1, name: t('deleted'), line: t('1. deleted'), words: ['shown', '1'] },
  {
    number: 2, name: t('the text in this buffer'), line: t('2. the text in this buffer'),
    words: ['other', '2'],
  },
];

/**
 * Notes that were changed elsewhere while they were edited here: both texts side by side in the
 * diff editor, and nothing is written until the user chooses.
 */
export class Conflicts implements vscode.TextDocumentContentProvider {
  private readonly open = new Map<string, OpenConflict>();
  private count = 0;

  /** The stored texts that were shown last, by their note's id. */
  private readonly listed = new Map<string, ConflictSide[]>();

  constructor(
    private readonly files: NoteFiles, private readonly server: Server
  ) {}

  /** The stored text, read-only. It is named by its path: diff editors lose a query. */
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
    const listed = sides ?? deletedSides;
    this.open.set(id, { uri, stored, shown, sides: listed });
    this.updateContext();
    await this.show(uri);
    const name = nameOf(uri);
    const [left, right] = listed.map(({ line }) => unlinked(oneLine(line)));
    const message = stored.text === null
      ? t('{0} was deleted outside this editor. Your text is not saved.', name)
      : t('{0} was changed outside this editor. Your text is not saved. On the left: {1}. On the'
        + ' right: {2}. Copy the parts you want into the right one, then keep it, or choose.',
      name, left ?? '', right ?? '');
    const choices = new Map(listed.map((side) =>
      [t('Keep {0}: {1}', side.number, oneLine(side.name)), `${side.number}`]));
    if (stored.text !== null) { choices.set(t('Keep Both'), 'both'); }
    const answer = await vscode.window.showWarningMessage(
      message, ...(stored.text === null ? [] : [mergeTitle]), ...choices.keys());
    // Settled otherwise meanwhile, or found again: then it is not this one's answer.
    if (answer === undefined || this.open.get(id)?.shown !== shown) {
      return;
    }
    const word = choices.get(answer);
    await (word === undefined ? this.merge(uri) : this.settle(uri, word));
  }

  /** Both changed other lines: the document gets both, to be saved by the user. */
  private async bringTogether(
    document: vscode.TextDocument, text: string, merged: string, stored: Stored
  ): Promise<void> {
    const id = noteId(document.uri) ?? '';
    const name = nameOf(document.uri);
    const before = document.getText();
    if (withPlainLineEnds(before) !== withPlainLineEnds(text)) {
      void vscode.window.showWarningMessage(
        t('{0} was changed outside this editor. Save again.', name));
      return; // typed into meanwhile
    }
    try {
      await replace(document, merged);
    } catch (error) {
      void vscode.window.showErrorMessage(
        t('{0} was changed outside this editor: {1}', name, reason(error)));
      return;
    }
    this.files.tookOver(id, before, merged, stored);
    this.settled(id);
    void vscode.window.showWarningMessage(
      t('{0} was changed outside this editor, in other lines. Those changes are in your text now:'
        + ' save again to keep both, or undo to remove them.', name));
  }

  /** Shows both texts of a note, or asks which of the stored ones to keep. */
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

  /** The stored texts of a note that are in conflict. */
  private async storedSides(uri: vscode.Uri) {
    const { conflicts: [conflict] } = await this.server.request(
      'commonplace/listConflicts', { uri: uri.toString() });
    return { title: conflict?.title ?? '', sides: conflict?.sides ?? [] };
  }

  /** Shows another device's text beside the shown one; false if there is none to show. */
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
   * Makes one text of all in the note's own document. Its save settles the conflict, and is refused as
   * long as a marker is left; undoing it, or closing the document, leaves the note as it is stored.
   */
  async merge(uri: vscode.Uri): Promise<void> {
    const id = noteId(uri) ?? '';
    const conflict = this.open.get(id);
    const document = openDocument(id) ?? await vscode.workspace.openTextDocument(uri);
    if (conflict?.stored.text === null) {
      void vscode.window.showInformationMessage(
        t('There is nothing to merge: the note was deleted.'));
      return;
    } else if (conflict === undefined && document.isDirty) {
      void vscode.window.showWarningMessage(t('Save or revert the note first; then merge.'));
      return;
    }
    const before = document.getText();
    // The text as it is by now, not as it was refused.
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
      void vscode.window.showWarningMessage(t('The text has changed since. Merge again.'));
      return;
    }
    await replace(document, text);
    this.files.tookOver(id, before, text, { version, text }, stored);
    this.settled(id);
    await vscode.window.showTextDocument(document, { preview: false });
    void vscode.window.showInformationMessage(overlaps === 0
      ? t('This text has all changes. Save it to resolve the conflict.')
      : hasBase ? t('Choose between the texts at the markers; then save to resolve the conflict.')
      : t('This machine lacks the earlier text: all differences are marked. Choose; then save.'));
  }

  /** Settles a conflict. `word` is one of the list, or `both`. */
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
        // A copy has the book and the images of the note.
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

  /** Settles the stored texts of a note; asks which one is kept, where `word` does not say it. */
  private async resolve(uri: vscode.Uri, word?: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    // The texts that were shown, in their order: one that is not there any more is refused.
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
      ...offered, { label: t('Keep both: each other text becomes a separate note'), keep: 'both' },
    ];
    const keep = isClear ? word : (await vscode.window.showQuickPick(
      items, { title: t('Which text of this note?') }))?.keep;
    if (keep !== undefined) {
      await vscode.commands.executeCommand(resolveCommand, {
        uri: uri.toString(), keep, versions: sides.map(({ version }) => version),
      });
    }
  }
}

/** The note's title, as part of a message. */
function nameOf(uri: vscode.Uri): string {
  const document = openDocument(noteId(uri) ?? '');
  return unlinked(document === undefined ? fileName(uri) : titleOf(document.getText()));
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
    throw new Error(t('the editor did not load the stored text'));
  }
}
