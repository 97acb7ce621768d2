// The part about earlier texts of Tests/editors/story.md, step by step in one window.
'use strict';

const fs = require('fs');
const vscode = require('vscode');
const { story, skip, equal, check, contains } = require('../harness');

const changes = (text) => ({ start: text.indexOf('<<<<<<< '), end: text.search(/^>>>>>>> .*\n/m) });

/** Another program replaces a part of what is stored. */
async function elsewhere(window, uri, old, text) {
  const { text: stored } = await window.others[0].ask('commonplace/readNote', { uri });
  check(stored.includes(old), stored);
  await window.others[0].write(uri, stored.replace(old, text));
}

/** Does what the server can do with a line of a view. */
async function act(window, document, start, part) {
  const line = document.getText().split('\n').findIndex((text) => text.startsWith(start));
  check(line >= 0, `${start} in ${document.getText()}`);
  const action = await window.wait(part, async () =>
    (await window.desktop.codeActions(document.uri, document.lineAt(line).range))
      .find(({ title }) => title.includes(part)));
  await window.run(action.command.command, ...action.command.arguments);
}

/** The view that a command shows, once it is Mini Markdown. */
async function view(window, command, ...args) {
  await window.run(command, ...args);
  const { document } = window.desktop.editor;
  await window.wait('Mini Markdown', () => document.languageId === 'minimarkdown');
  return document;
}

/** Has the text with these words chosen from the history. */
function choose(window, words) {
  window.desktop.prompts.pick = async (items) => {
    for (const item of items) {
      const text = await vscode.workspace.openTextDocument(vscode.Uri.parse(item.kept.uri));
      if (text.getText().includes(words)) { return item; }
    }
    throw new Error(`no text with ${words}`);
  };
}

const stored = (window, { uri }) => window.others[0]
  .ask('commonplace/readNote', { uri: uri.toString() }).then(({ text }) => text);

/** A step that is skipped if the server has no history. */
const step = (name, run) => [name, async (window, it) => {
  if (it.isMissing) { skip('the server has no history'); }
  await run(window, it);
}];

