import * as vscode from 'vscode';
import { notePages } from './noteList';
import { ListedNote, Server } from './protocol';
import { order } from './sections';
import { listLine, pickLabel } from './text';
import { t } from './words';

interface NoteItem extends vscode.QuickPickItem {
  uri: string;
}

/**
 * Lets the user choose a note while the list is still being read. Returns its URI, or undefined.
 */
export function pickNote(server: Server): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick<NoteItem>();
  pick.title = t('Open Note');
  pick.placeholder = t('Title or tag');
  pick.matchOnDescription = true;
  pick.keepScrollPosition = true;
  pick.busy = true;
  return new Promise<string | undefined>((resolve, reject) => {
    const reading = { isEnded: false };
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen !== undefined) {
        resolve(chosen.uri);
        pick.hide();
      }
    });
    pick.onDidHide(() => {
      reading.isEnded = true;
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    fill(pick, server, reading).catch((error) => {
      // An incomplete list is still useful.
      if (pick.items.length === 0) {
        reject(error);
        pick.hide();
      }
    });
  });
}

async function fill(
  pick: vscode.QuickPick<NoteItem>, server: Server, reading: { isEnded: boolean }
): Promise<void> {
  const items: NoteItem[] = [];
  const show = () => {
    const { activeItems } = pick;
    const isMoved = activeItems[0] !== pick.items[0];
    pick.items = [...items];
    if (isMoved) {
      pick.activeItems = activeItems;
    }
  };
  try {
    for await (const { notes } of notePages(server, { sort: order() })) {
      if (reading.isEnded) {
        return;
      }
      items.push(...notes.filter(({ trashed }) => !trashed).map(noteItem));
      // The editor gets all items each time. Updating at each doubling keeps the total cost
      // linear.
      if (items.length >= 2 * pick.items.length) {
        show();
      }
    }
    if (!reading.isEnded && items.length > pick.items.length) {
      show();
    }
  } finally {
    pick.busy = false;
  }
}

function noteItem(note: ListedNote): NoteItem {
  return {
    label: pickLabel(note.title) || t('Untitled'), description: listLine(note, pickLabel),
    uri: note.uri,
  };
}
