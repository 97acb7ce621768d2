// Notes of days, templates, and the links of a note.
'use strict';

const fs = require('fs');
const vscode = require('vscode');
const { test, equal, check } = require('../harness');
const { answer } = require('../recording');

/** Writes one of the user's templates. */
function template(window, name, text) {
  const folder = `${window.folder}/commonplace/templates`;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(`${folder}/${name}.md`, text);
}

const shown = (window) => window.desktop.editor.document;
const place = (window) => {
  const { line, character } = window.desktop.editor.selection.active;
  return [line, character];
};

test('the note of the day is made once', async (window) => {
  await window.start();
  await window.running();
  await window.run('commonplace.notes.today');
  check(/^# \d{4}-\d\d-\d\d\n#journal\n/.test(shown(window).getText()), shown(window).getText());
  const uri = shown(window).uri.toString();
  await window.openNote();
  await window.run('commonplace.notes.today');
  equal(shown(window).uri.toString(), uri, 'the note');
});

test('the note of a day is chosen, or its date is typed', async (window) => {
  await window.start();
  await window.running();
  await window.run('commonplace.notes.today');
  let offered;
  window.desktop.prompts.pick = (items) => {
    offered = items;
    return items.find(({ date }) => date === undefined);
  };
  window.desktop.prompts.input = () => ' 2026-03-04 ';
  await window.run('commonplace.notes.day');
  equal(shown(window).getText(), '# 2026-03-04\n#journal\n\n', 'the text');
  equal(place(window), [3, 0], 'the cursor');
  const marked = offered.filter(({ description }) => /\$\(note\)/.test(description ?? ''));
  equal([offered.length, marked.length], [81, 1], 'the days, and that with a note');
  window.desktop.prompts.input = () => '2026-02-30';
  await window.run('commonplace.notes.day');
  await window.told('expected today, yesterday, tomorrow or a date such as 2026-11-21');
});

test('a note is made of a template, with the cursor at its place', async (window) => {
  await window.start();
  await window.running();
  await window.run('commonplace.notes.newFromTemplate');
  await window.told('No templates yet.');
  template(window, 'book', '# {{title}}\n');
  template(window, 'person', '# {{title}}\n\nNée 😀 {{cursor}}\n\nSee [[People]].\n');
  window.desktop.prompts.pick = (items) => {
    equal(items.map(({ label }) => label), ['book', 'person'], 'the templates');
    return items[1];
  };
  window.desktop.prompts.input = () => 'Jane Austen';
  await window.run('commonplace.notes.newFromTemplate');
  equal(shown(window).getText(), '# Jane Austen\n\nNée 😀 \n\nSee [[People]].\n', 'the text');
  equal(place(window), [2, 7], 'the cursor');
});

test('the links of a note are listed with their sentences', async (window) => {
  await window.start();
  const note = await window.openNote();
  await window.run('commonplace.notes.links');
  await window.told('This note has no links to or from other notes.');
  const uri = note.uri.toString();
  answer(window, { 'commonplace/listLinks': {
    pointing: [{ uri, title: 'A\u202e $(x)', places: [
      { range: { start: { line: 1, character: 2 }, end: { line: 1, character: 9 } }, sentence: 'See [[B]].' },
    ] }],
    pointedAt: [{ uri, title: 'C' }],
  } });
  let offered;
  window.desktop.prompts.pick = (items) => {
    offered = items.map(({ label, detail }) => [label, detail]);
    return items[0];
  };
  await window.run('commonplace.notes.links');
  equal(offered.map(([label]) => label.slice(0, 14)),
    ['$(arrow-left) ', '$(arrow-right)'], 'the arrows');
  equal(offered[0][1], 'See [[B]].', 'the sentence');
  check(!offered[0][0].includes('\u202e') && !offered[0][0].includes(' $(x)'), offered[0][0]);
  equal(place(window), [1, 2], 'the place');
  check(vscode.window.activeTextEditor.document === note, 'the note');
});

test('the notes around a note are a document', async (window) => {
  await window.start();
  const note = await window.openNote();
  await window.run('commonplace.notes.around');
  await window.wait('the document', () => shown(window).uri.scheme === 'commonplace-view');
  check(/\/around$/.test(shown(window).uri.path), shown(window).uri.toString());
  check(shown(window).getText().startsWith('# Around '), shown(window).getText());
  check(shown(window).uri.toString() !== note.uri.toString(), 'another document');
});
