// The part about review of Tests/editors/story.md, step by step in one window.
'use strict';

const { story, skip, equal, check, contains } = require('../harness');
const { Reviewing } = require('../reviewing');

const text = `# Peaks

The highest mountain of Peru is ?[](Huascarán).

Q: Which mountain is the highest of the Alps?
A: Mont Blanc
`;
const answers = ['Huascarán', 'Mont Blanc'];

const due = (window) => {
  const item = window.desktop.statusBar.get('commonplace.due');
  return item?.isShown ? Number(/\d+/.exec(item.text)) : undefined;
};
const absent = (review, ...words) => words.forEach((word) =>
  check(!review.text.includes(word) && !review.spoken.includes(word), `${word} is shown`));

story([
  ['see what is due', async (window, it) => {
    await window.start();
    await window.running();
    const before = await window.wait('a count', () => due(window));
    const other = await window.other();
    const { uri } = await other.ask('commonplace/createNote', { text });
    it.due = before + 2;
    it.uri = uri;
    await window.wait('two more', () => due(window) === it.due);
  }],
  ['start a review', async (window, it) => {
    it.editor = window.desktop.editor?.document;
    it.review = new Reviewing(window);
    await window.run('commonplace.review.note', { uri: it.uri });
    await it.review.shows('a card', ({ card }) => card.includes('highest'));
    absent(it.review, ...answers);
    contains(it.review.text, 'Card 1 of 2', 'where it is');
    const isFirst = it.review.card.includes('Peru');
    [it.first, it.second] = isFirst ? answers : [...answers].reverse();
    [it.question, it.other] = isFirst ? ['Peru', 'Alps'] : ['Alps', 'Peru'];
  }],
  ['reveal', async (window, { review, first, second }) => {
    await review.press(' ');
    contains(review.card, first, 'the answer');
    contains(review.spoken, first, 'what is read out');
    absent(review, second);
    equal(review.buttons.slice(0, 2), ['Wrong 1 1 day', 'Right 2 4 days'], 'the answers');
  }],
  ['answer wrong', async (window, it) => {
    await it.review.press('1');
    contains(it.review.card, it.other, 'the other card');
    absent(it.review, ...answers);
    await window.wait('one less', () => due(window) === it.due - 1);
  }],
  ['answer right', async (window, { review, question }) => {
    await review.press(' ');
    await review.press('ArrowRight');
    contains(review.card, question, 'the first card');
    absent(review, ...answers);
    contains(review.text, 'Card 2 of 2', 'where it is');
  }],
  ['undo', async (window, { review, question, second }) => {
    await review.press('u');
    contains(review.card, second, 'the card that was right');
    await review.press('Enter');
    contains(review.card, question, 'the first card');
    absent(review, ...answers);
  }],
  ['edit the note in mid-review', async (window, { review, question }) => {
    review.page.press('e');
    const { document, selection } = await window.wait('the note', () => window.desktop.editor);
    contains(document.getText(), '# Peaks', 'the note');
    contains(document.lineAt(selection.start.line).text, question, 'the line');
  }],
  ['return to the edited card', async (window, { review, question }) => {
    const { document } = window.desktop.editor;
    const all = document.getText();
    const at = all.lastIndexOf('highest', all.indexOf(question) + 40);
    const line = document.positionAt(at).line;
    contains(document.lineAt(line).text, question, 'the line');
    const { Range } = require('vscode');
    window.desktop.change(document, [{
      range: new Range(document.positionAt(at), document.positionAt(at + 'highest'.length)),
      newText: 'tallest',
    }]);
    check(await document.save(), 'it is saved');
    await review.shows('the edited card', ({ card }) => card.includes('tallest'));
    contains(review.card, question, 'the same card');
    absent(review, 'highest', ...answers);
  }],
  ['stop', async (window, it) => {
    it.review.page.press('q');
    await window.wait('no panel', () => it.review.panel === undefined);
    await window.told('2 answered, 1 right, 1 wrong');
  }],
  ['resume', async (window, { review, uri }) => {
    await window.run('commonplace.review.note', { uri });
    await review.shows('nothing', ({ text: seen }) => seen.includes('No cards to review.'));
    review.page.press('Escape');
    await window.wait('no panel', () => review.panel === undefined);
  }],
  ['the file holds it', async (window) => {
    await window.quit();
    const shell = window.file() ?? skip('there is no sqlite3');
    const prompts = (condition) => shell(
      `SELECT count(*) FROM entry WHERE key LIKE 'prompt=%' AND ${condition}`);
    const member = (name) => `json_extract(json, '$.promptStatistics[0].${name}')`;
    const answered = () => shell("SELECT count(*), sum(json_extract(json, '$.statistics.correct')),"
      + " sum(json_extract(json, '$.statistics.incorrect')) FROM entry"
      + " WHERE scope = '.studyLog' AND type = 2");
    // A save is acknowledged when it is on disk; the notebook's file follows.
    await window.wait('the file', () => answered() === '2|1|1'
      && prompts("json_extract(json, '$.rawValue') LIKE '%tallest%'") === '1');
    equal(shell("SELECT count(*) FROM entry WHERE scope = '.studyLog' AND type = 0"), '1',
      'the answer that was taken back');
    equal(prompts(`${member('reviewCount')} = 1 AND ${member('due')} > ${member('lastReview')}`),
      '2', 'what was scheduled');
    equal(prompts(`${member('totalIncorrect')} = 1`), '1', 'what was wrong');
  }],
]);
