import { t } from './words';
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

/** A time as in `2024-03-01 09:30`, here; as it is, if it is not one. */
export function moment(iso: string): string {
  const time = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  return Number.isNaN(time.getTime()) ? oneLine(iso)
    : `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
      + ` ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The title of a note: its first line, without the marks of a heading. */
export function titleOf(text: string): string {
  const line = text.replace(/^\s+/, '').split('\n', 1)[0] ?? '';
  return oneLine(line.replace(/^#+\s+/, '')) || t('Untitled');
}

/**
 * The part of a list's line after the title: the book, hashtags, due prompts and the day; each as
 * `plain` makes it.
 */
export function listLine(note: {
  byline?: string | null; tags: string[];
  due?: number | null; date: string;
}, plain = oneLine): string {
  const due = typeof note.due === 'number' && note.due > 0 ? t('{0} due', note.due) : '';
  return [note.byline ?? '', note.tags.join(' '), due, note.date].map(plain).filter(Boolean)
    .join('  ');
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
