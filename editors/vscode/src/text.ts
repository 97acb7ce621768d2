import { t } from './words';
/** Characters that break a list's line or change the direction of the text after them. */
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

export function oneLine(text: string): string {
  return text.replace(controls, ' ').replace(/\s+/g, ' ').trim();
}

/** Returns the authors and the year of the book of a listed note; empty if there are none. */
export function byline({ book }: { book?: { authors: string[]; year?: number | null } }): string {
  const year = typeof book?.year === 'number' ? ` (${book.year})` : '';
  return oneLine(`${book?.authors.join(', ') ?? ''}${year}`);
}

/** Returns a time such as `2024-03-01 09:30` in local time; an invalid time as one line. */
export function moment(iso: string): string {
  const time = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  return Number.isNaN(time.getTime()) ? oneLine(iso)
    : `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
      + ` ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** Returns the title of a note: its first line that is not blank, without the heading's `#`. */
export function titleOf(text: string): string {
  const line = text.replace(/^\s+/, '').split('\n', 1)[0] ?? '';
  return oneLine(line.replace(/^#+\s+/, '')) || t('Untitled');
}

/**
 * Returns the part of a list's line after the title: the book, hashtags, due prompts and the day,
 * each converted by `plain`.
 */
export function listLine(note: {
  byline?: string | null; tags: string[];
  due?: number | null; date: string;
}, plain = oneLine): string {
  const due = typeof note.due === 'number' && note.due > 0 ? t('{0} due', note.due) : '';
  return [note.byline ?? '', note.tags.join(' '), due, note.date].map(plain).filter(Boolean)
    .join('  ');
}

/**
 * Returns a text from a note as a label of a quick pick, with `$(name)` escaped, which would be an
 * icon.
 */
export function pickLabel(text: string): string {
  return oneLine(text).replace(/\$\([a-z0-9-]+(~[a-z]+)?\)/gi, '\\$&');
}

/** Returns the text with LF line ends, to compare an editor's text with the stored text. */
export function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/**
 * Returns a text for a message. Separates `](`, because `[label](command:…)` would be a link that
 * runs a command.
 */
export function unlinked(text: string): string {
  return oneLine(text).replace(/\](?=\()/g, '] ');
}

export function reason(error: unknown): string {
  return unlinked(error instanceof Error ? error.message : String(error));
}
