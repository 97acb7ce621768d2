import * as vscode from 'vscode';
import { NoteList } from './noteList';
import { NoteRange, rangeItem, rows } from './noteRange';
import { ListedNote, Server } from './protocol';
import { Grouping, order, Section, sections } from './sections';
import { listLine, oneLine } from './text';
import { t } from './words';

export type NotesNode = Section | NoteRange | ListedNote;

/** The notes of the notebook, grouped and sorted as the user has chosen. */
export class NotesTree implements vscode.TreeDataProvider<NotesNode> {
  private readonly changes = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly list: NoteList;

  constructor(server: Server) {
    this.list = new NoteList(
      server, () => ({ sort: order() }), () => this.changes.fire(undefined));
  }

  refresh(): void {
    this.list.refresh();
    this.changes.fire(undefined);
  }

  async getChildren(node?: NotesNode): Promise<NotesNode[]> {
    if (node !== undefined) {
      return 'start' in node ? node.notes.slice(node.start, node.end)
        : 'notes' in node ? rows(node.notes) : [];
    }
    const grouping = vscode.workspace.getConfiguration('commonplace')
      .get<Grouping>('notes.groupBy', 'section');
    return sections(await this.list.get(), grouping, new Date());
  }

  getTreeItem(node: NotesNode): vscode.TreeItem {
    return 'start' in node ? rangeItem(node) : 'notes' in node ? sectionItem(node) : noteItem(node);
  }
}

function sectionItem({ name, notes }: Section): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(name), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `section:${name}`;
  item.description = String(notes.length);
  item.contextValue = 'section';
  return item;
}

/** Returns a tree item whose texts are shown literally, without Markdown or icons. */
export function noteItem(note: ListedNote): vscode.TreeItem {
  const uri = vscode.Uri.parse(note.uri);
  const item = new vscode.TreeItem(
    oneLine(note.title) || t('Untitled'), vscode.TreeItemCollapsibleState.None);
  item.description = listLine(note);
  item.tooltip = oneLine(note.summary ?? '') || oneLine(note.title);
  item.contextValue = 'note';
  item.iconPath = new vscode.ThemeIcon('note');
  item.command = { command: 'vscode.open', title: t('Open Note'), arguments: [uri] };
  return item;
}
