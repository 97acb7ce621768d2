// A note that was changed elsewhere while it was edited here.
'use strict';

const vscode = require('vscode');
const { test, equal, check, contains } = require('../harness');

/** A note that says something else here than is stored since, and that could not be saved. */
async function conflicting(window, theirs = 'theirs\n') {
  await window.start();
  const document = await window.openNote();
  const other = await window.other();
  window.append(document, 'mine\n');
  const uri = document.uri.toString();
  await (theirs === null
    ? other.ask('commonplace/deleteNote', { uri, permanently: true }) : other.write(uri, theirs));
  check(!(await document.save()), 'it is not saved');
  return { document, other, mine: document.getText() };
}

const diffs = (window) => window.desktop.tabs
  .filter(({ input }) => input instanceof vscode.TabInputTextDiff);
const titles = (window) => window.children('commonplace.notes')
  .then((sections) => sections.flatMap(({ notes }) => notes).map(({ title }) => title));
const hasConflict = (window) => window.desktop.context.get('commonplace.hasConflict');

test('both texts are shown in the diff editor, and nothing is written', async (window) => {
  const { document, mine } = await conflicting(window);
  await window.told('Failed to save');
  const message = await window.told('Your text is not saved. On the left: 1. this machine, 20');
  contains(message.message, '(shown). On the right: 2. the text in this buffer (other).', 'it');
  equal(message.items, [
    'Merge', 'Keep 1: this machine', 'Keep 2: the text in this buffer', 'Keep Both',
  ], 'the choices');
  const [{ input, label }] = diffs(window);
  check(/: 1\. this machine, 20.* \(shown\) ↔ 2\. the text in this buffer \(other\)$/.test(label),
    label);
  const left = await vscode.workspace.openTextDocument(input.original);
  equal(left.getText(), 'theirs\n', 'the left side');
  equal(input.modified.toString(), document.uri.toString(), 'the right side');
  equal(document.getText(), mine, 'the text');
  check(document.isDirty, 'it is still unsaved');
  equal(window.stored(document), 'theirs\n', 'the stored text');
  check(hasConflict(window), 'the buttons are shown');
});

test('the name of a note makes no link in a message', async (window) => {
  await window.start();
  const { uri } = await window.openNote();
  const crafted = uri.with({ path: uri.path.replace(/[^/]*$/, '[Saved](command:quit).md') });
  window.desktop.closeEditor(window.desktop.find(uri));
  const { document } = await vscode.window.showTextDocument(crafted);
  const other = await window.other();
  window.append(document, 'mine\n');
  await other.write(uri.toString(), 'theirs\n');
  await window.told('Your unsaved text is untouched');
  check(!(await document.save()), 'it is not saved');
  await window.told('Your text is not saved');
  const messages = window.desktop.messages.map(({ message }) => message)
    .filter((message) => !message.startsWith('Failed to save')); // the editor's own
  check(!messages.some((message) => message.includes('](')), JSON.stringify(messages));
});

test('saving again without a choice writes nothing', async (window) => {
  const { document } = await conflicting(window);
  await window.told('Your text is not saved');
  check(!(await document.save()), 'it is not saved');
  equal(window.stored(document), 'theirs\n', 'the stored text');
  await window.wait('one diff editor', () => diffs(window).length === 1);
  const told = window.desktop.messages
    .filter(({ message }) => message.includes('is not saved. On the left'));
  equal(told.length, 1, 'the choices are not offered by another message');
});

test('the other text saves what is on the right, with what was brought into it', async (window) => {
  const { document } = await conflicting(window);
  await window.told('Your text is not saved');
  window.replace(document, 'mine\n', 'mine\ntheirs\n');
  await window.run('commonplace.conflict.keepOther');
  equal(document.isDirty, false, 'unsaved changes');
  equal(window.stored(document), document.getText(), 'the stored text');
  contains(document.getText(), 'mine\ntheirs\n', 'the text');
  equal(diffs(window), [], 'the diff editor is closed');
  check(!hasConflict(window), 'the buttons are gone');
});

