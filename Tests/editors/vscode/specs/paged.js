// Lists of very many notes: the first screen needs one part, and the rest comes after it.
'use strict';

const vscode = require('vscode');
const { test, equal, check } = require('../harness');
const { answer } = require('../recording');
const { settled } = require('../reviewing');

const count = 20000;
const noteAt = (index) => ({
  uri: `commonplace://starter/${index}/x.md`, id: String(index), title: `Note ${index}`,
  tags: ['#many'], modified: '2024-03-01T09:30:00Z', created: '2024-03-01T09:30:00Z',
  date: '2024-03-01', trashed: false,
});

/**
 * From now on there are 20,000 notes. The list of what was asked; the parts after the first come
 * once it is released.
 */
function many(window) {
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  const asked = answer(window, { 'commonplace/listNotes': async ({ limit = count, cursor }) => {
    if (cursor !== undefined) { await released; }
    const start = Number(cursor ?? 0);
    const end = Math.min(count, start + limit);
    return {
      notes: Array.from({ length: end - start }, (_, index) => noteAt(start + index)),
      total: count, next: end < count ? String(end) : undefined,
    };
  } });
  return { asked, release };
}

/** The number of parts of the list: one of 200 notes, and those of 1,000. */
const parts = 1 + Math.ceil((count - 200) / 1000);

async function started(window) {
  await window.start({ 'commonplace.notes.groupBy': 'none' });
  await window.running();
}

test('the view of notes shows its first part, then the list', async (window) => {
  await started(window);
  const { asked, release } = many(window);
  let changes = 0;
  window.desktop.trees.get('commonplace.notes').onDidChangeTreeData(() => { changes += 1; });
  await window.run('commonplace.notes.refresh');
  const before = changes;
  const [section] = await window.children('commonplace.notes');
  equal(section.notes.length, 200, 'the notes of the first screen');
  check(asked.length <= 2, 'one part was needed, and the next one is asked for');
  release();
  await window.wait('the list', () => changes > before);
  equal([asked.length, changes - before], [parts, 1], 'parts, and changes of the view');
  const [whole] = await window.children('commonplace.notes');
  equal(whole.notes.length, count, 'the notes');
  equal(asked.length, parts, 'no part is asked for twice');

  const rows = await window.children('commonplace.notes', whole);
  equal(rows.length, 200 + Math.ceil((count - 200) / 500), 'the rows');
  const { label, description } = window.item('commonplace.notes', rows[200]);
  equal([label, description], ['201 to 700', 'Note 200 … Note 699'], 'the first folder');
  const members = await window.children('commonplace.notes', rows.at(-1));
  equal([members.length, members.at(-1).id], [300, String(count - 1)], 'the last folder');
});

test('a list that was whole stays until the new one is', async (window) => {
  await started(window);
  const { asked, release } = many(window);
  release();
  const length = async () => (await window.children('commonplace.notes'))[0].notes.length;
  await window.run('commonplace.notes.refresh');
  await window.wait('the list', async () => await length() === count);
  const before = asked.length;
  await window.run('commonplace.notes.refresh');
  equal(await length(), count, 'the notes meanwhile');
  await window.wait('the list', () => asked.length === before + parts);
});

test('a reading that is out of date ends', async (window) => {
  await started(window);
  const { asked, release } = many(window);
  await window.run('commonplace.notes.refresh');
  await window.children('commonplace.notes');
  const before = asked.length;
  await window.run('commonplace.notes.refresh');
  release();
  await window.wait('the list', async () =>
    (await window.children('commonplace.notes'))[0].notes.length === count);
  equal(asked.length, before + parts, 'parts');
});

test('who asks while the list is out of date gets the new one', async (window) => {
  await started(window);
  let asked = 0;
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  answer(window, { 'commonplace/listNotes': async () => {
    asked += 1;
    const notes = [noteAt(asked)];
    if (asked === 1) { await held; }
    return { notes };
  } });
  const tree = window.desktop.trees.get('commonplace.notes');
  tree.refresh();
  const sections = window.children('commonplace.notes');
  await settled();
  tree.refresh();
  release();
  equal((await sections)[0].notes.map(({ id }) => id), ['2'], 'the notes');
});

test('the notes of a hashtag come in parts', async (window) => {
  await started(window);
  const [tag] = await window.children('commonplace.tags');
  const { asked, release } = many(window);
  let changes = 0;
  window.desktop.trees.get('commonplace.tags').onDidChangeTreeData(() => { changes += 1; });
  const node = { ...tag, tag: '#many' };
  equal((await window.children('commonplace.tags', node)).length, 200, 'the first part');
  release();
  await window.wait('the list', () => changes > 0);
  const rows = await window.children('commonplace.tags', node);
  equal([rows.length, asked.length], [200 + Math.ceil((count - 200) / 500), parts], 'rows, parts');
  equal((await window.children('commonplace.tags', rows.at(-1))).length, 300, 'the last folder');
});

test('the picker has its first part at once, and the cursor stays', async (window) => {
  await started(window);
  const { asked, release } = many(window);
  const { pick, end } = await window.picker('commonplace.notes.open');
  await window.wait('the first part', () => pick.items.length === 200);
  check(asked.length <= 2 && pick.busy, 'one part was needed, and there is more');
  pick.activeItems = [pick.items[7]];
  let handed = 0;
  let items = pick.items;
  Object.defineProperty(pick, 'items', {
    get: () => items, set: (value) => { handed += value.length; items = value; },
  });
  release();
  await window.wait('the list', () => pick.items.length === count && !pick.busy);
  equal(asked.length, parts, 'parts');
  check(handed <= 3 * count, `${handed} items were handed over`);
  equal(pick.activeItems.map(({ label }) => label), ['Note 7'], 'the cursor');
  pick.hide();
  await end;
});

test('a picker that is closed asks for nothing more', async (window) => {
  await started(window);
  const { asked, release } = many(window);
  const { pick, end } = await window.picker('commonplace.notes.open');
  await window.wait('the first part', () => pick.items.length === 200);
  pick.hide();
  await end;
  release();
  await settled();
  check(asked.length <= 2, `${asked.length} parts`);
});

test('the page of a notebook asks for what it shows', async (window) => {
  await started(window);
  await window.wait('the status', () => window.desktop.statusBar.get('commonplace.status')?.isShown);
  const { asked } = many(window);
  const panel = await window.desktop.openCustomEditor(
    'commonplace.notebook', vscode.Uri.file(window.notebook));
  const text = () => panel.webview.page.ids.get('page').textContent;
  await window.wait('its notes', () => text().includes('Note 499') && text().includes('not listed: 19500'));
  equal(asked.map(([, { limit }]) => limit), asked.map(() => 500), 'the limits');
});
