import * as vscode from 'vscode';
import { ListedNote, NoteOrder } from './protocol';
import { t } from './words';

export type Grouping = 'section' | 'tag' | 'modified' | 'none';

export interface Section {
  name: string;
  notes: ListedNote[];
}

const day = 24 * 60 * 60 * 1000;
const untagged = t('Without tags');

export function order(): NoteOrder {
  return vscode.workspace.getConfiguration('commonplace').get<NoteOrder>('notes.sortBy', 'modified');
}

/**
 * Returns the notes in sections, in display order, without notes in the trash. Notes keep their
 * order within a section. For `section`, if no note has one, groups them as with `modified`.
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

/** Returns sections in the order of their first notes. */
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

/** Returns the age of a time in words; before the last thirty local days, the year. */
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
