import * as vscode from 'vscode';
import { Books } from './books';
import { makeCloze } from './cloze';
import { Conflicts } from './conflicts';
import { Connection } from './connection';
import { chooseDay, chooseLink, newFromTemplate, openDay } from './days';
import { NoteHistory } from './history';
import { Images } from './images';
import { NoteFiles } from './noteFiles';
import { pickNote } from './notePicker';
import { ListedNote, ListedTag, NoteOrder, ReviewWish } from './protocol';
import { Review } from './review';
import { Search } from './search';
import { reason } from './text';
import { Trash } from './trash';
import { isRecord, noteId, noteScheme, protocolUri, viewScheme } from './uris';
import { t } from './words';

export interface Parts {
  books: Books;
  connection: Connection;
  files: NoteFiles;
  conflicts: Conflicts;
  history: NoteHistory;
  images: Images;
  review: Review;
  search: Search;
  trash: Trash;
  refresh: () => void;
}

type Handler = (...args: never[]) => unknown;

/** Returns the function of each command of package.json. */
export function commands(parts: Parts): Record<string, Handler> {
  const { books, connection, conflicts, history, images, review, search, trash, refresh } = parts;
  const ofBook = (run: (uri: vscode.Uri) => Promise<void>) => async (target?: unknown) => {
    const uri = noteUri(target, conflicts) ?? recordInEditor();
    if (uri === undefined) {
      void vscode.window.showInformationMessage(
        t('First open a note, or the record of its book.'));
      return;
    }
    await run(uri);
  };
  const ofNote = (run: (uri: vscode.Uri) => Promise<void>) => async (target?: unknown) => {
    const uri = noteUri(target, conflicts);
    if (uri === undefined) {
      void vscode.window.showInformationMessage(t('Open a note first.'));
      return;
    }
    await run(uri);
  };
  const settle = (choice: string) => (target?: unknown) => {
    const uri = noteUri(target, conflicts);
    return uri && conflicts.settle(uri, choice);
  };
  return {
    'commonplace.notes.open': () => openNote(parts),
    'commonplace.notes.search': (query?: unknown) =>
      search.show(typeof query === 'string' ? query : ''),
    'commonplace.notes.searchTag': (tag: ListedTag) => search.show(`${tag.tag} `),
    'commonplace.notes.searchDocument': async () => {
      const query = await vscode.window.showInputBox({ prompt: t('Search the notes') });
      await search.showDocument(query ?? '');
    },
    'commonplace.notes.new': () => newNote(parts, []),
    'commonplace.notes.newTagged': (tag: ListedTag) => newNote(parts, [tag.tag]),
    'commonplace.notes.newFromTemplate': async () => {
      if (await newFromTemplate(connection)) { refresh(); }
    },
    'commonplace.notes.today': async () => {
      await openDay(connection, 'today');
      refresh();
    },
    'commonplace.notes.day': async () => {
      await chooseDay(connection);
      refresh();
    },
    'commonplace.notes.links': ofNote((uri) => chooseLink(connection, uri)),
    'commonplace.notes.around': ofNote(
      (uri) => runOnServer(connection, 'commonplace.notesAround', { uri: uri.toString() })),
    'commonplace.notes.delete': (target?: unknown) => deleteNote(parts, target),
    'commonplace.notes.randomQuotes': () => runOnServer(connection, 'commonplace.randomQuotes', {}),
    'commonplace.notes.refresh': refresh,
    'commonplace.notes.sort': sortNotes,
    'commonplace.trash.show': () => trash.show(),
    'commonplace.trash.restore': () => trash.restore(),
    'commonplace.trash.deleteForGood': () => trash.deleteForGood(),
    'commonplace.history.show': ofNote((uri) => history.show(uri)),
    'commonplace.history.open': ofNote((uri) => history.open(uri)),
    'commonplace.history.compare': ofNote((uri) => history.compare(uri)),
    'commonplace.history.words': ofNote((uri) => history.words(uri)),
    'commonplace.history.restore': ofNote((uri) => history.restore(uri)),
    'commonplace.images.add': () => images.add(),
    'commonplace.books.add': () => books.add(),
    'commonplace.books.list': () => books.list(),
    'commonplace.books.edit': ofBook((uri) => books.edit(uri)),
    'commonplace.books.record': ofBook((uri) => books.record(uri)),
    'commonplace.books.start': ofBook((uri) => books.step('start', uri)),
    'commonplace.books.finish': ofBook((uri) => books.step('finish', uri)),
    'commonplace.books.want': ofBook((uri) => books.step('want', uri)),
    'commonplace.books.stop': ofBook((uri) => books.step('stop', uri)),
    'commonplace.books.rate': ofBook((uri) => books.rate(uri)),
    'commonplace.cloze.make': () => makeCloze('plain'),
    'commonplace.cloze.makeWithHint': () => makeCloze('hinted'),
    'commonplace.conflict.show': (target?: unknown) => {
      const uri = noteUri(target, conflicts);
      return uri && conflicts.show(uri);
    },
    'commonplace.conflict.merge': ofNote((uri) => conflicts.merge(uri)),
    'commonplace.conflict.keepShown': settle('shown'),
    'commonplace.conflict.keepOther': settle('other'),
    'commonplace.conflict.keepBoth': settle('both'),
    'commonplace.review': (target?: unknown) => {
      const wish = reviewWish(target);
      return wish === undefined ? review.resume() : review.start(wish);
    },
    'commonplace.review.note': (target?: unknown) => reviewNote(parts, target, false),
    'commonplace.review.cram': (target?: unknown) => reviewNote(parts, target, true),
    'commonplace.review.tag': (tag: ListedTag) => review.start({ tag: tag.tag }),
    'commonplace.review.section': () => reviewSection(parts),
    'commonplace.review.search': async () => {
      const query = await vscode.window.showInputBox({
        title: t('Review'), prompt: t('Review the notes that match this search'),
      });
      await (query?.trim() && review.start({ query }));
    },
    'commonplace.review.resumeSuspended': () => resumeSuspended(parts),
    'commonplace.notebook.choose': chooseNotebook,
    'commonplace.server.restart': () => connection.restart(),
    'commonplace.server.log': () => connection.log.show(),
  };
}

