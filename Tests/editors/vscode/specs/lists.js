// Lists of notes: their columns and order, and the preview of a hit.
'use strict';

const { test, equal, check, contains } = require('../harness');
const { answer } = require('../recording');

const listed = (title, more) => ({
  uri: `commonplace://starter/${title}/x.md`, id: title, title, tags: ['#a'], modified: '2024-03-01T09:30:00Z',
  created: '2024-03-01T09:30:00Z', date: '2024-03-01', trashed: false, ...more,
});

test('a list has the book, hashtags, due prompts and the day', async (window) => {
  await window.start();
  await window.running();
  answer(window, { 'commonplace/listNotes': { notes: [
    listed('Walden', { byline: 'Henry David Thoreau (1854)', due: 3, date: '2024-03-02' }),
    listed('Old', { byline: 'A (1900)', due: 0 }),
  ] } });
  const [{ notes }] = await window.children('commonplace.notes');
  equal(notes.map((note) => window.item('commonplace.notes', note).description), [
    'Henry David Thoreau (1854)  #a  3 due  2024-03-02', 'A (1900)  #a  2024-03-01',
  ], 'the view');
  const { pick, end } = await window.picker('commonplace.notes.open');
  await window.wait('its items', () => pick.items.length === 2);
  equal(pick.items[0].description, 'Henry David Thoreau (1854)  #a  3 due  2024-03-02', 'the picker');
  pick.hide();
  await end;
});

test('lists are in the order that is chosen', async (window) => {
  await window.start();
  await window.running();
  const asked = answer(window, { 'commonplace/listNotes': { notes: [] } });
  let changes = 0;
  window.desktop.trees.get('commonplace.notes').onDidChangeTreeData(() => { changes += 1; });
  window.desktop.prompts.pick = (items) => items.find(({ label }) => label === 'By Author');
  await window.run('commonplace.notes.sort');
  await window.wait('the view follows', () => changes > 0);
  await window.children('commonplace.notes');
  equal(asked.at(-1)[1].sort, 'author', 'the view');
  const { pick, end } = await window.picker('commonplace.notes.open');
  equal(asked.at(-1)[1].sort, 'author', 'the picker');
  pick.hide();
  await end;
});

test('without groups there is one list', async (window) => {
  await window.start({ 'commonplace.notes.groupBy': 'none', 'commonplace.notes.sortBy': 'title' });
  await window.running();
  const sections = await window.children('commonplace.notes');
  equal(sections.map(({ name }) => name), ['Notes'], 'the groups');
  const titles = sections[0].notes.map(({ title }) => title);
  equal(titles, [...titles].sort(), 'the order');
});

test('a hit that is looked at is shown at its match, and the search goes on', async (window) => {
  await window.start();
  await window.running();
  await window.run('commonplace.notes.search', 'neighbours');
  const [pick] = window.desktop.picks;
  await window.wait('a hit', () => pick.items.length === 1);
  pick.emitters.ChangeActive.fire([pick.items[0]]);
  await window.wait('its note', () =>
    window.desktop.editor?.document.getText().startsWith('# Jane Austen'));
  const { document, selection } = window.desktop.editor;
  equal(document.getText(selection), 'neighbours', 'what is selected');
  check(pick.isShown, 'the search is still there');
  contains(pick.title, '1 note', 'its title');
});
