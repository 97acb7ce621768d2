// Tests/editors/story.md, step by step in one window.
'use strict';

const vscode = require('vscode');
const { story, equal, check, contains } = require('../harness');
const { noToken } = require('../stub/desktop');

const title = 'Welcome to your commonplace book';

/** The range of the first `text`. */
function range(document, text) {
  const start = document.getText().indexOf(text);
  check(start >= 0, text);
  return new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
}

/** Does the code action whose title begins so, at a place. */
async function choose(window, document, place, beginning) {
  const actions = await window.desktop.codeActions(document.uri, place);
  const action = actions.find((offered) => offered.title.startsWith(beginning));
  check(action !== undefined, `“${beginning}” is not among ${actions.map((one) => one.title)}`);
  await vscode.workspace.applyEdit(action.edit);
}

const codes = (window, document) => window.problems(document)
  .map(({ code }) => code?.value ?? code);

story([
  ['open from the notebook', async (window, it) => {
    await window.start();
    it.document = await window.openNote(title);
    check(it.document.getText().startsWith(`# ${title}`), 'the text');
    check(it.document.uri.toString().startsWith('commonplace://starter/'), 'its name');
  }],
  ['see the tokens', async (window, { document }) => {
    const tokens = await window.tokens(document);
    for (const [text, type] of [
      ['Welcome', 'heading'], ['John Milton', 'clozeAnswer'], ['#reading/habits', 'hashtag'],
    ]) {
      check(tokens.some((token) => token[0].startsWith(text) && token[1] === type), text);
    }
  }],
  ['break a cloze', async (window, { document }) => {
    window.append(document, '\nAn ?[animal](Okapi\n');
    await window.wait('the problem', () => codes(window, document).includes('unterminated-cloze'));
  }],
  ['fix it by code action', async (window, { document }) => {
    await choose(window, document, range(document, '?[animal]'), 'Close the answer');
    check(document.getText().endsWith('An ?[animal](Okapi)\n'), document.getText().slice(-30));
    await window.wait('no problem',
      () => !codes(window, document).includes('unterminated-cloze'));
  }],
  ['complete a tag', async (window, { document }) => {
    const end = window.append(document, '\n#reading/hab');
    const [{ provider }] = window.desktop.offered('CompletionItem', document);
    const answer = await provider.provideCompletionItems(
      document, end, noToken(), { triggerKind: 0 });
    // The editor offers of them what begins as what was typed, or is much like it.
    const items = (answer.items ?? answer).filter((offered) =>
      (offered.filterText ?? offered.label.label ?? offered.label).startsWith('#reading/hab'));
    equal(items.map(({ label }) => label.label ?? label), ['#reading/habits'], 'offered');
    const [item] = items;
    window.desktop.change(document, [{
      range: item.range.inserting ?? item.range, newText: item.insertText.value ?? item.insertText,
    }]);
    check(document.getText().endsWith('\n#reading/habits'), document.getText().slice(-30));
    window.append(document, '\n');
  }],
  ['save', async (window, { document }) => {
    check(await document.save(), 'it is saved');
    equal(window.stored(document), document.getText(), 'the stored text');
  }],
  ['search for what was just written', async (window, { document }) => {
    await window.run('commonplace.notes.search', 'okapi');
    const pick = window.desktop.picks[window.desktop.picks.length - 1];
    const hits = await window.wait('the hit', () => {
      const found = pick.items.filter(({ hit }) => hit !== undefined);
      return found.length > 0 && found;
    });
    equal(hits.map(({ hit }) => hit.uri), [document.uri.toString()], 'notes');
    pick.selectedItems = hits;
    pick.emitters.Accept.fire();
    await window.wait('the place', () => {
      const { editor } = window.desktop;
      return editor?.document === document
        && document.getText().slice(document.offsetAt(editor.selection.start)).startsWith('Okapi');
    });
  }],
  ['rename a tag over the notebook', async (window, { document }) => {
    const other = await window.other();
    const made = await other.ask(
      'commonplace/createNote', { title: 'On habits', tags: ['reading/habits'] });
    const { answer } = await window.ask('Rename', 'provideRenameEdits', document,
      range(document, '#reading/habits').end, 'customs');
    if (answer) { await vscode.workspace.applyEdit(answer); }
    contains(document.getText(), '#reading/customs', 'the note');
    check(!document.getText().includes('#reading/habits'), 'the old hashtag');
    const { text } = await other.ask('commonplace/readNote', { uri: made.uri });
    contains(text, '#reading/customs', 'the other note');
    check(await document.save(), 'it is saved');
  }],
  ['meet a conflict and keep both', async (window, { document }) => {
    const [other] = window.others;
    window.append(document, 'Written here.\n');
    const mine = document.getText();
    const theirs = `${window.stored(document)}Written there.\n`;
    await other.write(document.uri.toString(), theirs);
    check(!(await document.save()), 'it is not saved');
    await window.run('commonplace.conflict.keepBoth');
    equal(window.stored(document), theirs, 'the note');
    equal(window.stored(window.desktop.editor.document), mine, 'the new note');
    await window.wait('the stored text', () => document.getText() === theirs);
  }],
  ['make a cloze', async (window, { document }) => {
    window.append(document, '\nThe capital of Peru is Lima.\n');
    await choose(window, document, range(document, 'Lima'), 'Make a cloze');
    contains(document.getText(), 'is ?[](Lima).', 'the cloze');
    check(await document.save(), 'it is saved');
  }],
  ['the file holds it', async (window) => {
    await window.quit();
    const shell = window.file();
    const rows = (text) => Number(
      shell(`SELECT count(*) FROM entry WHERE instr(text, '${text}')`));
    if (shell === undefined) {
      const tags = window.commonplace('tags', '--notebook', window.notebook);
      contains(tags, '#reading/customs', 'the tags');
      check(!tags.includes('#reading/habits'), tags);
      return;
    }
    // A save is acknowledged when it is on disk; the notebook's file follows.
    await window.wait('the file', () => rows('?[](Lima)') > 0);
    for (const text of ['Written here.', 'Written there.', '?[](Lima)']) {
      equal(rows(text), 1, text);
    }
    check(rows('?[animal](Okapi)') > 0, 'the cloze');
    check(rows('#reading/customs') > 0, 'the new hashtag');
    equal(rows('#reading/habits'), 0, 'the old hashtag');
  }],
]);
