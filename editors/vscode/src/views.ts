import * as vscode from 'vscode';
import { Server } from './protocol';
import { protocolUri, viewScheme } from './uris';

/** Documents that the server makes, read-only; made again when notes change. */
export class Views implements vscode.TextDocumentContentProvider {
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changes.event;

  constructor(private readonly server: Server) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return (await this.server.request('commonplace/readView', { uri: protocolUri(uri) })).text;
  }

  /** Makes them all again, or just one. */
  refresh(changed?: vscode.Uri): void {
    vscode.workspace.textDocuments
      .filter(({ uri }) => uri.scheme === viewScheme
        && (changed === undefined || uri.toString() === changed.toString()))
      .forEach(({ uri }) => this.changes.fire(uri));
  }
}
