/** The content of the notebook page. All texts are inserted as plain text. */
export interface NotebookPage {
  type: 'notebook';
  name: string;
  /** Whether the server has this notebook open; if not, `notes` is empty. */
  isOpen: boolean;
  /** A line about the notebook's state, or the reason why it is not shown. */
  status: string;
  notes: PageNote[];
  /** The number of notes that are not shown. */
  more: number;
}

export interface PageNote {
  uri: string;
  title: string;
  /** The authors and the year of the book, and the hashtags. */
  detail: string;
  /** The day of the last change in UTC, such as `2024-01-31`. */
  day: string;
}

export type Wanted = 'ready' | 'use' | 'new' | 'search' | { open: string };

/** Parses a message of the page; undefined if it is not valid. */
export function wanted(message: unknown): Wanted | undefined {
  const { type, uri } = (message ?? {}) as Record<string, unknown>;
  if (type === 'open') {
    return typeof uri === 'string' && uri.startsWith('commonplace://') ? { open: uri } : undefined;
  }
  return (['ready', 'use', 'new', 'search'] as const).find((name) => name === type);
}
