/** Characters that break a list's line or turn the direction of what follows. */
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** A text from a note as one line, whatever is in it. */
export function oneLine(text: string): string {
  return text.replace(controls, ' ').replace(/\s+/g, ' ').trim();
}

/** The authors and the year of the book that a listed note is about; empty if there are none. */
export function byline({ book }: { book?: { authors: string[]; year?: number | null } }): string {
  const year = typeof book?.year === 'number' ? ` (${book.year})` : '';
  return oneLine(`${book?.authors.join(', ') ?? ''}${year}`);
}

/** A text from a note as a label of a quick pick, where `$(name)` would be shown as an icon. */
export function pickLabel(text: string): string {
  return oneLine(text).replace(/\$\([a-z0-9-]+(~[a-z]+)?\)/gi, '\\$&');
}

/** The text with all line ends alike, to compare what an editor holds with what is stored. */
export function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** A text as part of a message, where `[label](command:…)` would be a link that runs something. */
export function unlinked(text: string): string {
  return oneLine(text).replace(/\](?=\()/g, '] ');
}

/** The message of an error, without its kind and place. */
export function reason(error: unknown): string {
  return unlinked(error instanceof Error ? error.message : String(error));
}
