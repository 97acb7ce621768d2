import * as vscode from 'vscode';
import { Page, Wanted, wanted } from './reviewPage';
import { html } from './webviewPage';
import { t } from './words';

/** The panel that shows a review. Its script in `media` creates the content from pages. */
export class ReviewPanel {
  private panel: vscode.WebviewPanel | undefined;
  /** Whether the panel's script runs; before that, it does not receive messages. */
  private isReady = false;
  private page: Page | undefined;

  /** Does not open the panel. `closed` is called when the user or `close` closes it. */
  constructor(
    private readonly extension: vscode.Uri, private readonly wants: (what: Wanted) => void,
    private readonly closed: () => void
  ) {}

  show(page: Page): void {
    this.page = page;
    this.panel ??= this.open();
    if (this.isReady) {
      void this.panel.webview.postMessage(page);
    }
  }

  reveal(): void {
    this.panel?.reveal();
  }

  close(): void {
    this.panel?.dispose();
  }

  private open(): vscode.WebviewPanel {
    const media = vscode.Uri.joinPath(this.extension, 'media');
    const panel = vscode.window.createWebviewPanel(
      'commonplace.review', t('Review'), vscode.ViewColumn.Active,
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [media] });
    panel.iconPath = {
      light: vscode.Uri.joinPath(media, 'review-light.svg'),
      dark: vscode.Uri.joinPath(media, 'review-dark.svg'),
    };
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.isReady = false;
      this.closed();
    });
    panel.webview.onDidReceiveMessage((message) => {
      const what = wanted(message);
      if (what?.type === 'ready') {
        this.isReady = true;
        void panel.webview.postMessage(this.page);
      } else if (what !== undefined) {
        this.wants(what);
      }
    });
    panel.webview.html = html(panel.webview, media, 'review', t('Review'));
    return panel;
  }
}
