// The trees, the search, the documents that the server makes, and the other commands.
'use strict';

const path = require('path');
const vscode = require('vscode');
const { test, equal, check, contains } = require('../harness');
const { extensionFolder } = require('../window');

const out = (name) => require(path.join(extensionFolder, 'out', `${name}.js`));
const { sections } = out('sections');
const { childTags } = out('tagsTree');
const { oneLine, pickLabel, reason } = out('text');
const { protocolUri } = out('uris');

const listed = (title, modified, tags = [], more = {}) => ({
  uri: `commonplace://n/${title}/x.md`, id: title, title, tags, modified, created: modified,
  trashed: false, ...more,
});
const outline = (found) => found.map(({ name, notes }) =>
  `${name}: ${notes.map(({ title }) => title)}`);

test('notes by when they were modified', async () => {
  const now = new Date(2026, 10, 21, 15);
  const at = (...date) => new Date(...date).toISOString();
  const notes = [
    listed('a', at(2026, 10, 21, 1)), listed('b', at(2026, 10, 20, 23)),
    listed('c', at(2026, 10, 15)), listed('d', at(2026, 10, 14)), listed('e', at(2026, 9, 1)),
    listed('f', at(2024, 1, 1)), listed('gone', at(2024, 1, 1), [], { trashed: true }),
  ];
  const expected = ['Today: a', 'Last seven days: b,c', 'Last thirty days: d', '2026: e',
    '2024: f'];
  equal(outline(sections(notes, 'modified', now)), expected, 'by time');
  equal(outline(sections(notes, 'section', now)), expected, 'where the server tells no sections');
});

test('notes by section and by tag', async () => {
  const time = '2026-11-21T00:00:00Z';
  const notes = [
    listed('a', time, ['#books/x', '#books/y', '#nature'], { section: 'Reading' }),
    listed('b', time), listed('c', time, ['#books'], { section: 'Reading' }),
  ];
  equal(outline(sections(notes, 'section', new Date())), ['Reading: a,c', 'Other notes: b'],
    'sections');
  equal(outline(sections(notes, 'tag', new Date())),
    ['#books: a,c', '#nature: a', 'Without tags: b'], 'tags');
});

test('tags below tags, also where those between are not listed', async () => {
  const tags = ['#a', '#a/b', '#a/b/c', '#a/x/y', '#ab', '#z/q']
    .map((tag) => ({ tag, noteCount: 1 }));
  const below = (tag) => childTags(tags, tag).map((child) => child.tag);
  equal(below(undefined), ['#a', '#ab', '#z/q'], 'at the top');
  equal(below('#a'), ['#a/b', '#a/x/y'], 'below #a');
  equal(below('#a/b'), ['#a/b/c'], 'below #a/b');
});

test('texts of notes are shown as texts', async () => {
  equal(oneLine('a\u0000\u202eb\r\n\u2028 c\u0085'), 'a b c', 'controls');
  equal(pickLabel('$(trash) $(sync~spin) $(1+1) $('), '\\$(trash) \\$(sync~spin) $(1+1) $(',
    'icons');
  equal(reason(new Error('no [x](command:y) [z] (w)\n')), 'no [x] (command:y) [z] (w)', 'links');
});

test('what the server is told to show is what it named', async () => {
  for (const text of ['commonplace-view://n/search?q=a%3Db%26c%20%23d%20%25%3F',
    'commonplace-view://n/quotes?seed=12&count=3', 'commonplace://n/ABC-1/x.md',
    'commonplace-view://n/search?q=', 'commonplace-view://n/']) {
    equal(protocolUri(vscode.Uri.parse(text)), text, text);
  }
});

test('the views of notes and of tags', async (window) => {
  await window.start({ 'commonplace.notes.groupBy': 'tag' });
  await window.running();
  const found = await window.children('commonplace.notes');
  contains(found.map(({ name }) => name).join(' '), '#books #mood #nature', 'the sections');
  const item = window.item('commonplace.notes', found[0].notes[0]);
  equal(item.command.command, 'vscode.open', 'what a click does');
  equal(item.contextValue, 'note', 'what it is');
  equal(typeof item.tooltip, 'string', 'the tooltip is no Markdown');

  const tags = await window.children('commonplace.tags');
  const philosophy = tags.find(({ tag }) => tag === '#philosophy');
  const below = await window.children('commonplace.tags', philosophy);
  equal(below.map(({ tag }) => tag), ['#philosophy/simplicity', '#philosophy/stoic'], 'tags below');
  const notes = await window.children('commonplace.tags', below[0]);
  equal(notes.map(({ title }) => title), ['Henry David Thoreau: Walden'], 'notes of a tag');
  equal(window.item('commonplace.tags', below[0]).label, 'simplicity', 'its name');
});

