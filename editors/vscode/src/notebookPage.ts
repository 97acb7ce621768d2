/** The notebook as its page shows it. Every text is shown as text. */
export interface NotebookPage {
  type: 'notebook';
  name: string;
  /** Whether it is the notebook that the server has open; if not, it has no notes here. */
  isOpen: boolean;
  /** A line about its state, and how many notes there are. */
  status: string;
  notes: PageNote[];
  /** The number of notes that are not shown. */
  more: number;
}

export interface PageNote {
  uri: string;
  title: string;
  /** The book, and the hashtags. */
  detail: string;
  /** Of the last change, as in `2024-01-31`. */
  day: string;
}

/** The user's action, from the page. */
export type Wanted = 'ready' | 'use' | 'new' | 'search' | { open: string };

/** A message of the page's, if it is one. */
export function wanted(message: unknown): Wanted | undefined {
  const { type, uri } = (message ?? {}) as Record<string, unknown>;
  if (type === 'open') {
    return typeof uri === 'string' && uri.startsWith('commonplace://') ? { open: uri } : undefined;
  }
  return (['ready', 'use', 'new', 'search'] as const).find((name) => name === type);
}
