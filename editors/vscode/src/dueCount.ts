import * as vscode from 'vscode';
import { ReviewCounts, Server } from './protocol';
import { t } from './words';

/** The number of due prompts in the status bar; hidden while it is unknown. */
export class DueCount implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'commonplace.due', vscode.StatusBarAlignment.Left);

  constructor(private readonly server: Server) {
    this.item.name = t('Commonplace: Due Prompts');
    this.item.command = 'commonplace.review';
  }

  async refresh(): Promise<void> {
    try {
      this.show(await this.server.request('commonplace/review/counts', {}));
    } catch {
      this.hide();
    }
  }

  show(counts: ReviewCounts): void {
    const numbers = [counts.due, counts.new, counts.answeredToday];
    if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) {
      return;
    }
    const due = counts.due === 1 ? t('1 prompt due') : t('{0} prompts due', counts.due);
    const words = t('{0}, {1} of them new; {2} answered today',
      due, counts.new, counts.answeredToday);
    this.item.text = `$(mortar-board) ${counts.due}`;
    this.item.tooltip = t('Commonplace: {0}. Click to review.', words);
    this.item.accessibilityInformation = { label: words };
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}
