import * as vscode from 'vscode';
import { ReviewCounts, Server } from './protocol';

/** The number of due prompts, in the status bar; nothing if the server does not send it. */
export class DueCount implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'commonplace.due', vscode.StatusBarAlignment.Left);

  constructor(private readonly server: Server) {
    this.item.name = 'Commonplace: Due Prompts';
    this.item.command = 'commonplace.review';
  }

  /** Requests the counts; later the server sends a notification when they change. */
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
    const due = counts.due === 1 ? '1 prompt due' : `${counts.due} prompts due`;
    const words = `${due}, ${counts.new} of them new; ${counts.answeredToday} answered today`;
    this.item.text = `$(mortar-board) ${counts.due}`;
    this.item.tooltip = `Commonplace: ${words}. Click to review.`;
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
