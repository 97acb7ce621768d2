// Clozes of what is selected.
'use strict';

const vscode = require('vscode');
const { test, equal, contains } = require('../harness');

/** Selects a word of a note's new last line, and makes a cloze of it: the line, and the cursor. */
async function made(window, command, line, word) {
  await window.start();
  const document = await window.openNote();
  window.append(document, `\n${line}\n`);
  const start = document.getText().lastIndexOf(word);
  const selection = new vscode.Selection(
    document.positionAt(start), document.positionAt(start + word.length));
  const editor = { document, selection };
  window.desktop.activate(editor);
  await window.run(command);
  return { line: document.lineAt(selection.start.line).text, ...editor };
}

test('the selection becomes a cloze, and the cursor goes to its hint', async (window) => {
  const { line, selection } = await made(
    window, 'commonplace.cloze.make', '👋 The capital is Lima.', 'Lima');
  equal(line, '👋 The capital is ?[](Lima).', 'the line');
  equal(selection.start.character, line.indexOf(']'), 'the cursor');
  equal(selection.isEmpty, true, 'nothing is selected');
});

test('a cloze with a hint', async (window) => {
  const { line, selection } = await made(
    window, 'commonplace.cloze.makeWithHint', 'The capital is Lima.', 'Lima');
  equal(line, 'The capital is ?[hint](Lima).', 'the line');
  equal(selection.start.character, line.indexOf('hint'), 'the cursor');
});

test('where no cloze can be made, that is said', async (window) => {
  const { line } = await made(window, 'commonplace.cloze.make', '`code` here', 'code');
  equal(line, '`code` here', 'the line');
  await window.told('Cannot make a cloze: select plain text within one line, without “)”.');
  window.desktop.editor.selection = new vscode.Selection(
    new vscode.Position(0, 0), new vscode.Position(0, 0));
  await window.run('commonplace.cloze.make');
  contains((await window.told('Select the answer first')).kind, 'information', 'the message');
});
