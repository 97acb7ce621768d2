import * as vscode from 'vscode';
import { NoteList } from './noteList';
import { NoteRange, rangeItem, rows } from './noteRange';
import { noteItem } from './notesTree';
import { ListedNote, ListedTag, Server } from './protocol';
import { oneLine } from './text';

export type TagsNode = ListedTag | NoteRange | ListedNote;

/**
 * The hashtags as a tree. Below each hashtag are its child hashtags, and the notes with exactly
 * this hashtag.
 */
export class TagsTree implements vscode.TreeDataProvider<TagsNode> {
  private readonly changes = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  private tags: ListedTag[] = [];
  private readonly lists = new Map<string, NoteList>();

  constructor(private readonly server: Server) {}

  refresh(): void {
    this.lists.forEach((list) => list.refresh());
    this.changes.fire(undefined);
  }

  async getChildren(node?: TagsNode): Promise<TagsNode[]> {
    if (node === undefined) {
      this.tags = (await this.server.request('commonplace/listTags', {})).tags;
      return childTags(this.tags, undefined);
    } else if ('uri' in node) {
      return [];
    } else if ('start' in node) {
      return node.notes.slice(node.start, node.end);
    }
    const notes = await this.list(node.tag).get();
    return [
      ...childTags(this.tags, node.tag),
      ...rows(notes.filter((note) => !note.trashed && note.tags.includes(node.tag))),
    ];
  }

  /** Returns the list of notes with a hashtag or one below it. */
  private list(tag: string): NoteList {
    const list = this.lists.get(tag) ?? new NoteList(
      this.server, () => ({ tag }), () => this.changes.fire(undefined));
    this.lists.set(tag, list);
    return list;
  }

  getTreeItem(node: TagsNode): vscode.TreeItem {
    if ('uri' in node) {
      return noteItem(node);
    } else if ('start' in node) {
      return rangeItem(node);
    }
    const name = node.tag.slice(node.tag.lastIndexOf('/') + 1);
    const item = new vscode.TreeItem(oneLine(name), vscode.TreeItemCollapsibleState.Collapsed);
    item.id = `tag:${node.tag}`;
    item.description = String(node.noteCount);
    item.tooltip = oneLine(node.tag);
    item.contextValue = 'tag';
    item.iconPath = new vscode.ThemeIcon('tag');
    return item;
  }
}

/**
 * Returns the hashtags directly below `parent`, or the roots if it is undefined. A hashtag without
 * a listed ancestor is a root.
 */
export function childTags(tags: ListedTag[], parent: string | undefined): ListedTag[] {
  const known = new Set(tags.map(({ tag }) => tag));
  return tags.filter(({ tag }) => nearestListed(tag, known) === parent);
}

function nearestListed(tag: string, known: Set<string>): string | undefined {
  let end = tag.lastIndexOf('/');
  while (end > 0) {
    const candidate = tag.slice(0, end);
    if (known.has(candidate)) {
      return candidate;
    }
    end = tag.lastIndexOf('/', end - 1);
  }
  return undefined;
}
