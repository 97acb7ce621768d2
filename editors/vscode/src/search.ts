import * as vscode from 'vscode';
import { Hit, Server } from './protocol';
import { pickLabel, reason } from './text';
import { searchView } from './uris';
import { t } from './words';

/** Keys typed within this time, in milliseconds, cause one search. */
const pause = 100;
const limit = 100;
/** Time in milliseconds until the note of the active hit is shown. */
const glance = 150;

interface HitItem extends vscode.QuickPickItem {
  hit: Hit;
}

/** Search while typing: each pause sends a request, and outdated answers are dropped. */
export class Search {
  constructor(private readonly server: Server, private readonly notebook: () => Promise<string>) {}

  show(query = ''): vscode.Disposable {
    const pick = vscode.window.createQuickPick<HitItem>();
    const asDocument: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: t('Show the results as a document'),
    };
    const asReview: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon('mortar-board'), tooltip: t('Review the results'),
    };
    pick.title = t('Search Notes');
    pick.placeholder = t('words, "a phrase", -excluded, #tag, this OR that');
    pick.buttons = [asDocument, asReview];
    let running: vscode.CancellationTokenSource | undefined;
    let timer: NodeJS.Timeout | undefined;
    const ask = async (sought: string) => {
      running?.cancel();
      const mine = new vscode.CancellationTokenSource();
      running = mine;
      pick.busy = true;
      try {
        const result = await this.server.request(
          'commonplace/search', { query: sought, limit }, mine.token);
        if (running === mine) {
          pick.items = result.hits.map(item);
          pick.title = title(result.total, result.hits.length, result.totalIsExact !== false);
        }
      } catch (error) {
        if (running === mine) {
          pick.items = [];
          pick.title = t('Search Notes: {0}', reason(error));
        }
      } finally {
        if (running === mine) {
          pick.busy = false;
        }
        mine.dispose();
      }
    };
    const changed = (value: string) => {
      clearTimeout(timer);
      running?.cancel();
      running = undefined;
      if (value.trim() === '') {
        pick.items = [];
        pick.busy = false;
        pick.title = t('Search Notes');
      } else {
        timer = setTimeout(() => void ask(value), pause);
      }
    };
    pick.onDidChangeValue(changed);
    let look: NodeJS.Timeout | undefined;
    pick.onDidChangeActive(([active]) => {
      clearTimeout(look);
      if (active !== undefined) {
        // If the note cannot be shown, the error appears when the user chooses it.
        look = setTimeout(() => void openHit(active.hit, { preview: true, preserveFocus: true })
          .catch(() => undefined), glance);
      }
    });
    pick.onDidAccept(async () => {
      const [chosen] = pick.selectedItems;
      if (chosen !== undefined) {
        pick.hide();
        await openHit(chosen.hit);
      }
    });
    pick.onDidTriggerButton(async (button) => {
      const { value: sought } = pick;
      pick.hide();
      if (button === asDocument) {
        await this.showDocument(sought);
      } else if (sought.trim() !== '') {
        await vscode.commands.executeCommand('commonplace.review', { query: sought });
      }
    });
    pick.onDidHide(() => {
      clearTimeout(timer);
      clearTimeout(look);
      running?.cancel();
      running = undefined;
      pick.dispose();
    });
    pick.value = query;
    changed(query);
    pick.show();
    return pick;
  }

  async showDocument(query: string): Promise<void> {
    if (query.trim() !== '') {
      const uri = searchView(await this.notebook(), query);
      await vscode.window.showTextDocument(uri, { preview: false });
    }
  }
}

/** Returns an item that the editor does not filter, because the server has matched it. */
function item(hit: Hit): HitItem {
  return {
    label: pickLabel(hit.title) || t('Untitled'), detail: pickLabel(hit.snippet),
    alwaysShow: true, hit,
  };
}

function title(total: number, shown: number, isExact: boolean): string {
  if (total === 0) {
    return t('Search Notes: nothing found');
  } else if (total > shown) {
    return t('Search Notes: {0} of {1}', shown, isExact ? total : t('at most {0}', total));
  }
  return total === 1 ? t('Search Notes: 1 note') : t('Search Notes: {0} notes', total);
}

export async function openHit(
  hit: Hit, options: vscode.TextDocumentShowOptions = {}
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(hit.uri));
  const number = Math.max(0, Math.min(hit.line, document.lineCount - 1));
  const line = document.lineAt(number).text;
  const [start, end] = hit.highlights[0] ?? [0, 0];
  const matched = hit.snippet.slice(start, end);
  const column = matched === '' ? -1 : line.indexOf(matched);
  const first = new vscode.Position(number, Math.max(0, column));
  const last = column < 0 ? first : first.translate(0, matched.length);
  await vscode.window.showTextDocument(
    document, { ...options, selection: new vscode.Range(first, last) });
}