test('views are renewed when others write', async (window) => {
  await window.start();
  const document = await window.openNote();
  let renewed = 0;
  window.desktop.trees.get('commonplace.tags').onDidChangeTreeData(() => { renewed += 1; });
  const other = await window.other();
  await other.write(document.uri.toString(), '# New\n\n#fresh\n');
  await window.wait('the view', () => renewed > 0);
  const tags = await window.children('commonplace.tags');
  check(tags.some(({ tag }) => tag === '#fresh'), 'the new tag');
});

/** The quick pick of the search after something was typed into it. */
async function searched(window, query) {
  await window.run('commonplace.notes.search');
  const pick = window.desktop.picks[window.desktop.picks.length - 1];
  pick.value = query;
  pick.emitters.ChangeValue.fire(query);
  await window.wait('an answer', () => /^Search Notes: /.test(pick.title) && !pick.busy);
  return pick;
}

test('search finds as one types, and opens at the match', async (window) => {
  await window.start();
  await window.running();
  const pick = await searched(window, 'simplicity');
  check(pick.items.length > 0 && pick.items.every(({ alwaysShow }) => alwaysShow), 'the hits');
  const hit = pick.items.find(({ label }) => label.includes('Walden'));
  pick.selectedItems = [hit];
  pick.emitters.Accept.fire();
  await window.wait('the note', () =>
    window.desktop.editor?.document.uri.toString() === hit.hit.uri);
  const { document, selection } = window.desktop.editor;
  check(/simpl/i.test(document.getText(selection)), `selected: ${document.getText(selection)}`);
  check(pick.isDisposed, 'the pick is gone');
});

test('search that finds nothing says so; an emptied one is as at first', async (window) => {
  await window.start();
  await window.running();
  const pick = await searched(window, 'zzzyyyxxx');
  equal(pick.title, 'Search Notes: nothing found', 'the title');
  pick.emitters.ChangeValue.fire('');
  equal(pick.title, 'Search Notes', 'the title then');
});

test('an answer that comes too late is dropped', async (window) => {
  const { Search } = out('search');
  await window.start();
  const answers = [];
  const search = new Search({
    request: (method, params, token) => new Promise((resolve) =>
      answers.push({ params, token, resolve })),
  }, async () => 'n');
  const pick = search.show('slow');
  await window.wait('the first question', () => answers.length === 1);
  pick.emitters.ChangeValue.fire('quick');
  await window.wait('the second question', () => answers.length === 2);
  check(answers[0].token.isCancellationRequested, 'the first is canceled');
  const result = (title) => ({
    hits: [{ uri: 'commonplace://n/1/x.md', title, snippet: '', highlights: [], line: 0 }],
    total: 7, totalIsExact: false,
  });
  answers[1].resolve(result('quick'));
  await window.wait('its answer', () => pick.items.length === 1);
  equal(pick.title, 'Search Notes: 1 of at most 7', 'the title');
  answers[0].resolve(result('slow'));
  await new Promise(setImmediate);
  equal(pick.items.map(({ label }) => label), ['quick'], 'what is shown');
  pick.hide();
});

test('all hits as a document, whose headings are links', async (window) => {
  await window.start();
  await window.running();
  const pick = await searched(window, 'nature OR "a=b"');
  pick.emitters.TriggerButton.fire(pick.buttons[0]);
  const document = await window.wait('the document', () => window.desktop.documents.find(
    ({ uri, languageId }) => uri.scheme === 'commonplace-view' && languageId === 'minimarkdown'));
  contains(document.getText(), '# Search: nature OR "a=b"\n', 'the query');
  const { answer: links } = await window.ask('DocumentLink', 'provideDocumentLinks', document);
  const link = links.find(({ target }) => target?.scheme === 'commonplace');
  check(link !== undefined, 'a link to a note');
  const before = document.getText();
  await (await window.other()).write(link.target.with({ fragment: '' }).toString(), 'Nothing.\n');
  await window.wait('the hits as they are now', () => document.getText() !== before);
});

test('a new note, with a tag', async (window) => {
  await window.start();
  await window.running();
  window.desktop.prompts.input = () => 'On walking';
  await window.run('commonplace.notes.newTagged', { tag: '#nature' });
  const { document } = window.desktop.editor;
  contains(window.stored(document), '# On walking', 'the title');
  contains(window.stored(document), '#nature', 'the tag');
});

test('a note is chosen by title or tag', async (window) => {
  await window.start();
  await window.running();
  await window.choose('commonplace.notes.open', ({ label }) => label.includes('Seneca'));
  contains(window.desktop.editor.document.getText(), 'Seneca', 'what is open');
});

test('random quotes are shown as a document', async (window) => {
  await window.start();
  await window.running();
  await window.run('commonplace.notes.randomQuotes');
  await window.wait('the document', () =>
    window.desktop.editor?.document.uri.scheme === 'commonplace-view');
  contains(window.desktop.editor.document.uri.path, 'quotes', 'its name');
});

test('a command that fails says why', async (window) => {
  await window.start({ 'commonplace.server.path': '/nonexistent' });
  await window.run('commonplace.notes.open');
  await window.told('Commonplace: the server `commonplace` was not found');
});
