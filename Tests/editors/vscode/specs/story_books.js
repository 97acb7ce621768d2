// The part about books of Tests/editors/story.md, step by step in one window.
'use strict';

const vscode = require('vscode');
const { story, skip, equal, check, contains } = require('../harness');
const { noToken } = require('../stub/desktop');

const codes = (window, document) => window.problems(document)
  .map(({ code }) => code?.value ?? code);

/** The line that begins so. */
function line(document, start) {
  const number = document.getText().split('\n').findIndex((text) => text.startsWith(start));
  check(number >= 0, `${start} in ${document.getText()}`);
  return document.lineAt(number).range;
}

/** The lines of a list of books. */
async function list(window, label) {
  window.desktop.prompts.pick = (items) => items.find((item) => item.label === label);
  await window.run('commonplace.books.list');
  const { document } = window.desktop.editor;
  await window.wait('Mini Markdown', () => document.languageId === 'minimarkdown');
  return document;
}

story([
  ['add a book by its ISBN', async (window, it) => {
    await window.start();
    await window.running();
    const answers = ['9780141439587', 'Emma', 'Jane Austen', '9780141439587'];
    window.desktop.prompts.input = () => answers.shift();
    await window.run('commonplace.books.add');
    it.note = window.desktop.editor.document;
    check(it.note.uri.path.endsWith('/emma.md'), it.note.uri.toString());
    await window.run('commonplace.books.add');
    equal(window.desktop.editor.document.uri.toString(), it.note.uri.toString(), 'the note');
    equal(answers, [], 'nothing else is asked');
  }],
  ['open its record', async (window, it) => {
    await window.run('commonplace.books.record');
    it.record = window.desktop.editor.document;
    check(it.record.uri.path.endsWith('/book.yaml'), it.record.uri.toString());
    equal(it.record.languageId, 'yaml', 'its language');
    contains(it.record.getText(), '\ntitle: Emma\n', 'the record');
  }],
  ['see a fault and fix it', async (window, { record }) => {
    window.replace(record, '9780141439587', '9780141439588');
    await window.wait('the problem', () => codes(window, record).includes('book-isbn'));
    const actions = await window.desktop.codeActions(record.uri, line(record, 'isbn:'));
    const fix = actions.find(({ title }) => title.startsWith('Change the last digit'));
    check(fix !== undefined, 'the fix');
    await vscode.workspace.applyEdit(fix.edit);
    contains(record.getText(), '9780141439587', 'the number');
    await window.wait('no problem', () => codes(window, record).length === 0);
  }],
  ['complete a value', async (window, { record }) => {
    const end = window.append(record, 'numb');
    const [{ provider }] = window.desktop.offered('CompletionItem', record);
    const answer = await provider.provideCompletionItems(record, end, noToken(), { triggerKind: 0 });
    check((answer.items ?? answer).some(({ label }) =>
      (label.label ?? label) === 'number-of-pages'), 'the field');
    window.desktop.change(record, [
      { range: new vscode.Range(end.line, 0, end.line, end.character), newText: '' },
    ]);
  }],
  ['save it', async (window, { record }) => {
    window.replace(record, '\nlanguage:', '\nlanguage: en');
    check(await record.save(), 'it is saved');
    window.replace(record, '\nstars:', '\nstars: many');
    check(!(await record.save()), 'it is not saved');
    window.replace(record, '\nstars: many', '\nstars:');
    check(await record.save(), 'it is saved again');
  }],
  ['finish it', async (window, { note, record }) => {
    await vscode.window.showTextDocument(note.uri);
    await window.run('commonplace.books.start');
    await window.run('commonplace.books.finish');
    await window.wait('the reading', () => /finish: \d{4}-\d\d-\d\d/.test(record.getText()));
  }],
  ['rate it', async (window, { record }) => {
    window.desktop.prompts.pick = (items) => items.find((item) => item.stars === 4);
    await window.run('commonplace.books.rate');
    await window.wait('the stars', () => record.getText().includes('\nstars: 4\n'));
  }],
  ['see it in its year', async (window, { note }) => {
    const view = await list(window, 'Read, by Year');
    const year = new Date().getFullYear();
    contains(view.getText(), `## Read in ${year}\n\n- Emma, Jane Austen  ★★★★  ${year}-`, 'the list');
    const [{ provider }] = window.desktop.offered('DocumentLink', view);
    const links = await provider.provideDocumentLinks(view, noToken());
    equal(links.map(({ target }) => target.toString()), [note.uri.toString()], 'the link');
    // The form.
    const picks = ['Stars', undefined];
    window.desktop.prompts.pick = (items) => {
      const label = picks.shift();
      return items.find((item) => item.label === label);
    };
    window.desktop.prompts.input = (options) => {
      equal(options.value, '4', 'the value');
      return '5';
    };
    await vscode.window.showTextDocument(note.uri);
    await window.run('commonplace.books.edit');
    await window.wait('the list to follow', () => view.getText().includes('★★★★★'));
  }],
  ['the file holds it', async (window) => {
    await window.quit();
    const shell = window.file() ?? skip('there is no sqlite3');
    const year = new Date().getFullYear();
    await window.wait('the file', () => shell(
      `SELECT json_extract(json, '$.book.isbn13'), json_extract(json, '$.book.rating'),
         json_extract(json, '$.book.readingHistory.entries[0].finish.year')
       FROM entry WHERE json_extract(json, '$.book.title') = 'Emma'`)
      === `9780141439587|5|${year}`);
    equal(shell(
      "SELECT json_extract(json, '$.language') FROM entry WHERE key = '.commonplace-book'"),
    'en', 'what the app has no place for');
  }],
]);
