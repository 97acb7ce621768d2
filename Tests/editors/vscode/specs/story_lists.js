// The part about lists and images of Tests/editors/story.md, step by step in one window.
'use strict';

const fs = require('fs');
const vscode = require('vscode');
const { story, skip, equal, check, contains } = require('../harness');
const { noToken } = require('../stub/desktop');

/** A step that is skipped if the server has no images. */
const step = (name, run) => [name, async (window, it) => {
  if (it.isMissing) { skip('the server has no images'); }
  await run(window, it);
}];

const rows = async (window) => (await window.children('commonplace.notes'))
  .flatMap(({ notes }) => notes);
const description = (window, note) => window.item('commonplace.notes', note).description;

story([
  step('see a list of notes', async (window, it) => {
    await window.start({ 'commonplace.notes.groupBy': 'none' });
    await window.running();
    const { told } = await window.other();
    it.isMissing = told.capabilities.experimental.commonplace.addImage === undefined;
    if (it.isMissing) { skip('the server has no images'); }
    equal((await rows(window)).length, 5, 'notes');
    await window.wait('the due prompts', async () =>
      (await rows(window)).some((note) => /#\w.* \d+ due  \d{4}-/.test(description(window, note))));
  }),
  step('sort it', async (window) => {
    const titles = async () => (await rows(window)).map(({ title }) => /^\w+/.exec(title)[0]);
    window.desktop.prompts.pick = (items) => items.find(({ label }) => label === 'By Title');
    await window.run('commonplace.notes.sort');
    equal(await titles(), ['Charles', 'Henry', 'Jane', 'Seneca', 'Welcome'], 'the list');
  }),
  step('see titles', async (window, it) => {
    it.note = await window.openNote('Walden');
    it.uri = it.note.uri.toString();
    const { titles } = await window.others[0].ask('commonplace/readTitles', { uris: [it.uri] });
    equal(titles, ['Henry David Thoreau: Walden'], 'the title');
  }),
  step('add an image', async (window, it) => {
    it.image = `${window.folder}/pond.gif`;
    fs.writeFileSync(it.image, 'GIF89a\x01\x00\x01\x00', 'latin1');
    const end = window.append(it.note, '\n');
    window.desktop.editor.selection = new vscode.Selection(end, end);
    window.desktop.prompts.file = () => [vscode.Uri.file(it.image)];
    await window.run('commonplace.images.add');
    const { active } = window.desktop.editor.selection;
    window.desktop.change(it.note, [{ range: new vscode.Range(active, active), newText: 'pond' }]);
    check(/!\[pond\]\(assets\/[\dA-Fa-f]+\.gif\)$/.test(it.note.getText()), it.note.getText());
    check(await it.note.save(), 'it is saved');
    contains(window.stored(it.note), '![pond](assets/', 'the stored text');
  }),
  step('drop an image', async (window, it) => {
    const data = new Map([['text/uri-list', { asString: async () => `file://${it.image}` }]]);
    const [{ provider }] = window.desktop.offered('DocumentDropEdit', it.note);
    const edit = await provider.provideDocumentDropEdits(it.note, new vscode.Position(0, 0), data);
    check(/^!\[\]\(assets\/[\dA-Fa-f]+\.gif\)$/.test(edit.insertText), edit.insertText);
  }),
  step('open it', async (window, it) => {
    const [{ provider }] = window.desktop.offered('DocumentLink', it.note);
    const link = await window.wait('the link', async () =>
      (await provider.provideDocumentLinks(it.note, noToken())).find(({ target }) => !target));
    const { target } = await provider.resolveDocumentLink(link, noToken());
    check(fs.existsSync(target.fsPath), target.toString());
  }),
  step('extract a part with its review states', async (window, it) => {
    const [other] = window.others;
    const due = async (uri) => (await other.ask('commonplace/review/counts', { uri })).due;
    const { session } = await other.ask('commonplace/review/start', { uri: it.uri });
    await other.ask('commonplace/review/reveal', { session });
    await other.ask('commonplace/review/answer', { session, ease: 'good' });
    await other.ask('commonplace/review/stop', { session });
    const before = await due(it.uri);
    check(before > 0, `${before} are due`);
    const range = new vscode.Range(1, 0, it.note.lineCount, 0);
    const action = (await window.desktop.codeActions(it.note.uri, range))
      .find(({ command }) => command?.command === 'commonplace.extractNote');
    await window.run(action.command.command, ...action.command.arguments);
    const made = await window.wait('the new note', () => {
      const shown = window.desktop.editor?.document;
      return shown && shown.uri.toString() !== it.uri && shown.uri.scheme === 'commonplace' && shown;
    });
    await window.wait('its review states', async () => await due(made.uri.toString()) === before);
  }),
  step('the file holds it', async (window) => {
    await window.quit();
    const shell = window.file() ?? skip('there is no sqlite3');
    await window.wait('the file', () =>
      shell("SELECT count(*) FROM entry WHERE key LIKE 'assets/%.gif'") !== '0');
    check(shell("SELECT count(*) FROM entry WHERE text LIKE '%![pond](assets/%'") !== '0', 'the text');
  }),
]);
