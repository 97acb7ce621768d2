import * as vscode from 'vscode';
import { NoteFiles, openDocument } from './noteFiles';
import { KeptRecord, KeptText, Server } from './protocol';
import { moment, oneLine, pickLabel } from './text';
import { noteId, pathParts, viewOf } from './uris';
import { t } from './words';

interface TextItem extends vscode.QuickPickItem {
  kept: KeptText;
}

interface RecordItem extends vscode.QuickPickItem {
  record: KeptRecord;
}

export class NoteHistory {
  constructor(
    private readonly server: Server, private readonly files: NoteFiles,
    private readonly notebook: () => Promise<string>
  ) {}

  async show(uri: vscode.Uri): Promise<void> {
    const query = `note=${pathParts(uri)[0] ?? ''}`;
    await vscode.window.showTextDocument(viewOf(await this.notebook(), 'history', query));
  }

  async open(uri: vscode.Uri): Promise<void> {
    const { kept } = await this.pick(uri, t('Open an Earlier Text'));
    await (kept && vscode.window.showTextDocument(vscode.Uri.parse(kept.uri)));
  }

  async compare(uri: vscode.Uri): Promise<void> {
    const { kept, title } = await this.pick(uri, t('Compare With an Earlier Text'));
    await (kept && vscode.commands.executeCommand(
      'vscode.diff', vscode.Uri.parse(kept.uri), uri, `${title}: ${moment(kept.written)} ↔ now`));
  }

  /** Shows the words that differ between an earlier text and the current text. */
  async words(uri: vscode.Uri): Promise<void> {
    const { kept } = await this.pick(uri, t('Show Changed Words Since Which Text?'));
    if (kept !== undefined) {
      const query = `note=${pathParts(uri)[0] ?? ''}&from=${kept.version}`;
      await vscode.window.showTextDocument(viewOf(await this.notebook(), 'difference', query));
    }
  }

  /**
   * Restores an earlier text of the note, or an earlier record of its book, that the user chooses.
   * The current one stays in the history.
   */
  async restore(uri: vscode.Uri): Promise<void> {
    if (openDocument(noteId(uri) ?? '')?.isDirty === true) {
      void vscode.window.showWarningMessage(
        t('Save or revert the note first; then restore a text.'));
      return;
    }
    const { kept, record, base } = await this.pick(uri, t('Restore an Earlier Text'), true);
    const chosen = kept ?? record;
    if (chosen === undefined) {
      return;
    }
    const { conflict } = await this.server.request('commonplace/restoreText', {
      uri: uri.toString(), version: chosen.version,
      ...(base === undefined ? {} : { baseVersion: base }),
    });
    if (conflict !== undefined) {
      void vscode.window.showWarningMessage(
        t('Nothing was restored: the note or its book was changed while you were choosing. Choose'
          + ' again.'));
      return;
    }
    await this.files.notesChanged([uri.toString()]);
    void vscode.window.showInformationMessage(kept !== undefined
      ? t('The text of {0} is restored. The history keeps the text that it replaced.',
        moment(kept.written))
      : t('The record of {0} is restored. The history keeps the record that it replaced.',
        moment(record?.since ?? '')));
  }

  /**
   * Lets the user choose an earlier text, or with `withRecords` also an earlier record of the book.
   * `base` is the version of the current text or record, which the restored one replaces.
   */
  private async pick(uri: vscode.Uri, title: string, withRecords = false): Promise<
    { kept?: KeptText; record?: KeptRecord; base?: string; title: string }
  > {
    const history = await this.server.request('commonplace/listHistory', { uri: uri.toString() });
    const [first] = history.texts;
    const isPresent = history.state !== 'deleted' && !first?.replaced;
    const earlier = isPresent ? history.texts.slice(1) : history.texts;
    const records = withRecords
      ? (history.records ?? []).filter(({ replaced }) => replaced) : [];
    const found = { title: oneLine(history.title), base: isPresent ? first?.version : undefined };
    if (earlier.length === 0 && records.length === 0) {
      void vscode.window.showInformationMessage(
        t('This machine does not have an earlier text of the note.'));
      return found;
    }
    const chosen = await vscode.window.showQuickPick<TextItem | RecordItem>(
      [...earlier.map(textItem), ...records.map(recordItem)],
      { title, matchOnDescription: true });
    return chosen !== undefined && 'record' in chosen
      ? { ...found, record: chosen.record, base: history.recordVersion ?? undefined }
      : { ...found, kept: chosen?.kept };
  }
}

function recordItem(record: KeptRecord): RecordItem {
  return {
    label: moment(record.since), record,
    description: [t('record of the book'), record.writtenBy ?? t('this machine')].map(pickLabel)
      .join(', '),
    detail: pickLabel(record.words),
  };
}

function textItem(kept: KeptText): TextItem {
  const size = kept.size < 1024 ? t('{0} bytes', kept.size) : `${Math.round(kept.size / 1024)} KB`;
  return {
    label: moment(kept.written), kept,
    description: [kept.writtenBy ?? t('this machine'), size].map(pickLabel).join(', '),
    detail: pickLabel(kept.firstLine),
  };
}
