import * as vscode from 'vscode';
import { ListedNote, NoteOrder } from './protocol';
import { t } from './words';

/** The divisions of the view of notes. */
export type Grouping = 'section' | 'tag' | 'modified' | 'none';

export interface Section {
  name: string;
  notes: ListedNote[];
}

const day = 24 * 60 * 60 * 1000;
const untagged = t('Without tags');

/** The order of lists of notes that the user has chosen. */
export function order(): NoteOrder {
  return vscode.workspace.getConfiguration('commonplace').get<NoteOrder>('notes.sortBy', 'modified');
}

/**
 * The notes in sections, in the order that they are to be shown; notes keep their order within one.
 * `section` is what the server says of a note's book; from one that says nothing, as `modified`.
 */
export function sections(
  notes: readonly ListedNote[], grouping: Grouping, now: Date
): Section[] {
  const present = notes.filter((note) => !note.trashed);
  if (grouping === 'section' && present.some(({ section }) => section)) {
    return grouped(present, ({ section }) => [section || t('Other notes')]);
  } else if (grouping === 'tag') {
    const byName = grouped(present, ({ tags }) => tags.length === 0
      ? [untagged] : [...new Set(tags.map((tag) => tag.split('/')[0] ?? tag))]);
    return byName.sort((one, other) => Number(one.name === untagged)
      - Number(other.name === untagged) || one.name.localeCompare(other.name));
  }
  if (grouping === 'none') {
    return grouped(present, () => [t('Notes')]);
  }
  return grouped(present, ({ modified }) => [age(new Date(modified), now)]);
}

/** Sections in the order in which their first notes come. */
function grouped(notes: ListedNote[], names: (note: ListedNote) => string[]): Section[] {
  const found = new Map<string, ListedNote[]>();
  for (const note of notes) {
    for (const name of names(note)) {
      const section = found.get(name);
      if (section === undefined) {
        found.set(name, [note]);
      } else {
        section.push(note);
      }
    }
  }
  return [...found].map(([name, members]) => ({ name, notes: members }));
}

/** The age of a time, in the words of a list; later ones by their year. */
function age(time: Date, now: Date): string {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  if (time.getTime() >= midnight) {
    return t('Today');
  } else if (time.getTime() >= midnight - 6 * day) {
    return t('Last seven days');
  } else if (time.getTime() >= midnight - 29 * day) {
    return t('Last thirty days');
  }
  return String(time.getFullYear());
}