test('a choice is for the note also when the cursor is in the stored text', async (window) => {
  const { document } = await conflicting(window);
  await window.told('Your text is not saved');
  const [{ input }] = diffs(window);
  window.desktop.show(await vscode.workspace.openTextDocument(input.original));
  check(hasConflict(window), 'the buttons are shown');
  await window.run('commonplace.conflict.keepShown');
  equal([document.getText(), document.isDirty], ['theirs\n', false], 'the note');
});

test('Keep 1, answered to the message, shows and keeps what is stored', async (window) => {
  await window.start();
  window.answer('Your text is not saved', 'Keep 1: this machine');
  const document = await window.openNote();
  const other = await window.other();
  window.append(document, 'mine\n');
  await other.write(document.uri.toString(), 'theirs\n');
  await document.save();
  await window.wait('their text', () => document.getText() === 'theirs\n' && !document.isDirty);
  equal(window.stored(document), 'theirs\n', 'the stored text');
});

test('Keep Both makes a note of mine', async (window) => {
  const { document, mine } = await conflicting(window, '# Theirs\n');
  const before = (await titles(window)).length;
  await window.run('commonplace.conflict.keepBoth');
  equal(document.getText(), '# Theirs\n', 'the text here');
  equal(document.isDirty, false, 'unsaved changes');
  equal(window.stored(document), '# Theirs\n', 'the stored text');
  const made = window.desktop.editor.document;
  check(made.uri.toString() !== document.uri.toString(), 'another note is shown');
  equal(window.stored(made), mine, 'the text of the new note');
  // The tree gets the new note after the problem is gone.
  await window.wait('the other note', async () => (await titles(window)).length === before + 1);
});

/** A note with our line at the start, and another line at the end that is stored since. */
async function differentLines(window) {
  await window.start();
  const document = await window.openNote();
  const other = await window.other();
  const before = document.getText();
  window.desktop.change(document, [{ range: new vscode.Range(0, 0, 0, 0), newText: 'mine\n' }]);
  const theirs = `${before}theirs\n`;
  await other.write(document.uri.toString(), theirs);
  await saveWithBoth(window, document, theirs);
  equal(document.getText(), `mine\n${theirs}`, 'the text');
  return { document, other, before, theirs };
}

/** Saves, and sees that nothing was written over `theirs`, which the document has now. */
async function saveWithBoth(window, document, theirs) {
  window.desktop.messages.length = 0;
  check(!(await document.save()), 'it is not saved');
  await window.told('The changes are in your text now');
  check(document.isDirty, 'it is still unsaved');
  check(document.getText().endsWith('theirs\n'), 'their line is in the text');
  equal(window.stored(document), theirs, 'the stored text');
  equal(diffs(window), [], 'there is nothing to choose');
}

test('edits of different lines come together, and saving again saves both', async (window) => {
  const { document, theirs } = await differentLines(window);
  check(!hasConflict(window), 'there is nothing to choose');
  check(await document.save(), 'it is saved');
  equal(window.stored(document), `mine\n${theirs}`, 'the stored text');
});

test('what came from elsewhere can be undone, and is not written over', async (window) => {
  const { document, before, theirs } = await differentLines(window);
  window.desktop.undo(document);
  equal(document.getText(), `mine\n${before}`, 'the text');
  window.desktop.change(document, [{ range: new vscode.Range(0, 0, 0, 0), newText: 'more\n' }]);
  await saveWithBoth(window, document, theirs);
  equal(document.getText(), `more\nmine\n${theirs}`, 'the text');
  window.replace(document, 'theirs\n', '');
  check(await document.save(), 'who takes it out by hand means it');
  equal(window.stored(document), `more\nmine\n${before}`, 'the stored text');
});

