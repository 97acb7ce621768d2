/** The server's own requests, as docs/clients.md describes them. */

export interface StoredNote {
  text: string;
  /** Opaque; another one whenever the text is. */
  version: string;
  /** Of the last change, in ISO 8601. */
  modified: string;
  readOnly?: boolean;
}

export interface WriteResult {
  version?: string;
  /**
   * The stored note; both null when the note was deleted. `merged` has the changes of both,
   * where they are in different lines.
   */
  conflict?: {
    version: string | null; text: string | null; merged?: string; sides?: ListedSide[];
  };
  /** Whether the note is in conflict still, with a text that came while others were merged. */
  isInConflict?: boolean;
  /** Whether the note is in the trash, where it was stored all the same. */
  trashed?: boolean;
}

/** A note in the trash. */
export interface TrashedNote {
  uri: string;
  title: string;
  /** ISO 8601. */
  changed: string;
}

/** A text that a note had, or has. */
export interface KeptText {
  /** Of a read-only document. */
  uri: string;
  version: string;
  /** ISO 8601. */
  written: string;
  /** Another device; none for this machine. */
  writtenBy?: string | null;
  /** None for the text that the note has now. */
  replaced?: string | null;
  /** In bytes of UTF-8. */
  size: number;
  firstLine: string;
}

export interface History {
  uri: string;
  title: string;
  state: 'present' | 'trashed' | 'deleted';
  /** The newest first. */
  texts: KeptText[];
  /** Of the note's book, likewise. */
  records?: KeptRecord[];
  /** Of the record that is stored. */
  recordVersion?: string | null;
}

/** A record that the book of a note had, or has. */
export interface KeptRecord {
  /** Of a read-only document. */
  uri: string;
  version: string;
  /** ISO 8601: from then on the book had it. */
  since: string;
  writtenBy?: string | null;
  /** None for the record that the book has now. */
  replaced?: string | null;
  /** The title, and the state of the book. */
  words: string;
}

/** A text in conflict, as every list names it. */
export interface ListedSide {
  /** From 1: the text that readers see. */
  number: number;
  /** Of its device. */
  name: string;
  /** As in `1. phone, 2026-11-21 18:30:05 (shown)`. */
  line: string;
  /** That choose it. */
  words: string[];
}

/** One of the texts of a note that devices changed without knowing of each other. */
export interface ConflictSide extends ListedSide {
  /** Of a read-only document; only of a present side. */
  uri?: string | null;
  version: string;
  written: string;
  writtenBy?: string | null;
  state: 'present' | 'deleted' | 'lost';
}

/** All texts of a note in one, with markers where they overlap. */
export interface Merge {
  text: string;
  /** The base of the note's document with this text. */
  version: string;
  overlaps: number;
  hasBase: boolean;
  /** The version of the text that readers see. */
  stored: string;
}

export interface AddedImage {
  key: string;
  /** To be inserted. */
  markdown: string;
  /** For the user. */
  message: string;
}

export interface CreatedNote {
  uri: string;
  text: string;
  version: string;
}

/** A note that a command made, or found. */
export interface MadeNote extends CreatedNote {
  /** Of the cursor, where the template names one. */
  position?: Place;
}

/** A note that points at another. */
export interface PointingNote {
  uri: string;
  title: string;
  places: { range: { start: Place; end: Place }; sentence: string }[];
}

export interface ListedNote {
  uri: string;
  id: string;
  title: string;
  tags: string[];
  summary?: string | null;
  /** ISO 8601. */
  modified: string;
  created: string;
  trashed: boolean;
  /** The book that the note is about, or its section. */
  section?: string | null;
  book?: { title: string; authors: string[]; year?: number | null };
  /** Title, authors and year of the book as a line. */
  byline?: string | null;
  /** The local day of the last change, as in `2024-03-01`. */
  date: string;
  /** The number of due prompts; none while the server has yet to count. */
  due?: number | null;
}

/** A part of a list of notes. */
export interface ListedNotes {
  notes: ListedNote[];
  /** The number of notes in the whole list. */
  total: number;
  /** The `cursor` of the next part; none after the last. */
  next?: string | null;
}

export type NoteOrder = 'modified' | 'created' | 'title' | 'author' | 'due';

/** The fields of a book's record that have a value. */
export type BookFields = Record<string, string | number | string[] | null | undefined>;

/** A book after what happened to it. */
export interface BookAnswer {
  uri: string;
  title: string;
  section: string;
  stars: number | null;
  /** Whether there was a note about it already. */
  found?: boolean;
  message: string;
}

export interface ListedTag {
  /** With its `#`. */
  tag: string;
  noteCount: number;
}

export interface Hit {
  uri: string;
  title: string;
  snippet: string;
  /** Pairs of UTF-16 offsets into the snippet. */
  highlights: [number, number][];
  /** From 0. */
  line: number;
}

export interface SearchResult {
  hits: Hit[];
  total: number;
  totalIsExact?: boolean;
}

export interface NotesChanged {
  /** Null when it may be any note. */
  uris: string[] | null;
  notebook: string;
}

// MARK: Review

/** The selection to review; with nothing, the whole notebook. */
export interface ReviewWish {
  /** A note, or the document of a search. */
  uri?: string;
  /** With everything below it. */
  tag?: string;
  /** Notes on the books of a section, or on none. */
  section?: 'wantToRead' | 'currentlyReading' | 'read' | 'other';
  query?: string;
  /** Also what is not due, and nothing is recorded. */
  cram?: boolean;
}

