/** The server's own requests, as README.md, "For writers of clients", describes them. */

export interface StoredNote {
  text: string;
  /** Opaque; another one whenever the text is. */
  version: string;
  readOnly?: boolean;
}

export interface WriteResult {
  version?: string;
  /** What is stored instead; both null when the note was deleted. */
  conflict?: { version: string | null; text: string | null };
}

export interface CreatedNote {
  uri: string;
  text: string;
  version: string;
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
  /** The book that the note is about, or its section; from servers that tell. */
  section?: string | null;
}

export interface ListedTag {
  /** With its `#`. */
  tag: string;
  noteCount: number;
  /** Whether it is only the beginning of others. */
  isImplied: boolean;
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

/** Code of the server's errors that no other try makes good, e.g. that there is no such note. */
export const requestFailed = -32803;
export const invalidParams = -32602;

export interface Requests {
  'commonplace/readNote': [{ uri: string }, StoredNote];
  'commonplace/writeNote': [{ uri: string; text: string; baseVersion?: string }, WriteResult];
  'commonplace/createNote': [{ title?: string; text?: string; tags?: string[] }, CreatedNote];
  'commonplace/deleteNote': [{ uri: string; permanently?: boolean }, null];
  'commonplace/search': [{ query: string; limit?: number }, SearchResult];
  'commonplace/readView': [{ uri: string }, { text: string }];
  'commonplace/listNotes': [
    { tag?: string; query?: string; sort?: 'modified' | 'created' | 'title'; limit?: number },
    { notes: ListedNote[] }
  ];
  'commonplace/listTags': [Record<string, never>, { tags: ListedTag[] }];
  'workspace/executeCommand': [{ command: string; arguments: unknown[] }, unknown];
}

/** What asks the server. */
export interface Server {
  request<Method extends keyof Requests>(
    method: Method, params: Requests[Method][0], cancellation?: Cancellation
  ): Promise<Requests[Method][1]>;
}

export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: (event: unknown) => unknown): { dispose(): unknown };
}
