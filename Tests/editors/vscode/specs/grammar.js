// The first paint: near enough to the server's tokens that colors do not jump.
'use strict';

const fs = require('fs');
const path = require('path');
const vscode = require('vscode');
const { test, equal, check } = require('../harness');
const { TextMate } = require('../textmate');
const { extensionFolder } = require('../window');

const read = (name) => JSON.parse(fs.readFileSync(path.join(extensionFolder, name), 'utf8'));
const manifest = read('package.json');
const grammar = read('syntaxes/minimarkdown.tmLanguage.json');
const { scopes } = manifest.contributes.semanticTokenScopes[0];

/** The token type that a scope of the grammar stands for. */
const typeOf = (scope) =>
  Object.keys(scopes).find((type) => scopes[type][0] === scope);

/** Pieces of a text with the type that the first paint gives them. */
function painted(text) {
  const found = new TextMate(grammar).scopes(text);
  const pieces = [];
  for (let index = 0; index < text.length; index += 1) {
    const last = pieces[pieces.length - 1];
    if (found[index] === undefined) { continue; }
    if (last !== undefined && last.end === index && last.scope === found[index]) {
      last.end += 1;
    } else {
      pieces.push({ scope: found[index], start: index, end: index + 1 });
    }
  }
  return pieces.map(({ scope, start, end }) => `${typeOf(scope)} ${text.slice(start, end)}`);
}

const cases = [
  ['# A title', ['delimiter #', 'heading A title']],
  ['#tag and #a/b. x#y', ['hashtag #tag', 'hashtag #a/b.']],
  ['a **b c** `f`', ['delimiter **', 'strong b c', 'delimiter **', 'delimiter `', 'code f',
    'delimiter `']],
  ['*d* _e_', ['delimiter *', 'emphasis d', 'delimiter *', 'delimiter _', 'emphasis e',
    'delimiter _']],
  ['a * b * c', []],
  ['The ?[which](heart).', ['cloze ?[', 'clozeHint which', 'cloze ](', 'clozeAnswer heart',
    'cloze )']],
  ['![a pond](x.jpeg)', ['image ![a pond](', 'link x.jpeg', 'image )']],
  ['> A quote, ?[](x).', ['delimiter >', 'quote A quote, ', 'cloze ?[](', 'clozeAnswer x',
    'cloze )', 'quote .']],
  ['- one\n 2. two', ['listMarker -', 'listMarker 2.']],
  ['Q: Who?\nA: Me.\nA: no', ['delimiter Q:', 'question Who?', 'delimiter A:', 'answer Me.']],
  ['Q: Who?\n# A title', ['delimiter Q:', 'question Who?', 'delimiter #', 'heading A title']],
  ['tl;dr: short', ['delimiter tl;dr: ', 'summary short']],
];

for (const [text, expected] of cases) {
  test(`first paint of ${JSON.stringify(text)}`, async () => {
    equal(painted(text), expected, 'the pieces');
  });
}

test('every scope of the grammar is that of a token type', async () => {
  const names = [...JSON.stringify(grammar).matchAll(/"name":"([^"]*minimarkdown)"/g)]
    .map(([, name]) => name);
  equal([...new Set(names)].filter((name) => typeOf(name) === undefined), [], 'scopes of no type');
});

/** The number of characters that have the color that the server gives them, and of all. */
async function compared(window, texts) {
  let [same, all] = [0, 0];
  for (const content of texts) {
    const document = await vscode.workspace.openTextDocument({ language: 'minimarkdown', content });
    const theirs = new Array(content.length);
    for (const [, type, range] of await window.tokens(document)) {
      theirs.fill(type, document.offsetAt(range.start), document.offsetAt(range.end));
    }
    const ours = new TextMate(grammar).scopes(content).map((scope) => scope && typeOf(scope));
    for (let index = 0; index < content.length; index += 1) {
      if (/\S/.test(content[index])) {
        all += 1;
        same += ours[index] === theirs[index] ? 1 : 0;
      }
    }
  }
  console.log(`# first paint: ${same} of ${all} characters as the server`);
  return { same, all };
}

test('the first paint of the starter notes is that of the server, nearly', async (window) => {
  await window.start();
  await window.running();
  const notes = (await window.children('commonplace.notes')).flatMap((section) => section.notes);
  const texts = [];
  for (const { uri } of notes) {
    texts.push((await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))).getText());
  }
  const { same, all } = await compared(window, texts);
  check(all > 1000 && same / all >= 0.95, `${same} of ${all}`);
});

// The examples are the hard cases. Constructs of several lines, and emoji, are left to the server.
test('of the grammar\'s examples most are painted as the server paints them', async (window) => {
  const folder = path.join(extensionFolder, '..', '..', 'Grammar', 'examples');
  const texts = fs.readdirSync(folder).flatMap((name) =>
    fs.readFileSync(path.join(folder, name), 'utf8').split(/^=== .*\n/m).slice(1)
      .map((example) => example.split(/^---\n/m)[0]));
  check(texts.length >= 25, `${texts.length} examples`);
  await window.start();
  await window.running();
  const { same, all } = await compared(window, texts);
  check(same / all >= 0.75, `${same} of ${all}`);
});
