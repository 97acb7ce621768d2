// A notebook's file in the editor: its notes in place of its bytes.
'use strict';

const vscode = require('vscode');
const { test, equal, check, contains } = require('../harness');

/** Opens a file as the editor does; waits for its page. */
async function opened(window, path) {
  const panel = await window.desktop.openCustomEditor(
    'commonplace.notebook', vscode.Uri.file(path));
  const { page } = panel.webview;
  const main = () => page.ids.get('page');
  const all = (className) => main().all().filter((element) => element.className === className);
  const texts = (className) => all(className).map((element) => element.textContent);
  await window.wait('the page', () => main().children.length > 0);
  return { panel, main, all, texts };
}

test('a notebook shows its state and its notes', async (window) => {
  await window.start();
  await window.running();
  await window.wait('the status', () => window.desktop.statusBar.get('commonplace.status')?.isShown);
  const { texts, all, main } = await opened(window, window.notebook);
  await window.wait('the notes', () => all('note').length === 5);
  contains(main().textContent, 'starter.libnotes', 'the name');
  contains(texts('status')[0], 'published', 'the state');
  check(texts('title').includes('Henry David Thoreau: Walden'), texts('title'));
  check(texts('day').every((day) => /^\d{4}-\d\d-\d\d$/.test(day)), texts('day'));
});

test('its notes open, and follow changes', async (window) => {
  await window.start();
  await window.running();
  const { all } = await opened(window, window.notebook);
  await window.wait('the notes', () => all('note').length === 5);
  all('note').find(({ textContent }) => textContent.includes('Walden')).click();
  await window.wait('the note', () =>
    window.desktop.editor?.document.getText().startsWith('# Henry David Thoreau: Walden'));
  const other = await window.other();
  await other.ask('commonplace/createNote', { title: 'Made elsewhere' });
  await window.wait('the new note', () =>
    all('note').some(({ textContent }) => textContent.includes('Made elsewhere')));
});

test('a new note and a search begin there', async (window) => {
  await window.start();
  await window.running();
  const { all } = await opened(window, window.notebook);
  await window.wait('the notes', () => all('note').length === 5);
  const click = (label) =>
    all('action').find(({ textContent }) => textContent === label).click();
  window.desktop.prompts.input = () => 'Begun here';
  click('New Note…');
  await window.wait('the note', () =>
    window.desktop.editor?.document.getText().includes('# Begun here'));
  click('Search…');
  await window.wait('the search', () => window.desktop.picks.length === 1);
});

test('another notebook is offered, and used when wished', async (window) => {
  await window.start();
  await window.running();
  const path = `${window.folder}/other.libnotes`;
  window.commonplace('init', '--notebook', path);
  const { texts, all } = await opened(window, path);
  await window.wait('its state', () => texts('status')[0]?.includes('starter.libnotes'));
  equal(all('note'), [], 'its notes');
  all('action').find(({ textContent }) => textContent === 'Use This Notebook').click();
  await window.wait('its notes', () => all('note').length === 5);
  equal(window.desktop.configuration('commonplace').get('notebook'), path, 'the setting');
});

test('the page opens notes and nothing else', async (window) => {
  await window.start();
  await window.running();
  const { panel } = await opened(window, window.notebook);
  const before = window.desktop.tabs.length;
  for (const message of [null, 'x', { type: 'open' }, { type: 'open', uri: 'file:///etc/passwd' },
    { type: 'run', command: 'quit' }]) {
    panel.webview.send(message);
  }
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  equal(window.desktop.tabs.length, before, 'tabs');
});