export function register(parts: Parts): vscode.Disposable[] {
  return Object.entries(commands(parts)).map(([name, run]) =>
    vscode.commands.registerCommand(name, async (...args: unknown[]) => {
      try {
        await (run as (...args: unknown[]) => unknown)(...args);
      } catch (error) {
        void vscode.window.showErrorMessage(t('Commonplace: {0}', reason(error)));
      }
    }));
}

/**
 * Returns the clicked note, or else the note in the active editor; undefined for other documents,
 * such as book records.
 */
function noteUri(target: unknown, conflicts: Conflicts): vscode.Uri | undefined {
  const listed = (target as Partial<ListedNote> | undefined)?.uri;
  const named = target instanceof vscode.Uri ? target
    : typeof listed === 'string' ? vscode.Uri.parse(listed)
      : vscode.window.activeTextEditor?.document.uri;
  const uri = conflicts.note(named);
  const isNote = uri?.scheme === noteScheme && noteId(uri) !== undefined && !isRecord(uri);
  return isNote ? uri : undefined;
}

function recordInEditor(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && isRecord(uri) ? uri : undefined;
}

async function openNote({ connection }: Parts): Promise<void> {
  const chosen = await pickNote(connection);
  if (chosen !== undefined) {
    await vscode.window.showTextDocument(vscode.Uri.parse(chosen));
  }
}

async function sortNotes(): Promise<void> {
  const orders: (vscode.QuickPickItem & { order: NoteOrder })[] = [
    { label: t('Last Changed First'), order: 'modified' }, { label:
      t('Newest First'), order: 'created' },
    { label: t('By Title'), order: 'title' }, { label: t('By Author'), order: 'author' },
    { label: t('Most Due Prompts First'), order: 'due' },
  ];
  const chosen = await vscode.window.showQuickPick(orders, { title: t('Sort Notes') });
  await (chosen && vscode.workspace.getConfiguration('commonplace')
    .update('notes.sortBy', chosen.order, vscode.ConfigurationTarget.Global));
}

