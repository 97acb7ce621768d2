import * as path from 'path';
import * as vscode from 'vscode';
import { Books } from './books';
import { register } from './commands';
import { Conflicts } from './conflicts';
import { Connection } from './connection';
import { DueCount } from './dueCount';
import { NoteHistory } from './history';
import { Images } from './images';
import { NotebookEditor } from './notebookEditor';
import { NoteFiles } from './noteFiles';
import { NotesTree } from './notesTree';
import { Review } from './review';
import { Search } from './search';
import { StatusItem } from './status';
import { TagsTree } from './tagsTree';
import { reason } from './text';
import { Trash } from './trash';
import {
  isRecord, noteId, noteScheme, pathParts, storedScheme, viewScheme,
} from './uris';
import { Views } from './views';
import { t } from './words';

/** Settings that only a new server applies. */
const ofTheServer = [
  'commonplace.server.path', 'commonplace.server.arguments', 'commonplace.notebook',
  'commonplace.markdownFiles',
];

let running: Connection | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Commonplace');
  const connection = new Connection(
    context.asAbsolutePath(path.join('server', 'commonplace')), log);
  running = connection;
  const files = new NoteFiles(connection, context.workspaceState);
  const conflicts = new Conflicts(files, connection);
  const notes = new NotesTree(connection);
  const tags = new TagsTree(connection);
  const name = () => notebookName(connection);
  const search = new Search(connection, name);
  const books = new Books(connection, name);
  const history = new NoteHistory(connection, files, name);
  const images = new Images(connection);
  const views = new Views(connection);
  const review = new Review(connection, context.extensionUri);
  const dueCount = new DueCount(connection);
  const status = new StatusItem();
  const notebooks = new NotebookEditor(connection, context.extensionUri);
  const refresh = () => {
    notes.refresh();
    tags.refresh();
    views.refresh();
    notebooks.refresh();
  };
  const trash = new Trash(connection, name, refresh);
  const { workspace, window } = vscode;
  context.subscriptions.push(
    log,
    workspace.registerFileSystemProvider(noteScheme, files, { isCaseSensitive: true }),
    workspace.registerFileSystemProvider(
      viewScheme, views, { isCaseSensitive: true, isReadonly: true }),
    workspace.registerTextDocumentContentProvider(storedScheme, conflicts),
    ...images.register(),
    window.registerCustomEditorProvider('commonplace.notebook', notebooks),
    window.registerUriHandler({ handleUri: openLinkedNote }),
    window.registerTreeDataProvider('commonplace.notes', notes),
    window.registerTreeDataProvider('commonplace.tags', tags),
    ...register({
      books, connection, files, conflicts, history, images, review, search, trash, refresh,
    }),
    dueCount,
    status,
    files.onDidClash((clash) => {
      conflicts.found(clash).catch(
        (error) => log.appendLine(`Cannot show the conflict: ${reason(error)}`));
    }),
    files.onDidWrite((uri) => {
      conflicts.settled(noteId(uri) ?? '');
      refresh();
    }),
    files.onDidWriteTrashed((uri) => {
      tellTrashed(uri, trash).catch(
        (error) => log.appendLine(`Cannot restore the note: ${reason(error)}`));
    }),
    connection.onNotesChanged(({ uris }) => {
      refresh();
      void files.notesChanged(uris ?? undefined);
      (uris?.map((uri) => vscode.Uri.parse(uri)) ?? [undefined]).forEach(
        (uri) => void review.noteChanged(uri));
    }),
    connection.onViewChanged((uri) => views.refresh(uri)),
    connection.onReviewCounts((counts) => {
      dueCount.show(counts);
      notes.refresh();
    }),
    connection.onStatus((news) => {
      status.show(news);
      notebooks.refresh();
    }),
    connection.onReviewWanted((wish) =>
      void vscode.commands.executeCommand('commonplace.review', wish)),
    connection.onDidChangeState((state) => {
      if (state === 'running') {
        refresh();
        // Now the rows can show due prompts.
        void dueCount.refresh().then(() => notes.refresh());
      } else if (state !== 'starting') {
        dueCount.hide();
        status.hide();
        review.serverEnded();
      }
    }),
    workspace.onDidOpenTextDocument((document) => {
      void asMiniMarkdown(document);
      files.documentChanged(document);
    }),
    workspace.onDidChangeTextDocument(({ document, reason }) =>
      files.documentChanged(document, reason !== undefined)),
    workspace.onDidSaveTextDocument(({ uri }) => void review.noteChanged(uri)),
    window.onDidChangeActiveTextEditor(() => conflicts.updateContext()),
    vscode.languages.onDidChangeDiagnostics(() => conflicts.updateContext()),
    workspace.onDidChangeConfiguration((event) => {
      if (ofTheServer.some((name) => event.affectsConfiguration(name))) {
        connection.restart().catch((error) => log.appendLine(reason(error)));
      } else if (event.affectsConfiguration('commonplace.notes')) {
        notes.refresh();
      }
    }));
  workspace.textDocuments.forEach((document) => void asMiniMarkdown(document));
  connection.start().catch((error) => log.appendLine(`Cannot start the server: ${reason(error)}`));
}

export async function deactivate(): Promise<void> {
  await running?.close();
  running = undefined;
}

/**
 * Sets the language of a note's document. Its name ends in `.md`, so the editor opens it as
 * Markdown.
 */
async function asMiniMarkdown(document: vscode.TextDocument): Promise<void> {
  const isOurs = [noteScheme, viewScheme, storedScheme].includes(document.uri.scheme);
  if (isOurs && !isRecord(document.uri) && document.languageId !== 'minimarkdown') {
    await vscode.languages.setTextDocumentLanguage(document, 'minimarkdown');
  }
}

async function tellTrashed(uri: vscode.Uri, trash: Trash): Promise<void> {
  const answer = await vscode.window.showWarningMessage(
    t('Saved, but this note is in the trash.'), t('Restore'));
  if (answer === t('Restore')) {
    await trash.restore(uri.toString());
  }
}

/** Returns the notebook's name in URIs, which the server ignores, because it has one notebook. */
async function notebookName(connection: Connection): Promise<string> {
  const { notes } = await connection.request('commonplace/listNotes', { limit: 1 });
  return (notes[0] && vscode.Uri.parse(notes[0].uri).authority) || 'notebook';
}

/**
 * Opens the note of a link in the reading room, `vscode://commonplace.commonplace/note/ID`. Any web
 * page may contain such a link, so it can only open a note.
 */
async function openLinkedNote(link: vscode.Uri): Promise<void> {
  const [kind, id, ...rest] = pathParts(link);
  if (kind !== 'note' || id === undefined || rest.length > 0 || !/^[\w-]{1,100}$/.test(id)) return;
  const uri = vscode.Uri.from({
    scheme: noteScheme, authority: 'notebook', path: `/${id}/note.md`,
  });
  await vscode.window.showTextDocument(uri);
}
