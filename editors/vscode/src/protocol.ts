/** The server's own requests; see docs/clients.md. */

export interface StoredNote {
  text: string;
  /** An opaque value that changes whenever the text does. */
  version: string;
  /** The time of the last change, in ISO 8601; missing for book records. */
  modified: string;
  readOnly?: boolean;
}

export interface WriteResult {
  version?: string;
  /**
   * The stored note; `version` and `text` are null if it was deleted. `merged` contains the changes
   * of both texts, if they are in different lines.
   */
  conflict?: {
    version: string | null; text: string | null; merged?: string; sides?: ListedSide[];
  };
  /** Whether the note is still in conflict, with a text that arrived while others were merged. */
  isInConflict?: boolean;
  /** Whether the note, which was stored, is in the trash. */
  trashed?: boolean;
}

export interface TrashedNote {
  uri: string;
  title: string;
  /** The time of the last change, in ISO 8601. */
  changed: string;
}

/** A current or earlier text of a note. */
export interface KeptText {
  /** The URI of a read-only document. */
  uri: string;
  version: string;
  /** The time in ISO 8601. */
  written: string;
  /** The other device that wrote it; null or missing for this machine. */
  writtenBy?: string | null;
  /** When it was replaced, or this machine noticed; null or missing for the current text. */
  replaced?: string | null;
  /** The size in UTF-8 bytes. */
  size: number;
  firstLine: string;
}

export interface History {
  uri: string;
  title: string;
  state: 'present' | 'trashed' | 'deleted';
  /** Newest first. */
  texts: KeptText[];
  /** Newest first. */
  records?: KeptRecord[];
  recordVersion?: string | null;
}

/** A current or earlier record of the book of a note. */
export interface KeptRecord {
  /** The URI of a read-only document. */
  uri: string;
  version: string;
  /** The time from which the book had the record, in ISO 8601. */
  since: string;
  writtenBy?: string | null;
  /** The time when it was replaced; null or missing for the current record. */
  replaced?: string | null;
  /** The title and the state of the book. */
  words: string;
}

/** A text in conflict, as every list names it. */
export interface ListedSide {
  /** The number from 1; side 1 is the stored text that readers see. */
  number: number;
  /** The name of its device, or `the text in this buffer`. */
  name: string;
  /** The number, name and local time, such as `1. phone, 2026-11-21 18:30:05 (shown)`. */
  line: string;
  /** The words that choose the side. */
  words: string[];
}

export interface ConflictSide extends ListedSide {
  /** The URI of a read-only document; only for a side that is present. */
  uri?: string | null;
  version: string;
  written: string;
  writtenBy?: string | null;
  state: 'present' | 'deleted' | 'lost';
}

/** All texts of a note merged into one, with markers where changes overlap. */
export interface Merge {
  text: string;
  /** The base version for saving this text. */
  version: string;
  overlaps: number;
  hasBase: boolean;
  /** The version of the text that readers see. */
  stored: string;
}

export interface AddedImage {
  key: string;
  markdown: string;
  message: string;
}

export interface CreatedNote {
  uri: string;
  text: string;
  version: string;
}

export interface MadeNote extends CreatedNote {
  /** The position of the cursor, if the template of a new note specifies one. */
  position?: Place;
}

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
  /** The time in ISO 8601. */
  modified: string;
  created: string;
  trashed: boolean;
  section?: string | null;
  book?: { title: string; authors: string[]; year?: number | null };
  /**
   * The book's title (if it differs from the note's), authors and year; null or missing without
   * them.
   */
  byline?: string | null;
  /** The local day of the last change; in the order `created`, the day of creation. */
  date: string;
  /** The number of due prompts; null or missing while the server is counting. */
  due?: number | null;
}

export interface ListedNotes {
  notes: ListedNote[];
  /** The number of notes in all parts. */
  total: number;
  /** The `cursor` of the next part; null or missing after the last part. */
  next?: string | null;
}

export type NoteOrder = 'modified' | 'created' | 'title' | 'author' | 'due';

/** Fields of a book's record, by name. */
export type BookFields = Record<string, string | number | string[] | null | undefined>;

export interface BookAnswer {
  uri: string;
  title: string;
  section: string;
  stars: number | null;
  /** Whether a note about the book already existed, after adding a book. */
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
  /** Ranges of UTF-16 offsets into the snippet, the end exclusive. */
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
  /** The changed notes; null if it may be any note. */
  uris: string[] | null;
  notebook: string;
}

// MARK: Review

/** The scope of a review; without any field, the whole notebook. */
export interface ReviewWish {
  /** A note, or the document of a search. */
  uri?: string;
  /** A hashtag, with the hashtags below it. */
  tag?: string;
  /** The section of the books whose notes are meant; `other` for notes without a book. */
  section?: 'wantToRead' | 'currentlyReading' | 'read' | 'other';
  query?: string;
  /** Whether cards that are not due are included, and nothing is recorded. */
  cram?: boolean;
}

export type Ease = 'again' | 'hard' | 'good' | 'easy';

/** A part of a card's text. `text` is plain text. */
export interface ReviewRun {
  text: string;
  style: string;
}

export interface ReviewAnswer {
  ease: Ease;
  title: string;
  key: string;
  /** The time until the card is due again, such as `4 days`; empty in a cram session. */
  interval: string;
}

export interface ReviewCard {
  kind: 'cloze' | 'quote' | 'question';
  context: string;
  front: ReviewRun[];
  /** Null until revealed. For a cloze or a quote, it includes the front's text. */
  back: ReviewRun[] | null;
  note: { uri: string; title: string };
  /** The range of the block in the stored text; empty at the text's start if there is no block. */
  range: { start: Place; end: Place };
  history: string;
}

/** A position: line and character from 0, in UTF-16 code units. */
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
  /** Empty until the card is revealed. */
  answers: ReviewAnswer[];
  summary?: ReviewSummary;
  message?: string;
}

export interface ReviewCounts {
  due: number;
  /** The number of due prompts that were never answered. */
  new: number;
  answeredToday: number;
}

export interface NotebookStatus {
  text: string;
  notebook: string;
  isPublished: boolean;
  conflicts: number;
  problem: string | null;
}

/** The code `RequestFailed` of LSP 3.17, for example if a note is missing. */
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

export interface Server {
  request<Method extends keyof Requests>(
    method: Method, params: Requests[Method][0], cancellation?: Cancellation
  ): Promise<Requests[Method][1]>;
}

export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: (event: unknown) => unknown): { dispose(): unknown };
}
