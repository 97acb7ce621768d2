// The story that every editor plays, step by step in one window.
'use strict';

const { execFileSync } = require('child_process');
const vscode = require('vscode');
const { story, skip, equal, check, contains } = require('../harness');
const { noToken } = require('../stub/desktop');

const position = (document, text, after = 0) =>
  document.positionAt(document.getText().indexOf(text) + after);

/** Every tag that the command line lists. */
const tags = (window) => window.commonplace('tags', '--notebook', window.notebook)
  .split('\n').map((line) => line.trim().split(/\s+/)[1]);

story([
  ['a note is opened from the notebook', async (window, it) => {
    await window.start();
    it.document = await window.openNote('Welcome');
    contains(it.document.getText(), 'commonplace book', 'the text');
  }],
  ['its tokens are seen', async (window, { document }) => {
    const tokens = await window.tokens(document);
    for (const type of ['heading', 'clozeAnswer', 'hashtag']) {
      check(tokens.some((token) => token[1] === type), type);
    }
  }],
  ['a cloze is broken, and a diagnostic says so', async (window, it) => {
    const { document } = it;
    window.append(document, '\nThe capital of France is ?[city](Paris.\n');
    it.problem = await window.wait('the problem', () => window.problems(document)
      .find(({ range }) => document.lineAt(range.start.line).text.includes('?[city]')));
  }],
  ['a code action mends it', async (window, { document, problem }) => {
    const actions = (await window.desktop.codeActions(document.uri, problem.range))
      .filter(({ edit }) => edit !== undefined);
    const mend = actions.find(({ isPreferred }) => isPreferred) ?? actions[0];
    if (mend === undefined) {
      window.replace(document, '(Paris.', '(Paris).');
      skip('this server offers no action; mended by hand');
    }
    await vscode.workspace.applyEdit(mend.edit);
    check(/\?\[city\]\(Paris\.?\)/.test(document.getText()), document.getText().slice(-60));
  }],
  ['a tag is completed', async (window, { document }) => {
    const end = window.append(document, '\n#phil');
    const [{ provider }] = window.desktop.offered('CompletionItem', document);
    const answer = await provider.provideCompletionItems(
      document, end, noToken(), { triggerKind: 0 });
    const item = (answer.items ?? answer).find(({ label }) =>
      String(label.label ?? label).includes('philosophy/stoic'));
    check(item !== undefined, 'it is offered');
    const range = item.range.inserting ?? item.range;
    window.desktop.change(document, [{
      range, newText: item.insertText.value ?? item.insertText,
    }]);
    check(document.getText().endsWith('\n#philosophy/stoic'), document.getText().slice(-30));
    window.append(document, '\n');
  }],
  ['it is saved', async (window, { document }) => {
    check(await document.save(), 'it is saved');
    equal(window.stored(document), document.getText(), 'the stored text');
  }],
  ['what was just written is found', async (window, { document }) => {
    await window.run('commonplace.notes.search', 'capital France');
    const pick = window.desktop.picks[window.desktop.picks.length - 1];
    await window.wait('the hit', () =>
      pick.items.some(({ hit }) => hit.uri === document.uri.toString()));
    pick.hide();
  }],
  ['a tag is renamed over the notebook', async (window, it) => {
    const { document } = it;
    it.tags = [];
    const found = await window.ask('Rename', 'provideRenameEdits', document,
      position(document, '#philosophy/stoic', 14), '#philosophy/stoicism');
    if (found === undefined) { skip('this server renames no tags'); }
    if (found.answer) { await vscode.workspace.applyEdit(found.answer); }
    for (const changed of window.desktop.documents.filter(({ isDirty }) => isDirty)) {
      check(await changed.save(), `${changed.uri} is saved`);
    }
    await window.wait('the new tag', () => tags(window).includes('#philosophy/stoicism'));
    check(!tags(window).includes('#philosophy/stoic'), 'the old one is gone');
    it.tags = ['#philosophy/stoicism'];
  }],
  ['a conflict is met, and both are kept', async (window, it) => {
    const { document } = it;
    const other = await window.other();
    window.append(document, '\nMine.\n');
    await other.write(document.uri.toString(), '# Theirs\n\nTheirs.\n');
    check(!(await document.save()), 'it is not saved');
    await window.run('commonplace.conflict.keepBoth');
    equal(window.stored(document), '# Theirs\n\nTheirs.\n', 'the note');
    it.mine = window.desktop.editor.document;
    contains(window.stored(it.mine), 'Mine.', 'the new note');
  }],
  ['sqlite3 finds in the notebook what the story says', async (window, it) => {
    await window.quit();
    const written = ['Theirs.', 'Mine.', 'The capital of France is ?[city](Paris', ...it.tags];
    const dump = () => {
      try {
        return execFileSync('sqlite3', [window.notebook], {
          encoding: 'utf8', input: 'PRAGMA integrity_check;\n.dump entry\n', maxBuffer: 1 << 28,
        });
      } catch (error) {
        return error.code === 'ENOENT' ? skip('there is no sqlite3 (apt-get install sqlite3)') : '';
      }
    };
    // A save is acknowledged when it is on disk; the notebook's file follows.
    const rows = await window.wait('the file', () => {
      const found = dump();
      return written.every((words) => found.includes(words)) && found;
    });
    check(rows.startsWith('ok\n'), 'it is undamaged');
  }],
]);
