import * as vscode from 'vscode';
import { NotebookStatus } from './protocol';
import { t } from './words';

/** The notebook's status in the status bar; hidden until the server sends it. */
export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'commonplace.status', vscode.StatusBarAlignment.Left);

  constructor() {
    this.item.name = t('Commonplace: Notebook Status');
  }

  show(status: NotebookStatus): void {
    if (typeof status.text !== 'string') {
      return;
    }
    const isWell = status.isPublished && status.conflicts === 0 && status.problem === null;
    // A name that contains `$(…)` would be shown as an icon.
    this.item.text = (isWell ? '$(book) ' : '$(warning) ') + status.text.replace(/\$\(/g, '$ (');
    this.item.tooltip = status.problem ?? status.notebook;
    this.item.accessibilityInformation = { label: status.text };
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}
