// The other texts of a note in conflict, and one text made of all in the note's own document.
'use strict';

const vscode = require('vscode');
const { test, equal, check, contains } = require('../harness');
const { answer } = require('../recording');

const marked = '# Walden\n\n<<<<<<< here\nmine\n=======\ntheirs\n>>>>>>> phone\n';

/** A note of which the server says that three devices wrote it. */
async function stored(window, more = {}) {
  await window.start();
  const document = await window.openNote();
  const uri = document.uri.toString();
  const side = (number, name, more) => ({
    number, name, line: `${number}. ${name}, 2024-03-01 09:30:00`, words: [`${number}`, name],
    version: `${name}:1`, written: '2024-03-01T09:30:00Z', isOwn: false, state: 'present',
    uri: `commonplace-view://starter/text?note=A&version=${number}`, ...more,
  });
  const asked = answer(window, {
    'commonplace/listConflicts': { conflicts: [{ uri, title: 'Walden', sides: [
      side(1, 'laptop', {
        line: '1. laptop, 2024-03-01 09:30:00 (shown)', words: ['shown', '1', 'laptop'],
      }),
      side(2, 'phone'), side(3, 'tablet', { state: 'deleted', uri: null }),
    ] }] },
    'commonplace/mergeConflict': {
      text: marked, version: 'merge', overlaps: 1, hasBase: true, stored: 'a:1',
    },
    'commonplace/writeNote': { version: 'd:2' },
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
  equal(label,
    'Walden: 2. phone, 2024-03-01 09:30:00 ↔ 1. laptop, 2024-03-01 09:30:00 (shown)', 'the title');
  equal((await vscode.workspace.openTextDocument(input.original)).getText(), 'theirs\n', 'the left');
});

/** What the extension asks the server to keep from now on, in this window. */
function keeping(window) {
  const kept = [];
  const { executeCommand } = vscode.commands;
  vscode.commands.executeCommand = (name, ...rest) => name === 'commonplace.resolveConflict'
    ? kept.push(...rest) : executeCommand.call(vscode.commands, name, ...rest);
  window.atEnd.push(() => { vscode.commands.executeCommand = executeCommand; });
  return kept;
}

test('a stored text is kept by its word; of several others one is asked for', async (window) => {
  const { uri } = await stored(window);
  const kept = keeping(window);
  let offered;
  window.desktop.prompts.pick = (items) => {
    offered = items.map(({ label }) => label);
    return items[1];
  };
  await window.run('commonplace.conflict.keepShown');
  await window.run('commonplace.conflict.keepOther');
  const versions = ['laptop:1', 'phone:1', 'tablet:1'];
  equal(kept, [{ uri, keep: 'shown', versions }, { uri, keep: '3', versions }], 'what is kept');
  equal(offered, [
    'Keep 2. phone, 2024-03-01 09:30:00', 'Keep 3. tablet, 2024-03-01 09:30:00',
    'Keep all: the other texts become separate notes',
  ], 'the choices');
});

test('what is kept counts in the list that was shown, and once', async (window) => {
  const lists = [['laptop:1', 'phone:1'], ['laptop:1', 'tablet:1']];
  let asked = 0;
  await stored(window, {
    'commonplace/listConflicts': () => ({ conflicts: [{ title: 'Walden', sides:
      lists[asked++].map((version, index) => ({
        number: index + 1, name: version, line: `${index + 1}. ${version}`, version,
        words: index === 0 ? ['shown', '1'] : ['2'],
        uri: `commonplace-view://starter/text?note=A&version=${version}`,
      })) }] }),
  });
  const kept = keeping(window);
  await window.run('commonplace.conflict.show');
  await window.run('commonplace.conflict.keepShown');
  await window.run('commonplace.conflict.keepShown');
  equal(kept.map(({ versions }) => versions), lists, 'the texts that were to be chosen from');
});

test('stored texts are merged in the note itself, whose save settles it', async (window) => {
  const { asked, document, uri } = await stored(window);
  const before = document.getText();
  await window.run('commonplace.conflict.merge');
  equal(window.desktop.editor.document.uri.toString(), uri, 'the document');
  equal([document.getText(), document.isDirty], [marked, true], 'its text');
  equal(asked.at(-1), ['commonplace/mergeConflict', { uri }], 'the request');
  await window.told('Choose between the texts at the markers');
  window.replace(document, marked, '# Walden\n\nboth\n');
  check(await document.save(), 'it is saved');
  const [method, { text, baseVersion }] = asked.at(-1);
  equal([method, text, baseVersion],
    ['commonplace/writeNote', '# Walden\n\nboth\n', 'merge'], 'the save');
  check(before !== document.getText(), 'the text is another');
});

test('a merge that is undone is based on what is stored again', async (window) => {
  const { asked, document } = await stored(window);
  const before = document.getText();
  await window.run('commonplace.conflict.merge');
  window.desktop.undo(document);
  equal(document.getText(), before, 'the text');
  window.append(document, 'more\n');
  check(await document.save(), 'it is saved');
  check(asked.at(-1)[1].baseVersion !== 'merge', 'the save');
});

test('a text without overlaps, and one without a base, are told apart', async (window) => {
  let merge = { text: 'both\n', version: 'merge', overlaps: 0, hasBase: true, stored: 'a:1' };
  const { document } = await stored(window, { 'commonplace/mergeConflict': () => merge });
  await window.run('commonplace.conflict.merge');
  await window.told('This text has all changes. Save it');
  check(await document.save(), 'it is saved');
  merge = { ...merge, text: 'others\n', overlaps: 2, hasBase: false };
  await window.run('commonplace.conflict.merge');
  await window.told('This machine lacks the earlier text');
});

/** A save that met another's text in the same line. */
async function refused(window) {
  await window.start();
  const document = await window.openNote();
  const other = await window.other();
  const uri = document.uri.toString();
  const { text } = await other.ask('commonplace/readNote', { uri });
  const insert = (line) =>
    window.desktop.change(document, [{ range: new vscode.Range(0, 0, 0, 0), newText: line }]);
  insert('mine\n');
  const theirs = `theirs\n${text}`;
  await other.write(uri, theirs);
  return { document, other, theirs, text };
}

test('a refused save is merged in the note, and not saved with a marker left', async (window) => {
  const { document, theirs, text } = await refused(window);
  window.answer('Your text is not saved', 'Merge');
  check(!(await document.save()), 'it is not saved');
  await window.wait('the markers', () => document.getText().startsWith('<<<<<<< '));
  contains(document.getText(), '<<<<<<< the text in this buffer\nmine\n=======\ntheirs\n>>>>>>> ',
    'the text');
  for (const marker of [/^<{7} .*\n/m, /^>{7} .*\n/m, /^={7}\n/m]) {
    check(!(await document.save()), 'with a marker it is not saved');
    await window.told('is a merge marker');
    equal(window.stored(document), theirs, 'the stored text');
    window.replace(document, document.getText(), document.getText().replace(marker, ''));
  }
  window.append(document, 'typed meanwhile\n');
  check(await document.save(), 'it is saved');
  equal(window.stored(document), `mine\ntheirs\n${text}typed meanwhile\n`, 'the stored text');
});

test('what is typed after a refused save is merged, too', async (window) => {
  const { document, text } = await refused(window);
  check(!(await document.save()), 'it is not saved');
  await window.told('Your text is not saved');
  window.append(document, 'typed before\n');
  await window.run('commonplace.conflict.merge');
  window.replace(document, document.getText(),
    document.getText().replace(/^([<>]{7} .*|={7})\n/gm, ''));
  check(await document.save(), 'it is saved');
  equal(window.stored(document), `mine\ntheirs\n${text}typed before\n`, 'the stored text');
});

test('a merge whose document is closed leaves the note as it is stored', async (window) => {
  const { document, theirs } = await refused(window);
  check(!(await document.save()), 'it is not saved');
  await window.told('Your text is not saved');
  await window.run('commonplace.conflict.merge');
  window.desktop.closeEditor(document);
  equal(window.stored(document), theirs, 'the stored text');
});

test('Keep Both copies the note with its book', async (window) => {
  const { document, theirs } = await refused(window);
  const asked = answer(window, {
    'commonplace/copyNote': { uri: `${document.uri}#copy`, title: 'Walden', version: 'c' },
  });
  const mine = document.getText();
  await document.save();
  await window.told('Your text is not saved');
  await window.run('commonplace.conflict.keepBoth').catch(() => undefined);
  const [, copied] = asked.find(([method]) => method === 'commonplace/copyNote');
  equal(copied, { uri: document.uri.toString(), text: mine }, 'the copy');
  equal(document.getText(), theirs, 'the note');
});
