import * as vscode from 'vscode';
import { Server } from './protocol';
import { reason } from './text';
import { protocolUri, viewScheme } from './uris';
import { t } from './words';

interface View {
  text: string;
  content: Uint8Array;
  mtime: number;
}

/**
 * Documents that the server generates, as read-only files, so that the editor restores their tabs
 * in a new window. They are generated again when notes change.
 */
export class Views implements vscode.FileSystemProvider {
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  /** The texts of open documents that were last read. */
  private readonly views = new Map<string, View>();

  constructor(private readonly server: Server) {}

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { content, mtime } = await this.read(uri);
    return {
      type: vscode.FileType.File, ctime: 0, mtime, size: content.byteLength,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.read(uri)).content;
  }

  /** Returns the current view. Its time changes only if its text does. */
  private async read(uri: vscode.Uri): Promise<View> {
    const name = uri.toString();
    try {
      const { text } = await this.server.request(
        'commonplace/readView', { uri: protocolUri(uri) });
      const last = this.views.get(name);
      if (last?.text === text) {
        return last;
      }
      const mtime = Math.max(Date.now(), (last?.mtime ?? 0) + 1);
      const view = { text, content: new TextEncoder().encode(text), mtime };
      this.views.set(name, view);
      return view;
    } catch (error) {
      throw vscode.FileSystemError.Unavailable(reason(error));
    }
  }

  /** Updates all open views, or only `changed`; drops the texts of closed views. */
  refresh(changed?: vscode.Uri): void {
    const open = vscode.workspace.textDocuments.map(({ uri }) => uri)
      .filter(({ scheme }) => scheme === viewScheme);
    const names = new Set(open.map((uri) => uri.toString()));
    [...this.views.keys()].filter((name) => !names.has(name))
      .forEach((name) => this.views.delete(name));
    const events = open
      .filter((uri) => changed === undefined || uri.toString() === changed.toString())
      .map((uri) => ({ type: vscode.FileChangeType.Changed, uri }));
    if (events.length > 0) {
      this.changes.fire(events);
    }
  }

  /** Does nothing: the server reports changes. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  writeFile(): never { return refuse(); }
  delete(): never { return refuse(); }
  rename(): never { return refuse(); }
  createDirectory(): never { return refuse(); }
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(t('The server generates this document: it is read-only.'));
}
