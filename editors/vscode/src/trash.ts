import * as vscode from 'vscode';
import { Server, TrashedNote } from './protocol';
import { moment, pickLabel } from './text';
import { viewOf } from './uris';
import { t } from './words';

interface TrashItem extends vscode.QuickPickItem {
  note: TrashedNote;
}

export class Trash {
  constructor(
    private readonly server: Server, private readonly notebook: () => Promise<string>,
    private readonly changed: () => void
  ) {}

  async show(): Promise<void> {
    await vscode.window.showTextDocument(viewOf(await this.notebook(), 'trash'));
  }

  async restore(uri?: string): Promise<void> {
    const wanted = uri ?? (await this.pick(t('Restore a Note')))?.note.uri;
    if (wanted !== undefined) {
      const note = await this.server.request('commonplace/restoreNote', { uri: wanted });
      this.changed();
      await vscode.window.showTextDocument(vscode.Uri.parse(note.uri));
    }
  }

  async deleteForGood(): Promise<void> {
    const items = await this.items();
    if (items.length === 0) {
      return;
    }
    const chosen = await vscode.window.showQuickPick(items, {
      title: t('Delete Permanently'), canPickMany: true,
      placeHolder: t('Notes to delete permanently'),
    });
    if (chosen === undefined || chosen.length === 0) {
      return;
    }
    const answer = await vscode.window.showWarningMessage(
      chosen.length === 1 ? t('Permanently delete this note?')
        : t('Permanently delete {0} notes?', chosen.length),
      { modal: true, detail: t('Images and due dates cannot be restored.') }, t('Delete'));
    if (answer === t('Delete')) {
      const { deleted } = await this.server.request(
        'commonplace/emptyTrash', { uris: chosen.map(({ note }) => note.uri) });
      this.changed();
      void vscode.window.showInformationMessage(
        deleted === 1 ? t('One note was permanently deleted.')
          : t('{0} notes were permanently deleted.', deleted));
    }
  }

  private async pick(title: string): Promise<TrashItem | undefined> {
    const items = await this.items();
    return items.length === 0 ? undefined : vscode.window.showQuickPick(items, { title });
  }

  private async items(): Promise<TrashItem[]> {
    const { notes } = await this.server.request('commonplace/listTrash', {});
    if (notes.length === 0) {
      void vscode.window.showInformationMessage(t('The trash is empty.'));
    }
    return notes.map((note) => ({
      label: pickLabel(note.title) || t('Untitled'), description: moment(note.changed), note,
    }));
  }
}
