// Images of notes: chosen, dropped and pasted.
'use strict';

const vscode = require('vscode');
const { test, equal, check } = require('../harness');
const { answer } = require('../recording');

const markdown = '![pond](assets/0123.png)';

async function opened(window, more = {}) {
  await window.start();
  const document = await window.openNote();
  const asked = answer(window, {
    'commonplace/addImage': { key: 'assets/0123.png', markdown, message: 'Added pond.png.' }, ...more,
  });
  const provider = (kind) => window.desktop.offered(kind, document)[0]?.provider;
  return { asked, document, provider, uri: document.uri.toString() };
}

/** The data that is dropped or pasted: a map from types to texts or bytes. */
function transfer(content) {
  const items = new Map(Object.entries(content).map(([type, value]) => [type, {
    asString: async () => String(value),
    asFile: () => typeof value === 'string' ? undefined : { data: async () => value },
  }]));
  return items;
}

test('image files are chosen, stored and shown in the text', async (window) => {
  const { asked, document, uri } = await opened(window);
  window.desktop.prompts.file = ({ canSelectMany }) => canSelectMany && [vscode.Uri.file('/tmp/pond.png')];
  await window.run('commonplace.images.add');
  equal(asked, [['commonplace/addImage', { uri, path: '/tmp/pond.png' }]], 'the request');
  check(document.getText().startsWith(markdown), document.getText().slice(0, 40));
  equal(window.desktop.editor.selection.active.character, 2, 'the cursor is in the caption');
  await window.told('Added pond.png.');
});

test('without a note nothing is asked', async (window) => {
  const { asked } = await opened(window);
  window.desktop.activate(undefined);
  await window.run('commonplace.images.add');
  await window.told('First open the note to which you want to add the image.');
  equal(asked, [], 'requests');
});

test('dropped files that are images are stored; others are left to the editor', async (window) => {
  const { asked, document, provider, uri } = await opened(window);
  const drop = (content) => provider('DocumentDropEdit')
    .provideDocumentDropEdits(document, new vscode.Position(0, 0), transfer(content));
  const edit = await drop({ 'text/uri-list': 'file:///tmp/pond.PNG\r\n# more\r\nfile:///tmp/a.txt' });
  equal(edit.insertText, markdown, 'the text');
  equal(asked, [['commonplace/addImage', { uri, path: '/tmp/pond.PNG' }]], 'the request');
  equal(await drop({ 'text/uri-list': 'https://elsewhere/pond.png', 'text/plain': 'pond' }), undefined,
    'what is no file');
});

test('a pasted image is stored', async (window) => {
  const { asked, document, provider, uri } = await opened(window);
  const [edit] = await provider('DocumentPasteEdit').provideDocumentPasteEdits(
    document, [], transfer({ 'text/plain': 'x', 'image/png': new Uint8Array([1, 2, 3]) }));
  equal([edit.insertText, edit.kind.value], [markdown, 'commonplace.image'], 'the text');
  equal(asked, [['commonplace/addImage', { uri, data: 'AQID' }]], 'the request');
});

test('an image that is refused is told, and nothing is inserted', async (window) => {
  const { document, provider } = await opened(window, { 'commonplace/addImage': () => {
    throw new Error('This is no PNG, JPEG, GIF or WebP.');
  } });
  equal(await provider('DocumentPasteEdit').provideDocumentPasteEdits(
    document, [], transfer({ 'image/png': new Uint8Array([1]) })), undefined, 'the text');
  await window.told('The image was not added: This is no PNG');
});