test('a note that followed another goes back, and does not write over it', async (window) => {
  await window.start();
  const document = await window.openNote();
  const other = await window.other();
  const before = document.getText();
  const theirs = `${before}theirs\n`;
  await other.write(document.uri.toString(), theirs);
  await window.wait('their text', () => document.getText() === theirs);
  window.desktop.undo(document);
  equal(document.getText(), before, 'the text');
  window.desktop.change(document, [{ range: new vscode.Range(0, 0, 0, 0), newText: 'mine\n' }]);
  await saveWithBoth(window, document, theirs);
});

test('the shown text can be undone, and writes over nothing then', async (window) => {
  const { document, mine } = await conflicting(window);
  await window.told('Your text is not saved');
  await window.run('commonplace.conflict.keepShown');
  equal([document.getText(), document.isDirty], ['theirs\n', false], 'the note');
  window.desktop.undo(document);
  equal(document.getText(), mine, 'the text');
  check(!(await document.save()), 'it is not saved');
  equal(window.stored(document), 'theirs\n', 'the stored text');
});

test('a note that changes again before the choice is a conflict again', async (window) => {
  const { document, other } = await conflicting(window);
  await other.write(document.uri.toString(), 'theirs again\n');
  await window.run('commonplace.conflict.keepOther');
  check(document.isDirty, 'it is not saved');
  equal(window.stored(document), 'theirs again\n', 'the stored text');
  await window.wait('the new text beside it', () => diffs(window).length === 1
    && window.desktop.documents.some((shown) => shown.uri.scheme === 'commonplace-stored'
      && shown.getText() === 'theirs again\n'));
});

test('a note that was deleted elsewhere is brought back by the other text', async (window) => {
  const { document, mine } = await conflicting(window, null);
  await window.told('was deleted outside this editor. Your text is not saved');
  equal(diffs(window), [], 'there is nothing to compare with');
  await window.run('commonplace.conflict.keepOther');
  equal(window.stored(document), mine, 'the stored text');
});

test('a note that was deleted elsewhere stays so with the shown text', async (window) => {
  const { document } = await conflicting(window, null);
  const before = await titles(window);
  await window.run('commonplace.conflict.keepShown');
  check(document.isClosed, 'its editor is closed');
  equal(await titles(window), before, 'the notes');
});

test('the texts of a note that two devices changed are compared, and both are kept', async (window) => {
  await window.start();
  const document = await window.openNote();
  const copy = `${window.folder}/other.libnotes`;
  require('fs').copyFileSync(window.notebook, copy);
  // Another device has another state.
  const { XDG_STATE_HOME: state } = process.env;
  process.env.XDG_STATE_HOME = `${window.folder}/other`;
  const { Other } = require('../other');
  const device = await Other.start(window.server, copy);
  process.env.XDG_STATE_HOME = state;
  window.others.push(device);
  await device.write(document.uri.toString(), 'the other device\n');
  const id = document.uri.path.split('/')[1];
  await window.wait('the file', () =>
    window.commonplace('show', id, '--notebook', copy) === 'the other device\n');
  window.append(document, 'mine\n');
  check(await document.save(), 'it is saved');
  window.commonplace('merge', copy, '--notebook', window.notebook);

  await window.wait('the problem', () =>
    window.problems(document).some(({ code }) => code === 'conflict'));
  check(hasConflict(window), 'the command is offered');
  const before = (await titles(window)).length;
  await window.run('commonplace.conflict.show');
  const { input, label } = window.desktop.tabs.at(-1);
  equal((await vscode.workspace.openTextDocument(input.original)).getText(),
    'the other device\n', 'the other text');
  check(/: 2\. .* \(other\) ↔ 1\. this machine, 20.* \(shown\)$/.test(label), label);
  await window.run('commonplace.conflict.keepBoth', document.uri);
  await window.wait('the problem is gone', () =>
    !window.problems(document).some(({ code }) => code === 'conflict'));
  // The tree gets the new note after the problem is gone.
  await window.wait('the other note', async () => (await titles(window)).length === before + 1);
});
