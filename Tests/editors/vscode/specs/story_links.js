// The part about links and days of Tests/editors/story.md, step by step in one window.
'use strict';

const fs = require('fs');
const vscode = require('vscode');
const { story, equal, check, contains } = require('../harness');
const { noToken } = require('../stub/desktop');

const codes = (window, document) => window.problems(document)
  .map(({ code }) => code?.value ?? code);

const shown = (window) => window.desktop.editor.document;

/** Opens a note that a list names. */
async function chosen(window, label) {
  let offered;
  window.desktop.prompts.pick = (items) => {
    offered = items.map((item) => [item.label, item.detail]);
    return items[0];
  };
  await window.run('commonplace.notes.links');
  equal(offered, [label], 'the links');
}

story([
  ['open the note of a day', async (window, it) => {
    const folder = `${window.folder}/commonplace/templates`;
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(`${folder}/day.md`, '# {{date}}\n\nRead: {{cursor}}\n\n#journal\n');
    await window.start();
    await window.running();
    window.desktop.prompts.pick = (items) => items.find(({ date }) => date === undefined);
    window.desktop.prompts.input = () => '2026-03-04';
    await window.run('commonplace.notes.day');
    it.day = shown(window);
    equal(it.day.getText(), '# 2026-03-04\n\nRead: \n\n#journal\n', 'the text');
    equal(window.desktop.editor.selection.active.character, 6, 'the cursor');
    await window.openNote('Seneca');
    await window.run('commonplace.notes.day');
    check(shown(window) === it.day, 'the same note');
  }],
  ['make a link by completion', async (window, { day }) => {
    const active = new vscode.Position(2, 6);
    window.desktop.change(day, [
      { range: new vscode.Range(active, active), newText: '[[wald' },
    ]);
    const [{ provider, rest }] = window.desktop.offered('CompletionItem', day);
    check(rest.flat().includes('['), `triggers ${rest}`);
    const end = new vscode.Position(active.line, active.character + 6);
    const answer = await provider.provideCompletionItems(day, end, noToken(), { triggerKind: 0 });
    const [item] = answer.items ?? answer;
    equal(item.label.label ?? item.label, 'Henry David Thoreau: Walden', 'offered');
    window.desktop.change(day, [{
      range: item.range.inserting ?? item.range, newText: item.insertText.value ?? item.insertText,
    }]);
    contains(day.getText(), 'Read: [[Henry David Thoreau: Walden]]\n', 'the text');
    check(await day.save(), 'it is saved');
    contains(window.stored(day), '[[Henry David Thoreau: Walden]]', 'the stored text');
  }],
  ['follow it', async (window, it) => {
    const [{ provider }] = window.desktop.offered('Definition', it.day);
    const places = [await provider.provideDefinition(it.day, new vscode.Position(2, 12), noToken())];
    const [place] = places.flat();
    it.walden = (await vscode.window.showTextDocument(place.uri ?? place.targetUri)).document;
    check(it.walden.getText().startsWith('# Henry David Thoreau: Walden'), 'the note');
  }],
  ['see the links of a note', async (window, it) => {
    await chosen(window, ['$(arrow-left) 2026-03-04', 'Read: [[Henry David Thoreau: Walden]]']);
    check(shown(window) === it.day, 'the note of the day');
    await chosen(window, ['$(arrow-right) Henry David Thoreau: Walden', undefined]);
    check(shown(window) === it.walden, 'the note that it points at');
  }],
  ['rename the title with its links', async (window, { day, walden }) => {
    const { answer } = await window.ask(
      'Rename', 'provideRenameEdits', walden, new vscode.Position(0, 5), 'Walden');
    await vscode.workspace.applyEdit(answer);
    check(walden.getText().startsWith('# Walden\n'), 'the title');
    contains(day.getText(), 'Read: [[Walden]]\n', 'the link');
    check(await walden.save() && await day.save(), 'both are saved');
    contains(window.stored(day), '[[Walden]]', 'the stored link');
  }],
  ['break a link, and make its note', async (window, { day }) => {
    await vscode.window.showTextDocument(day);
    const end = window.append(day, '\n[[On ponds]]\n');
    await window.wait('the problem', () => codes(window, day).includes('link-leads-nowhere'));
    check(await day.save(), 'it is saved');
    const place = new vscode.Position(end.line - 1, 4);
    const actions = await window.desktop.codeActions(day.uri, new vscode.Range(place, place));
    const action = actions.find(({ title }) => title === 'Create the note “On ponds”');
    check(action !== undefined, `actions ${actions.map(({ title }) => title)}`);
    await window.run(action.command.command, ...action.command.arguments);
    const other = await window.other();
    await window.wait('the note', async () =>
      (await other.ask('commonplace/listNotes', {})).notes.some(({ title }) => title === 'On ponds'));
    await window.wait('no problem', () => !codes(window, day).includes('link-leads-nowhere'));
  }],
  ['the file holds it', async (window) => {
    await window.quit();
    const shell = window.file();
    const rows = (text) => Number(
      shell(`SELECT count(*) FROM entry WHERE instr(text, '${text}')`));
    if (shell === undefined) { return; }
    await window.wait('the file', () => rows('[[On ponds]]') === 1);
    equal(rows('[[Walden]]'), 1, 'the link');
    equal(rows('[[Henry David Thoreau'), 0, 'the former title');
  }],
]);
