// The other texts of a note in conflict, and one text made of all.
'use strict';

const vscode = require('vscode');
const { test, equal, check, contains } = require('../harness');
const { answer } = require('../recording');

const written = '2024-03-01T09:30:00Z';
const marked = '# Walden\n\n<<<<<<< here\nmine\n=======\ntheirs\n>>>>>>> phone\n';

async function stored(window, more = {}) {
  await window.start();
  const document = await window.openNote();
  const uri = document.uri.toString();
  const side = { version: 'b:1', written, writtenBy: 'phone', isOwn: false, state: 'present',
    uri: 'commonplace-view://starter/text?note=A&version=b:1' };
  const asked = answer(window, {
    'commonplace/listConflicts': { conflicts: [{ uri, title: 'Walden', sides: [
      { ...side, version: 'a:1', isOwn: true, uri: 'commonplace-view://starter/text?note=A&version=a:1' },
      side,
      { version: 'c:1', written, isOwn: false, state: 'deleted' },
    ] }] },
    'commonplace/mergeConflict': { text: marked, overlaps: 1, hasBase: true, versions: ['a:1', 'b:1'] },
    'commonplace/settleConflict': { version: 'd:2', isInConflict: false },
    'commonplace/readView': { text: 'theirs\n' },
    ...more,
  });
  return { asked, document, uri };
}

test('another device\'s text is shown beside the note, in the diff editor', async (window) => {
  const { uri } = await stored(window);
  await window.run('commonplace.conflict.show');
  const { input, label } = window.desktop.tabs.at(-1);
  check(input instanceof vscode.TabInputTextDiff, 'a diff editor');
  equal(input.modified.toString(), uri, 'the right side');
  check(/^Walden: phone, 2024-03-01 \d\d:30 ↔ shown$/.test(label), label);
  equal((await vscode.workspace.openTextDocument(input.original)).getText(), 'theirs\n', 'the left');
});

test('the texts are merged in a document whose save settles the conflict', async (window) => {
  const { asked, uri } = await stored(window);
  await window.run('commonplace.conflict.merge');
  const { document } = window.desktop.editor;
  equal([document.uri.scheme, document.getText()], ['commonplace-merge', marked], 'the document');
  await window.told('Choose between the texts at the markers');
  window.replace(document, marked, '# Walden\n\nboth\n');
  check(await document.save(), 'it is saved');
  equal(asked.at(-1), ['commonplace/settleConflict',
    { uri, text: '# Walden\n\nboth\n', versions: ['a:1', 'b:1'] }], 'the request');
  await window.told('The conflict is settled.');
  await window.wait('it is closed', () => !window.desktop.tabs.some(({ input }) =>
    input.uri?.scheme === 'commonplace-merge'));
});

test('a merged text that is refused stays, and the reason is told', async (window) => {
  await stored(window, { 'commonplace/settleConflict': () => {
    throw new Error('A marker is left in line 3.');
  } });
  await window.run('commonplace.conflict.merge');
  const { document } = window.desktop.editor;
  window.append(document, 'more\n');
  check(!(await document.save()), 'it is not saved');
  await window.told('The conflict is not settled: A marker is left in line 3.');
  check(document.isDirty, 'it is still there');
});

test('a text without overlaps, and one without a base, are told apart', async (window) => {
  let merge = { text: 'both\n', overlaps: 0, hasBase: true, versions: [] };
  await stored(window, { 'commonplace/mergeConflict': () => merge });
  await window.run('commonplace.conflict.merge');
  await window.told('This text has all changes. Save it');
  merge = { ...merge, overlaps: 2, hasBase: false };
  await window.run('commonplace.conflict.merge', window.desktop.documents[0].uri);
  await window.told('The earlier text is not kept here');
});

/** A save that met another's text, where the server marks both. */
async function refused(window) {
  await window.start();
  const document = await window.openNote();
  const uri = document.uri.toString();
  let write = 0;
  const asked = answer(window, {
    'commonplace/writeNote': ({ baseVersion }) => {
      write += 1;
      return write === 1 ? { conflict: { version: 'b:1', text: 'theirs\n', marked, overlaps: 1 } }
        : { version: `${baseVersion}+` };
    },
    'commonplace/copyNote': { uri: `${uri}#copy`, title: 'Walden', version: 'c' },
  });
  window.append(document, 'mine\n');
  return { asked, document, uri };
}

test('a refused save is merged, and then the note has the merged text', async (window) => {
  const { asked, document } = await refused(window);
  window.answer('Your text is not saved', 'Merge');
  check(!(await document.save()), 'it is not saved');
  await window.wait('the document', () =>
    window.desktop.editor.document.uri.scheme === 'commonplace-merge');
  const scratch = window.desktop.editor.document;
  window.append(scratch, 'more\n');
  check(!(await scratch.save()), 'with markers it is not saved');
  await window.told('A marker (<<<<<<< or >>>>>>>) is left');
  window.replace(scratch, scratch.getText(), 'both\n');
  check(await scratch.save(), 'it is saved');
  equal([asked[1][1].text, asked[1][1].baseVersion], ['both\n', 'b:1'], 'the request');
  await window.wait('the note', () => document.getText() === 'both\n' && !document.isDirty);
});

test('Keep Both copies the note with its book, where the server can', async (window) => {
  const { asked, document } = await refused(window);
  const mine = document.getText();
  await document.save();
  await window.told('Your text is not saved');
  await window.run('commonplace.conflict.keepBoth').catch(() => undefined);
  const [, copied] = asked.find(([method]) => method === 'commonplace/copyNote');
  equal(copied, { uri: document.uri.toString(), text: mine }, 'the copy');
  contains(document.getText(), 'theirs', 'the note');
});
