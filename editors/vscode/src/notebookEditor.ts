import { realpathSync } from 'fs';
import * as vscode from 'vscode';
import { Connection } from './connection';
import { NotebookPage, PageNote, Wanted, wanted } from './notebookPage';
import { ListedNote } from './protocol';
import { byline, oneLine, reason } from './text';
import { fileName } from './uris';
import { html } from './webviewPage';
import { t } from './words';

/** Maximum number of notes on the page. */
const most = 500;

/**
 * The editor of `*.libnotes` files, which shows the notes instead of the bytes. It does not change
 * the file: only the server writes it.
 */
export class NotebookEditor implements vscode.CustomReadonlyEditorProvider {
  private readonly shown = new Map<vscode.WebviewPanel, vscode.Uri>();

  constructor(private readonly connection: Connection, private readonly extension: vscode.Uri) {}

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose() { /* holds nothing */ } };
  }

  resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    const media = vscode.Uri.joinPath(this.extension, 'media');
    panel.webview.options = { enableScripts: true, localResourceRoots: [media] };
    panel.onDidDispose(() => this.shown.delete(panel));
    panel.webview.onDidReceiveMessage(async (message) => {
      const what = wanted(message);
      if (what === 'ready') {
        this.shown.set(panel, uri);
        await this.show(panel, uri);
      } else if (what !== undefined) {
        await this.run(what, uri);
      }
    });
    panel.webview.html = html(panel.webview, media, 'notebook', t('Notebook'));
  }

  refresh(): void {
    this.shown.forEach((uri, panel) => void this.show(panel, uri));
  }

  private async show(panel: vscode.WebviewPanel, uri: vscode.Uri): Promise<void> {
    const page = await this.page(uri);
    if (this.shown.has(panel)) {
      await panel.webview.postMessage(page);
    }
  }

  private async page(uri: vscode.Uri): Promise<NotebookPage> {
    const page: NotebookPage = {
      type: 'notebook', name: fileName(uri), isOpen: false, status: '', notes: [], more: 0,
    };
    try {
      const { notes, total } = await this.connection.request(
        'commonplace/listNotes', { sort: 'modified', limit: most });
      const { status } = this.connection;
      if (status === undefined || !isSame(status.notebook, uri)) {
        return { ...page, status: status === undefined ? t('The server is starting.')
          : t('The notebook in use is {0}.', status.notebook) };
      }
      const present = notes.filter(({ trashed }) => !trashed);
      return {
        ...page, isOpen: true, status: status.problem ?? status.text,
        notes: present.map(pageNote), more: Math.max(0, total - notes.length),
      };
    } catch (error) {
      return { ...page, status: reason(error) };
    }
  }

  private async run(what: Exclude<Wanted, 'ready'>, uri: vscode.Uri): Promise<void> {
    if (what === 'use') {
      await vscode.workspace.getConfiguration('commonplace')
        .update('notebook', uri.fsPath, vscode.ConfigurationTarget.Global);
    } else if (what === 'new' || what === 'search') {
      await vscode.commands.executeCommand(`commonplace.notes.${what}`);
    } else {
      await vscode.window.showTextDocument(vscode.Uri.parse(what.open));
    }
  }
}

function pageNote(note: ListedNote): PageNote {
  return {
    uri: note.uri, title: oneLine(note.title) || t('Untitled'),
    detail: [byline(note), ...note.tags.map(oneLine)].filter(Boolean).join(' '),
    day: note.modified.slice(0, 10),
  };
}

/** Whether a path, which may contain symbolic links, is the path of a file. */
function isSame(path: string, uri: vscode.Uri): boolean {
  const real = (name: string) => {
    try {
      return realpathSync(name);
    } catch {
      return name;
    }
  };
  return uri.scheme === 'file' && real(path) === real(uri.fsPath);
}
