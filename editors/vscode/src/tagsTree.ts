import * as vscode from 'vscode';
import { noteItem } from './notesTree';
import { ListedNote, ListedTag, Server } from './protocol';
import { oneLine } from './text';

export type TagsNode = ListedTag | ListedNote;

/** The hashtags as a tree: below each its own, and the notes that have just it. */
export class TagsTree implements vscode.TreeDataProvider<TagsNode> {
  private readonly changes = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  private tags: ListedTag[] = [];

  constructor(private readonly server: Server) {}

  refresh(): void {
    this.changes.fire(undefined);
  }

  async getChildren(node?: TagsNode): Promise<TagsNode[]> {
    if (node === undefined) {
      this.tags = (await this.server.request('commonplace/listTags', {})).tags;
      return childTags(this.tags, undefined);
    } else if ('uri' in node) {
      return [];
    }
    const { notes } = await this.server.request('commonplace/listNotes', { tag: node.tag });
    return [
      ...childTags(this.tags, node.tag),
      ...notes.filter((note) => !note.trashed && note.tags.includes(node.tag)),
    ];
  }

  getTreeItem(node: TagsNode): vscode.TreeItem {
    if ('uri' in node) {
      return noteItem(node);
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
 * The tags directly below a tag, or those below none. A tag whose parent is not listed is a root.
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