async function newNote({ connection, refresh }: Parts, tags: string[]): Promise<void> {
  const title = await vscode.window.showInputBox({
    title: t('New Note'), prompt: t('Title of the new note'),
  });
  if (title === undefined || title.trim() === '') {
    return;
  }
  const note = await connection.request('commonplace/createNote', { title, tags });
  refresh();
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(note.uri));
  const end = document.lineAt(document.lineCount - 1).range.end;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
}

async function deleteNote(
  { conflicts, files, trash, refresh }: Parts, target: unknown
): Promise<void> {
  const uri = noteUri(target, conflicts);
  if (uri === undefined) {
    return;
  }
  const open = vscode.workspace.textDocuments.find(
    (document) => noteId(document.uri) === noteId(uri));
  if (open?.isDirty === true) {
    void vscode.window.showWarningMessage(
      t('The note has unsaved changes: save or revert it first.'));
    return;
  }
  await files.delete(uri);
  refresh();
  const answer = await vscode.window.showInformationMessage(
    t('The note is in the trash.'), t('Restore'));
  if (answer === t('Restore')) {
    await trash.restore(uri.toString());
  }
}

/**
 * Converts what was clicked to the scope of a review: a note, a document, a hashtag or a search;
 * undefined if nothing was clicked.
 */
function reviewWish(target: unknown): ReviewWish | undefined {
  if (target instanceof vscode.Uri) {
    return { uri: protocolUri(target) };
  }
  const { uri, tag, query } = (target ?? {}) as Record<string, unknown>;
  return typeof uri === 'string' ? { uri }
    : typeof tag === 'string' ? { tag }
      : typeof query === 'string' ? { query } : undefined;
}

/** Reviews the clicked or edited note, or the notes of a view, such as search results. */
async function reviewNote(
  { conflicts, review }: Parts, target: unknown, cram: boolean
): Promise<void> {
  const shown = target instanceof vscode.Uri
    ? target : vscode.window.activeTextEditor?.document.uri;
  const uri = noteUri(target, conflicts) ?? (shown?.scheme === viewScheme ? shown : undefined);
  if (uri === undefined) {
    void vscode.window.showInformationMessage(t('First open the note that you want to review.'));
    return;
  }
  await review.start({ uri: protocolUri(uri), ...(cram ? { cram } : {}) });
}

async function reviewSection({ review }: Parts): Promise<void> {
  const sections: (vscode.QuickPickItem & Pick<ReviewWish, 'section'>)[] = [
    { label: t('Want to Read'), section: 'wantToRead' },
    { label: t('Currently Reading'), section: 'currentlyReading' },
    { label: t('Read'), section: 'read' },
    { label: t('Other Notes'), description: t('not about a book'), section: 'other' },
  ];
  const chosen = await vscode.window.showQuickPick(sections, { title: t('Review a Section') });
  await (chosen && review.start({ section: chosen.section }));
}

async function resumeSuspended({ connection, conflicts }: Parts): Promise<void> {
  const uri = noteUri(undefined, conflicts)?.toString();
  const places = [{ label: t('In the Whole Notebook'), params: {} }];
  if (uri !== undefined) {
    places.unshift({ label: t('In This Note'), params: { uri } });
  }
  const chosen = await vscode.window.showQuickPick(places, { title: t('Resume Suspended Cards') });
  if (chosen !== undefined) {
    const { resumed } = await connection.request('commonplace/review/resume', chosen.params);
    void vscode.window.showInformationMessage(
      resumed === 1 ? t('One suspended card was resumed.')
        : t('{0} suspended cards were resumed.', resumed));
  }
}

/** Runs a command of the server, which shows its results itself. */
async function runOnServer(
  connection: Connection, command: string, argument: object
): Promise<void> {
  await connection.request('workspace/executeCommand', { command, arguments: [argument] });
}

async function chooseNotebook(): Promise<void> {
  const [file] = (await vscode.window.showOpenDialog({
    title: t('Choose a Notebook'), filters: { Notebooks: ['libnotes'] },
  })) ?? [];
  if (file !== undefined) {
    await vscode.workspace.getConfiguration('commonplace')
      .update('notebook', file.fsPath, vscode.ConfigurationTarget.Global);
  }
}
