// Commands that no story has.
'use strict';

const vscode = require('vscode');
const { test, equal, check, contains } = require('../harness');

test('a search is shown as a document after its words were asked for', async (window) => {
  await window.start();
  await window.running();
  window.desktop.prompts.input = () => 'neighbours';
  await window.run('commonplace.notes.searchDocument');
  const { document } = window.desktop.editor;
  equal(document.uri.scheme, 'commonplace-view', 'the scheme');
  contains(document.getText(), 'Jane Austen', 'the hits');
  window.desktop.prompts.input = () => undefined;
  await window.run('commonplace.notes.searchDocument');
  check(window.desktop.editor.document === document, 'without words nothing is shown');
});

test('a search below a tag begins with the tag', async (window) => {
  await window.start();
  await window.running();
  const [tag] = await window.children('commonplace.tags');
  await window.run('commonplace.notes.searchTag', tag);
  equal(window.desktop.picks[0].value, `${tag.tag} `, 'the search');
});

test('a refresh reads the views again', async (window) => {
  await window.start();
  await window.running();
  let count = 0;
  window.desktop.trees.get('commonplace.notes').onDidChangeTreeData(() => { count += 1; });
  await window.run('commonplace.notes.refresh');
  equal(count, 1, 'the view of notes');
});

test('a book is wanted, and given up', async (window) => {
  await window.start();
  await window.running();
  const answers = ['9780141439587', 'Emma', 'Jane Austen'];
  window.desktop.prompts.input = () => answers.shift();
  await window.run('commonplace.books.add');
  const uri = window.desktop.editor.document.uri.toString();
  const other = await window.other();
  const section = async () => (await other.ask('commonplace/readBook', { uri })).section;
  await window.run('commonplace.books.start');
  await window.run('commonplace.books.stop');
  await window.wait('given up', async () => await section() === 'stopped');
  await window.run('commonplace.books.want');
  await window.told('Emma');
});

test('another notebook is chosen', async (window) => {
  await window.start();
  await window.running();
  const path = `${window.folder}/other.libnotes`;
  window.commonplace('init', '--empty', '--notebook', path);
  window.desktop.prompts.file = () => [vscode.Uri.file(path)];
  await window.run('commonplace.notebook.choose');
  await window.wait('its notes', async () =>
    (await window.children('commonplace.notes')).flatMap(({ notes }) => notes).length === 0);
  window.desktop.prompts.file = () => undefined;
  await window.run('commonplace.notebook.choose');
  equal(window.desktop.configuration('commonplace').get('notebook'), path, 'the setting');
});

test('the log is shown', async (window) => {
  await window.start();
  await window.run('commonplace.server.log');
  equal(window.desktop.opened, ['log'], 'what is shown');
});
