import * as vscode from 'vscode';
import { AddedImage, Server } from './protocol';
import { reason, unlinked } from './text';
import { isRecord, noteId, noteScheme } from './uris';
import { t } from './words';

/**
 * The file extensions of images that a notebook stores. The server checks the content, not the
 * name.
 */
const endings = ['png', 'jpg', 'jpeg', 'gif', 'webp'];
const imageType = /^image\/(png|jpeg|gif|webp)$/;
const isImage = (path: string) => endings.some((end) => path.toLowerCase().endsWith(`.${end}`));
const uriList = 'text/uri-list';

export class Images implements vscode.DocumentDropEditProvider {
  constructor(private readonly server: Server) {}

  register(): vscode.Disposable[] {
    const selector = { scheme: noteScheme, language: 'minimarkdown' };
    const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', uriList];
    const { languages } = vscode;
    const parts = [languages.registerDocumentDropEditProvider(selector, this)];
    // Supported from Visual Studio Code 1.97 on.
    if (languages.registerDocumentPasteEditProvider !== undefined) {
      const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('commonplace', 'image');
      parts.push(languages.registerDocumentPasteEditProvider(selector, {
        provideDocumentPasteEdits: async (document, _ranges, data) => {
          const text = await this.inserted(document, data);
          return text === undefined
            ? undefined : [new vscode.DocumentPasteEdit(text,
              t('Add the Image to the Note'), kind)];
        },
      }, { providedPasteEditKinds: [kind], pasteMimeTypes: types }));
    }
    return parts;
  }

  async provideDocumentDropEdits(
    document: vscode.TextDocument, _position: vscode.Position, data: vscode.DataTransfer
  ): Promise<vscode.DocumentDropEdit | undefined> {
    const text = await this.inserted(document, data);
    return text === undefined ? undefined : new vscode.DocumentDropEdit(text);
  }

  async add(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || noteId(editor.document.uri) === undefined
      || isRecord(editor.document.uri)) {
      void vscode.window.showInformationMessage(
        t('First open the note to which you want to add the image.'));
      return;
    }
    const files = await vscode.window.showOpenDialog({
      title: t('Add Images to the Note'), canSelectMany: true, filters: { Images: endings },
    });
    const uri = editor.document.uri.toString();
    for (const file of files ?? []) {
      const image = await this.server.request('commonplace/addImage', { uri, path: file.fsPath });
      const edit = new vscode.WorkspaceEdit();
      const { start } = editor.selection;
      edit.replace(editor.document.uri, editor.selection, image.markdown);
      await vscode.workspace.applyEdit(edit);
      // The cursor goes to the caption, which is empty.
      const caption = start.translate(0, image.markdown.indexOf('[') + 1);
      editor.selection = new vscode.Selection(caption, caption);
      tell(image);
    }
  }

  /**
   * Stores the images that were pasted or dropped. Returns the text for them; undefined if none was
   * stored.
   */
  private async inserted(
    document: vscode.TextDocument, data: vscode.DataTransfer
  ): Promise<string | undefined> {
    const uri = document.uri.toString();
    if (isRecord(document.uri)) {
      return undefined;
    }
    const added: AddedImage[] = [];
    try {
      const list = await data.get(uriList)?.asString() ?? '';
      const names = list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
      for (const name of names) {
        const file = vscode.Uri.parse(name);
        if (file.scheme === 'file' && isImage(file.path)) {
          added.push(await this.server.request('commonplace/addImage', { uri, path: file.fsPath }));
        }
      }
      for (const [type, item] of added.length > 0 ? [] : data) {
        const file = imageType.test(type) ? item.asFile() : undefined;
        if (file !== undefined) {
          const content = Buffer.from(await file.data()).toString('base64');
          added.push(await this.server.request('commonplace/addImage', { uri, data: content }));
        }
      }
    } catch (error) {
      void vscode.window.showErrorMessage(t('The image was not added: {0}', reason(error)));
    }
    added.forEach(tell);
    return added.length === 0 ? undefined : added.map(({ markdown }) => markdown).join('\n');
  }
}

function tell({ message }: AddedImage): void {
  void vscode.window.showInformationMessage(unlinked(message));
}
