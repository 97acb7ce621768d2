import * as vscode from 'vscode';
import { ListedNote } from './protocol';
import { oneLine } from './text';
import { t } from './words';

/** The number of notes shown as rows, and in each folder for the notes after them. */
const [inRow, inRange] = [200, 500];

/**
 * A part of a long list, which a tree shows as a folder: notes from `start` up to, but not
 * including, `end`.
 */
export interface NoteRange {
  notes: readonly ListedNote[];
  start: number;
  end: number;
}

export function rows(notes: readonly ListedNote[]): (ListedNote | NoteRange)[] {
  const ranges: NoteRange[] = [];
  for (let start = inRow; start < notes.length; start += inRange) {
    ranges.push({ notes, start, end: Math.min(start + inRange, notes.length) });
  }
  return [...notes.slice(0, inRow), ...ranges];
}

export function rangeItem({ notes, start, end }: NoteRange): vscode.TreeItem {
  const item = new vscode.TreeItem(
    t('{0} to {1}', start + 1, end), vscode.TreeItemCollapsibleState.Collapsed);
  item.description = [notes[start], notes[end - 1]]
    .map((note) => oneLine(note?.title ?? '')).join(' … ');
  item.contextValue = 'range';
  return item;
}
