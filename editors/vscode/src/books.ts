import * as vscode from 'vscode';
import { BookAnswer, BookFields, Server } from './protocol';
import { pickLabel, reason } from './text';
import { recordUri, viewScheme } from './uris';
import { t } from './words';

/** The fields of a book's form, in order; other fields are only in the record. */
const formFields: { name: string; label: string; kind: 'text' | 'list' | 'number' }[] = [
  { name: 'title', label: t('Title'), kind: 'text' },
  { name: 'authors', label: t('Authors'), kind: 'list' },
  { name: 'isbn', label: t('ISBN'), kind: 'text' },
  { name: 'publisher', label: t('Publisher'), kind: 'text' },
  { name: 'year-published', label: t('Year of the Edition'), kind: 'number' },
  { name: 'original-year-published', label: t('Year of First Publication'), kind: 'number' },
  { name: 'number-of-pages', label: t('Pages'), kind: 'number' },
  { name: 'language', label: t('Language'), kind: 'text' },
  { name: 'series', label: t('Series'), kind: 'text' },
  { name: 'series-number', label: t('Number in the Series'), kind: 'text' },
  { name: 'tags', label: t('Genres'), kind: 'list' },
  { name: 'stars', label: t('Stars'), kind: 'number' },
  { name: 'page', label: t('Page Reached'), kind: 'number' },
  { name: 'review', label: t('Review'), kind: 'text' },
];

/** Whether a text has the length and the digits of an ISBN; the check digit may be wrong. */
function isISBN(text: string): boolean {
  return /^(?:\d{9}|\d{12})[\dxX]$/.test(text.replace(/[-\s]/g, ''));
}

const listed = (text: string) => text.split(',').map((part) => part.trim()).filter(Boolean);

/** Actions on books. They throw errors, except that `editField` shows the errors of a save. */
export class Books {
  constructor(
    private readonly server: Server, private readonly notebookName: () => Promise<string>
  ) {}

  private async run(step: string, argument: object): Promise<BookAnswer> {
    return await this.server.request('workspace/executeCommand', {
      command: `commonplace.book.${step}`, arguments: [argument],
    }) as BookAnswer;
  }

  async step(step: string, uri: vscode.Uri, more: object = {}): Promise<void> {
    const { message } = await this.run(step, { uri: uri.toString(), ...more });
    void vscode.window.showInformationMessage(t('Commonplace: {0}', message));
  }

  async rate(uri: vscode.Uri): Promise<void> {
    const items = [1, 2, 3, 4, 5].map((stars) => ({ label: '★'.repeat(stars), stars }));
    const chosen = await vscode.window.showQuickPick(
      [...items.reverse(), { label: t('No Stars'), stars: 0 }], { title: t('Stars') });
    await (chosen && this.step('rate', uri, { stars: chosen.stars }));
  }

  async record(uri: vscode.Uri): Promise<void> {
    await vscode.window.showTextDocument(recordUri(uri));
  }

  async add(): Promise<void> {
    const typed = await vscode.window.showInputBox({
      title: t('Add a Book'), prompt: t('ISBN or title'),
    });
    if (typed === undefined || typed.trim() === '') {
      return;
    }
    const isbn = isISBN(typed) ? typed.trim() : undefined;
    const known = isbn && await this.run('add', { isbn }).catch(() => undefined);
    if (known) {
      await vscode.window.showTextDocument(vscode.Uri.parse(known.uri));
      return;
    }
    const title = isbn === undefined ? typed : await vscode.window.showInputBox({
      title: t('Add a Book'), prompt: t('Title of the book'),
    });
    const authors = title && await vscode.window.showInputBox({
      title: t('Add a Book'), prompt: t('Authors, separated by commas'),
    });
    if (!title || authors === undefined) {
      return;
    }
    const { uri } = await this.run('add', { title, authors: listed(authors), isbn });
    await vscode.window.showTextDocument(vscode.Uri.parse(uri));
  }

  async list(): Promise<void> {
    const chosen = await vscode.window.showQuickPick([
      { label: t('All Books'), query: '' },
      { label: t('Reading'), query: 'section=reading' },
      { label: t('Want to Read'), query: 'section=want' },
      { label: t('Read, by Year'), query: 'section=read&sort=read' },
      { label: t('Did Not Finish'), query: 'section=stopped' },
      { label: t('By Author'), query: 'sort=author' },
      { label: t('By Title'), query: 'sort=title' },
      { label: t('By Stars'), query: 'sort=stars' },
    ], { title: t('Books') });
    if (chosen !== undefined) {
      await vscode.window.showTextDocument(vscode.Uri.from({
        scheme: viewScheme, authority: await this.notebookName(), path: '/books',
        query: chosen.query,
      }));
    }
  }

  /** Shows a form with the fields of the record, each saved by itself, until the user closes it. */
  async edit(uri: vscode.Uri): Promise<void> {
    for (;;) {
      const { fields, version } = await this.server.request(
        'commonplace/readBook', { uri: uri.toString() });
      const items = formFields.map((field) => ({
        label: field.label, description: pickLabel(shown(fields[field.name])), field,
      }));
      const chosen = await vscode.window.showQuickPick(
        [...items, { label: t('Open the Whole Record…'), field: undefined }],
        { title: t('The Book'), matchOnDescription: true });
      if (chosen === undefined) {
        return;
      } else if (chosen.field === undefined) {
        return this.record(uri);
      }
      await this.editField(uri, version, chosen.field, shown(fields[chosen.field.name]));
    }
  }

  private async editField(
    uri: vscode.Uri, baseVersion: string, field: typeof formFields[number], before: string
  ): Promise<void> {
    const typed = await vscode.window.showInputBox({
      title: field.label, value: before,
      prompt: field.kind === 'list' ? t('Separated by commas') : undefined,
    });
    if (typed === undefined || typed === before) {
      return;
    }
    const number = Number(typed.replace(',', '.'));
    const value = typed.trim() === '' ? null
      : field.kind === 'list' ? listed(typed)
        : field.kind === 'number' && !Number.isNaN(number) ? number : typed;
    try {
      const { conflict } = await this.server.request(
        'commonplace/writeBook', { uri: uri.toString(), baseVersion, fields: { [field.name]: value } });
      if (conflict !== undefined) {
        void vscode.window.showWarningMessage(
          t('Not saved: the record was changed while you typed. Check its fields, and edit'
            + ' again.'));
      }
    } catch (error) {
      void vscode.window.showErrorMessage(t('Commonplace: {0}', reason(error)));
    }
  }
}

function shown(value: BookFields[string]): string {
  return Array.isArray(value) ? value.join(', ') : value === undefined || value === null
    ? '' : String(value);
}