export type Ease = 'again' | 'hard' | 'good' | 'easy';

/** A piece of a card's text, which is never Markdown or HTML. */
export interface ReviewRun {
  text: string;
  style: string;
}

export interface ReviewAnswer {
  ease: Ease;
  title: string;
  /** The key to press. */
  key: string;
  /** As in `4 days`; empty where nothing is recorded. */
  interval: string;
}

export interface ReviewCard {
  kind: 'cloze' | 'quote' | 'question';
  context: string;
  front: ReviewRun[];
  /** Null until revealed. Of a cloze and a quote it has the front's text, too. */
  back: ReviewRun[] | null;
  note: { uri: string; title: string };
  /** The block in the note's stored text. */
  range: { start: Place; end: Place };
  history: string;
}

/** From 0; in UTF-16 code units. */
export interface Place {
  line: number;
  character: number;
}

export interface ReviewSummary {
  answered: number;
  correct: number;
  incorrect: number;
}

export interface ReviewState {
  session: string;
  /** Null at the end. */
  card: ReviewCard | null;
  progress: { done: number; remaining: number; total: number };
  canUndo: boolean;
  /** Empty until revealed. */
  answers: ReviewAnswer[];
  summary?: ReviewSummary;
  /** A sentence for the user. */
  message?: string;
}

export interface ReviewCounts {
  due: number;
  /** Those of them that were never answered. */
  new: number;
  answeredToday: number;
}

/** Of 'commonplace/statusChanged'. */
export interface NotebookStatus {
  /** In a line. */
  text: string;
  /** The path. */
  notebook: string;
  isPublished: boolean;
  /** The number of notes in conflict. */
  conflicts: number;
  problem: string | null;
}

/** Code of the server's errors that no other try makes good, e.g. that there is no such note. */
export const requestFailed = -32803;

export interface Requests {
  'commonplace/readNote': [{ uri: string }, StoredNote];
  'commonplace/writeNote': [{ uri: string; text: string; baseVersion?: string }, WriteResult];
  'commonplace/createNote': [{ title?: string; text?: string; tags?: string[] }, CreatedNote];
  'commonplace/deleteNote': [{ uri: string; permanently?: boolean }, null];
  'commonplace/search': [{ query: string; limit?: number }, SearchResult];
  'commonplace/readView': [{ uri: string }, { text: string }];
  'commonplace/listNotes': [
    { tag?: string; query?: string; sort?: NoteOrder; limit?: number; cursor?: string },
    ListedNotes
  ];
  'commonplace/readTitles': [{ uris: string[] }, { titles: (string | null)[] }];
  'commonplace/listTrash': [Record<string, never>, { notes: TrashedNote[] }];
  'commonplace/restoreNote': [
    { uri: string }, { uri: string; title: string; version: string; text: string }
  ];
  'commonplace/emptyTrash': [{ uris: string[] }, { deleted: number }];
  'commonplace/listHistory': [{ uri: string }, History];
  'commonplace/restoreText': [
    { uri: string; version: string; baseVersion?: string }, WriteResult
  ];
  'commonplace/listConflicts': [
    { uri?: string }, { conflicts: { uri: string; title: string; sides: ConflictSide[] }[] }
  ];
  'commonplace/mergeConflict': [
    { uri: string; text?: string; baseVersion?: string }, Merge
  ];
  'commonplace/copyNote': [
    { uri: string; text: string }, { uri: string; title: string; version: string }
  ];
  'commonplace/addImage': [
    { uri: string; path: string; name?: string } | { uri: string; data: string; name?: string },
    AddedImage
  ];
  'commonplace/readImage': [{ uri: string; target: string }, { file: string }];
  'commonplace/listTags': [Record<string, never>, { tags: ListedTag[] }];
  'commonplace/listTemplates': [Record<string, never>, { templates: string[] }];
  'commonplace/listDays': [{ dates: string[] }, { days: { date: string; uri: string }[] }];
  'commonplace/listLinks': [
    { uri: string }, { pointing: PointingNote[]; pointedAt: { uri: string; title: string }[] }
  ];
  'commonplace/readBook': [
    { uri: string }, { fields: BookFields; version: string; section: string | null; isBook: boolean }
  ];
  'commonplace/writeBook': [
    { uri: string; fields: BookFields; baseVersion: string }, WriteResult
  ];
  'commonplace/review/start': [ReviewWish, ReviewState];
  'commonplace/review/state': [{ session: string }, ReviewState];
  'commonplace/review/reveal': [{ session: string }, ReviewState];
  'commonplace/review/answer': [{ session: string; ease: Ease }, ReviewState];
  'commonplace/review/undo': [{ session: string }, ReviewState];
  'commonplace/review/skip': [{ session: string }, ReviewState];
  'commonplace/review/suspend': [{ session: string }, ReviewState];
  'commonplace/review/stop': [{ session: string }, ReviewSummary];
  'commonplace/review/resume': [{ uri?: string }, { resumed: number }];
  'commonplace/review/counts': [{ uri?: string }, ReviewCounts];
  'workspace/executeCommand': [{ command: string; arguments: unknown[] }, unknown];
}

/** Sends requests to the server. */
export interface Server {
  request<Method extends keyof Requests>(
    method: Method, params: Requests[Method][0], cancellation?: Cancellation
  ): Promise<Requests[Method][1]>;
}

export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: (event: unknown) => unknown): { dispose(): unknown };
}