story([
  step('put a note in the trash', async (window, it) => {
    await window.start();
    await window.running();
    const { told } = await window.other();
    it.isMissing = told.capabilities.experimental.commonplace.listHistory === undefined;
    if (it.isMissing) { skip('the server has no history'); }
    window.desktop.prompts.input = () => 'Plans';
    await window.run('commonplace.notes.new');
    it.note = window.desktop.editor.document;
    window.replace(it.note, it.note.getText(), '# Plans\n\nOne.\n');
    check(await it.note.save(), 'it is saved');
    window.replace(it.note, 'One', 'Two');
    check(await it.note.save(), 'it is saved again');
    it.uri = it.note.uri;
    await window.run('commonplace.notes.delete');
    it.trash = await view(window, 'commonplace.trash.show');
    contains(it.trash.getText(), '\n- Plans', 'the trash');
  }),
  step('take it out again', async (window, it) => {
    await act(window, it.trash, '- Plans', 'from the trash');
    await window.wait('the trash', () => it.trash.getText().includes('The trash is empty.'));
    equal(await stored(window, it), '# Plans\n\nTwo.\n', 'the note');
  }),
  step('see its history', async (window, it) => {
    it.history = await view(window, 'commonplace.history.show', it.uri);
    check(/^# History of Plans\n\n- [-\d]+ [\d:.]+  14 bytes  now     # Plans\n- .*  before  # Plans/
      .test(it.history.getText()), it.history.getText());
  }),
  step('compare it with an earlier text', async (window, it) => {
    choose(window, 'One.');
    await window.run('commonplace.history.compare', it.uri);
    const { input, label } = window.desktop.tabs
      .filter((tab) => tab.input instanceof vscode.TabInputTextDiff).at(-1);
    equal(input.modified.toString(), it.uri.toString(), 'the right side');
    equal((await vscode.workspace.openTextDocument(input.original)).getText(),
      '# Plans\n\nOne.\n', 'the left side');
    check(label.startsWith('Plans: 20'), label);
    const { permissions } = await vscode.workspace.fs.stat(input.original);
    equal(permissions, vscode.FilePermission.Readonly, 'how it is opened');
  }),
  step('compare them word by word', async (window, it) => {
    const document = await view(window, 'commonplace.history.words', it.uri);
    contains(document.getText(), '[-One-]{+Two+}.', 'the difference');
  }),
  step('go back to it', async (window, it) => {
    const count = it.history.lineCount;
    it.note = await vscode.workspace.openTextDocument(it.uri);
    await window.run('commonplace.history.restore', it.uri);
    await window.wait('the note', () => it.note.getText() === '# Plans\n\nOne.\n');
    equal(await stored(window, it), '# Plans\n\nOne.\n', 'the stored text');
    await window.wait('the history', () => it.history.lineCount === count + 1);
  }),
  step('save beside others', async (window, it) => {
    window.append(it.note, '\nHere.\n');
    await elsewhere(window, it.uri.toString(), '# Plans\n', '# Plans\n\nElsewhere.\n');
    check(!(await it.note.save()), 'it is not saved');
    await window.told('The changes are in your text now');
    check(await it.note.save(), 'it is saved');
    equal(await stored(window, it), '# Plans\n\nElsewhere.\n\nOne.\n\nHere.\n', 'the stored text');
  }),
  step('meet a change of the same line', async (window, it) => {
    window.replace(it.note, 'Here', 'Home');
    await elsewhere(window, it.uri.toString(), 'Here.', 'There.');
    check(!(await it.note.save()), 'it is not saved');
    const { items } = await window.told('Your text is not saved');
    check(items.includes('Merge'), items);
    check(!(await it.note.save()), 'nor is it when it is saved again');
    contains(await stored(window, it), 'There.', 'the stored text');
  }),
  step('bring both together', async (window, it) => {
    await window.run('commonplace.conflict.merge', it.uri);
    const { note: document } = it;
    check(!(await document.save()), 'with markers it is not saved');
    const { start, end } = changes(document.getText());
    const marked = document.getText().slice(start, document.getText().indexOf('\n', end) + 1);
    window.replace(document, marked, 'Home and there.\n');
    check(await document.save(), 'it is saved');
    it.saved = '# Plans\n\nElsewhere.\n\nOne.\n\nHome and there.\n';
    equal(await stored(window, it), it.saved, 'the stored text');
    equal([it.note.getText(), it.note.isDirty], [it.saved, false], 'the note');
  }),
  step('save a note that was deleted', async (window, it) => {
    await window.others[0].ask(
      'commonplace/deleteNote', { uri: it.uri.toString(), permanently: true });
    window.append(it.note, '\nBack.\n');
    check(!(await it.note.save()), 'it is not saved');
    await window.told('was deleted outside this editor. Your text is not saved.');
    await window.run('commonplace.conflict.keepOther', it.uri);
    contains(await stored(window, it), 'Back.', 'the stored text');
  }),
  step('rename the notebook', async (window, it) => {
    const moved = `${window.folder}/moved.libnotes`;
    await window.others[0].ask('shutdown', null).catch(() => undefined);
    window.others.forEach((other) => other.stop());
    fs.renameSync(window.notebook, moved);
    window.append(it.note, 'Again.\n');
    check(!(await it.note.save()), 'it is not saved');
    await window.told('moved.libnotes');
    check(!fs.existsSync(window.notebook), 'nothing is made at the old name');
    fs.renameSync(moved, window.notebook);
    check(await it.note.save(), 'it is saved');
  }),
  step('the file holds it', async (window, it) => {
    await window.quit();
    const shell = window.file() ?? skip('there is no sqlite3');
    for (const text of ['Elsewhere.', 'Home and there.', 'Back.', 'Again.']) {
      equal(shell(`SELECT count(*) FROM entry WHERE key = '.noteText' AND text LIKE '%${text}%'`),
        '1', text);
    }
  }),
]);
