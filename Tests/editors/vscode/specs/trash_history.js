// The trash, and the texts that a note had.
'use strict';

const vscode = require('vscode');
const { test, equal, check, contains } = require('../harness');
const { answer } = require('../recording');

const changed = '2024-03-01T09:30:00Z';

async function trash(window, more = {}) {
  await window.start();
  const document = await window.openNote();
  const uri = document.uri.toString();
  const asked = answer(window, {
    'commonplace/listTrash': { notes: [
      { uri, id: 'one', title: 'Walden $(zap)', changed }, { uri: `${uri}x`, id: 'two', title: '', changed },
    ] },
    'commonplace/restoreNote': { uri, title: 'Walden', version: 'v', text: '' },
    'commonplace/emptyTrash': ({ uris }) => ({ deleted: uris.length }),
    ...more,
  });
  return { asked, uri, document };
}

test('a note that is chosen comes out of the trash, and is shown', async (window) => {
  const { asked, uri } = await trash(window);
  window.desktop.prompts.pick = (items) => {
    equal(items.map(({ label }) => label), ['Walden \\$(zap)', 'Untitled'], 'the list');
    check(/^2024-03-01 \d\d:30$/.test(items[0].description), items[0].description);
    return items[0];
  };
  await window.run('commonplace.trash.restore');
  equal(asked.map(([method]) => method), ['commonplace/listTrash', 'commonplace/restoreNote'], 'asked');
  equal(asked[1][1], { uri }, 'the note');
  equal(window.desktop.editor.document.uri.toString(), uri, 'what is shown');
});

test('notes are deleted for good only after a question', async (window) => {
  const { asked, uri } = await trash(window);
  window.desktop.prompts.pick = (items, { canPickMany }) => canPickMany && items;
  await window.run('commonplace.trash.deleteForGood');
  await window.told('Permanently delete 2 notes?');
  check(!asked.some(([method]) => method === 'commonplace/emptyTrash'), 'nothing is deleted');
  window.answer('Permanently delete 2 notes?', 'Delete');
  await window.run('commonplace.trash.deleteForGood');
  equal(asked.at(-1), ['commonplace/emptyTrash', { uris: [uri, `${uri}x`] }], 'what is deleted');
  await window.told('2 notes were permanently deleted.');
});

test('an empty trash is said', async (window) => {
  await trash(window, { 'commonplace/listTrash': { notes: [] } });
  await window.run('commonplace.trash.restore');
  await window.run('commonplace.trash.deleteForGood');
  equal(window.desktop.messages.map(({ message }) => message),
    ['The trash is empty.', 'The trash is empty.'], 'the messages');
});

test('the trash is a document', async (window) => {
  await trash(window, { 'commonplace/readView': ({ uri }) => ({ text: `# Trash\n\n${uri}\n` }) });
  await window.run('commonplace.trash.show');
  const { document } = window.desktop.editor;
  contains(document.getText(), 'commonplace-view://starter/trash', 'the document');
});

test('a deleted note is restored by the message', async (window) => {
  const { asked, uri } = await trash(window);
  window.answer('The note is in the trash.', 'Restore');
  await window.run('commonplace.notes.delete');
  await window.wait('the request', () => asked.some(([method, params]) =>
    method === 'commonplace/restoreNote' && params.uri === uri));
});

test('a note that is saved in the trash can be restored', async (window) => {
  const { asked, document, uri } = await trash(window, {
    'commonplace/writeNote': { version: 'v:2', trashed: true },
  });
  window.answer('Saved, but this note is in the trash.', 'Restore');
  window.append(document, 'mine\n');
  check(await document.save(), 'it is saved');
  await window.wait('the request', () => asked.some(([method, params]) =>
    method === 'commonplace/restoreNote' && params.uri === uri));
});

/** A window on a note whose machine keeps an earlier text. */
async function history(window, more = {}) {
  await window.start();
  const document = await window.openNote();
  const uri = document.uri.toString();
  const earlier = 'commonplace-view://starter/text?note=A&version=old:1';
  const asked = answer(window, {
    'commonplace/listHistory': {
      uri, title: 'Walden', state: 'present', texts: [
        { uri: `${earlier}x`, version: 'now:2', written: changed, size: 90, firstLine: '# Walden' },
        { uri: earlier, version: 'old:1', written: changed, writtenBy: 'phone', replaced: changed,
          size: 2048, firstLine: '# Old' },
      ],
    },
    'commonplace/restoreText': { version: 'new:3' },
    'commonplace/readView': ({ uri: view }) => ({ text: `# Old\n\n${view}\n` }),
    ...more,
  });
  window.desktop.prompts.pick = (items) => {
    equal(items.length, 1, 'the earlier texts');
    return items[0];
  };
  return { asked, uri, document, earlier };
}

test('an earlier text is opened, read-only', async (window) => {
  const { earlier } = await history(window);
  window.desktop.prompts.pick = (items) => {
    equal([items[0].description, items[0].detail], ['phone, 2 KB', '# Old'], 'the list');
    return items[0];
  };
  await window.run('commonplace.history.open');
  const { document } = window.desktop.editor;
  contains(document.getText(), earlier, 'what is asked of the server');
  const { permissions } = await vscode.workspace.fs.stat(document.uri);
  equal(permissions, vscode.FilePermission.Readonly, 'how it is opened');
});

test('an earlier text is compared with the note, in the diff editor', async (window) => {
  const { uri } = await history(window);
  await window.run('commonplace.history.compare');
  const { input, label } = window.desktop.tabs.at(-1);
  equal(input.modified.toString(), uri, 'the right side');
  check(/^Walden: 2024-03-01 \d\d:30 ↔ now$/.test(label), label);
});

test('the words that changed since an earlier text are a document', async (window) => {
  const { uri } = await history(window);
  await window.run('commonplace.history.words');
  contains(window.desktop.editor.document.getText(), 'commonplace-view://starter/difference?note='
    + `${uri.split('/')[3]}&from=old:1`, 'what is asked of the server');
});

test('an earlier text is restored over the text that was listed', async (window) => {
  const { asked, uri } = await history(window);
  await window.run('commonplace.history.restore');
  equal(asked.find(([method]) => method === 'commonplace/restoreText')[1],
    { uri, version: 'old:1', baseVersion: 'now:2' }, 'the request');
  await window.told('is restored');
});

test('a note that changed meanwhile, or is unsaved, keeps its text', async (window) => {
  const { asked, document } = await history(window, {
    'commonplace/restoreText': { conflict: { version: 'x', text: 'theirs' } },
  });
  await window.run('commonplace.history.restore');
  await window.told('Nothing was restored');
  window.append(document, 'mine\n');
  const before = asked.length;
  await window.run('commonplace.history.restore');
  await window.told('Save or revert the note first; then restore');
  equal(asked.length, before, 'requests');
});

test('the history is a document; of no earlier text that is said', async (window) => {
  await history(window, { 'commonplace/listHistory': ({ uri }) => ({
    uri, title: 'Walden', state: 'present', texts: [
      { uri: 'x', version: 'now:2', written: changed, size: 90, firstLine: '' },
    ],
  }) });
  const { uri } = window.desktop.editor.document;
  await window.run('commonplace.history.show');
  contains(window.desktop.editor.document.getText(),
    `commonplace-view://starter/history?note=${uri.path.split('/')[1]}`, 'the document');
  await window.run('commonplace.history.compare', uri);
  await window.told('This machine does not have an earlier text');
});
