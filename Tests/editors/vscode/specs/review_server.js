// Review with the real server: what is due, from where a review is begun, and a server that dies.
'use strict';

const fs = require('fs');
const path = require('path');
const vscode = require('vscode');
const { test, equal, check, contains } = require('../harness');
const { Reviewing } = require('../reviewing');

const note = `# Peaks

The highest mountain of Peru is ?[](Huascarán). #peaks/andes

Q: Which mountain is the highest of the Alps?
A: Mont Blanc
`;

/** A window with one more note, and the panel of its reviews. */
async function started(window, settings) {
  await window.start(settings);
  await window.running();
  await window.children('commonplace.tags'); // by then the server has the settings
  const { uri } = await (await window.other()).ask('commonplace/createNote', { text: note });
  const item = window.desktop.statusBar.get('commonplace.due');
  return { uri, item, review: new Reviewing(window) };
}

const ofPeaks = (review) => review.shows('a card of the note', ({ card, text }) =>
  text.includes('of 2') && /Peru|Alps/.test(card));

test('the status bar says what is due, and begins a review of it', async (window) => {
  const { review, item } = await started(window);
  await window.wait('a count', () => item.isShown);
  check(/^\$\(mortar-board\) \d+$/.test(item.text), item.text);
  check(/^\d+ prompts due, \d+ of them new; 0 answered today$/
    .test(item.accessibilityInformation.label), item.accessibilityInformation.label);
  await window.run(item.command);
  await review.shows('a card');
  await review.press(' ');
  await review.press('2');
  await window.wait('an answer', () => item.tooltip.includes('1 answered today'));
  // A click when there is a review goes back to it.
  const { text } = review;
  await window.run(item.command);
  equal([review.text, window.desktop.panels.length], [text, 1], 'the panel');
});

test('the status bar says whether all is published, and what is in conflict', async (window) => {
  await started(window);
  const item = window.desktop.statusBar.get('commonplace.status');
  await window.wait('the status', () => item.isShown && item.text.endsWith(': published'));
  check(item.text.startsWith('$(book) '), item.text);
  equal(item.tooltip, window.notebook, 'the path');
});

test('a review of a tag, of a note, and of a search', async (window) => {
  const { uri, review } = await started(window);
  await window.run('commonplace.review.tag', { tag: '#peaks' });
  await ofPeaks(review);
  review.page.press('q');
  await window.wait('no panel', () => review.panel === undefined);

  await vscode.window.showTextDocument(vscode.Uri.parse(uri));
  await window.run('commonplace.review.note');
  await ofPeaks(review);
  await review.press('s');
  contains(review.text, 'Card 2 of 2', 'one card is suspended');
  review.page.press('q');

  window.desktop.prompts.input = () => 'Mont Blanc';
  await window.wait('no panel', () => review.panel === undefined);
  await window.run('commonplace.review.search');
  await review.shows('the card that is left', ({ text }) => text.includes('of 1'));
  review.page.press('q');
  await window.wait('no panel', () => review.panel === undefined);

  window.desktop.prompts.pick = (items) => items[items.length - 1];
  await window.run('commonplace.review.resumeSuspended');
  await window.told('One suspended card was resumed.');
});

test('a review of a section of books', async (window) => {
  const { review } = await started(window);
  let labels;
  const choose = async (section) => {
    window.desktop.prompts.pick = (items) => {
      labels = items.map(({ label }) => label);
      return items.find(({ label }) => label === section);
    };
    await window.run('commonplace.review.section');
  };
  await choose(undefined);
  equal(window.desktop.panels, [], 'nothing was chosen');
  equal(labels, ['Want to Read', 'Currently Reading', 'Read', 'Other Notes'], 'the sections');
  await choose('Read');
  await review.shows('that there is none', ({ text }) => text.includes('No cards to review'));
  await choose('Other Notes');
  await review.shows('a card', ({ text }) => text.includes('Card 1 of'));
});

test('a review of what a search finds, by its document and its quick pick', async (window) => {
  const { review } = await started(window);
  const view = vscode.Uri.parse('commonplace-view://n/search?q=Mont%20Blanc');
  await vscode.window.showTextDocument(view);
  await window.run('commonplace.review.note', view);
  await ofPeaks(review);
  review.page.press('q');
  await window.wait('no panel', () => review.panel === undefined);

  await window.run('commonplace.notes.search', '"Mont Blanc"');
  const pick = window.desktop.picks[window.desktop.picks.length - 1];
  pick.emitters.TriggerButton.fire(pick.buttons[1]);
  await ofPeaks(review);
});

test('the lens above a note begins its review in the panel', async (window) => {
  const { review } = await started(window);
  const document = await window.openNote('Peaks');
  const { answer: lenses } = await window.ask('CodeLens', 'provideCodeLenses', document);
  const { command } = lenses.find((lens) => lens.command.command !== '');
  equal(command.title, '2 prompts due', 'the lens');
  await window.run(command.command, ...command.arguments);
  await ofPeaks(review);
  check(!window.desktop.documents.some(({ uri }) => uri.scheme === 'commonplace-view'),
    'no document shows it, too');
});

test('a review as a document goes on by its lenses', async (window) => {
  await started(window);
  const uri = vscode.Uri.parse('commonplace-view://starter/review');
  const { document } = await vscode.window.showTextDocument(uri);
  await window.wait('Mini Markdown', () => document.languageId === 'minimarkdown');
  for (const title of ['Show answer', 'Right']) {
    const before = document.getText();
    const lens = await window.wait(title, async () => {
      const { answer } = (await window.ask('CodeLens', 'provideCodeLenses', document)) ?? {};
      return answer?.find(({ command }) => command.title.startsWith(title));
    });
    await window.run(lens.command.command, ...lens.command.arguments);
    await window.wait('what it leads to', () => document.getText() !== before);
  }
  contains(document.getText(), '1 of ', 'the document');
  equal(window.desktop.panels, [], 'panels');
});

test('cramming records nothing', async (window) => {
  const { uri, review, item } = await started(window);
  await window.run('commonplace.review.cram', { uri });
  await ofPeaks(review);
  for (const key of [' ', '2', ' ', '2']) { await review.press(key); }
  contains(review.text, 'Done: 2 answered, 2 right, 0 wrong.', 'the end');
  check(!item.tooltip.includes('2 answered'), item.tooltip);
  await window.run('commonplace.review.note', { uri });
  await ofPeaks(review);
});

test('four answers, where they are set', async (window) => {
  const { uri, review } = await started(window, { 'commonplace.review.answers': 4 });
  await window.run('commonplace.review.note', { uri });
  await ofPeaks(review);
  await review.press(' ');
  equal(review.buttons.slice(0, 4).map((words) => words.split(' ').slice(0, 2).join(' ')),
    ['Again 1', 'Hard 2', 'Good 3', 'Easy 4'], 'the answers');
  await review.press('4');
  contains(review.text, 'Card 2 of 2', 'where it is');
});

test('the settings file counts where the user has set nothing', async (window) => {
  const folder = path.join(window.folder, 'commonplace');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'config.toml'), 'review.answers = 4\n');
  window.defaults = [['commonplace.review.answers', 2], ['commonplace.review.limit', 20]];
  const { uri, review } = await started(window);
  await window.run('commonplace.review.note', { uri });
  await ofPeaks(review);
  await review.press(' ');
  equal(review.buttons.slice(0, 4).length, 4, 'the answers');
  check(review.buttons[3].startsWith('Easy 4'), review.buttons.join(', '));
});

test('a card whose prompt goes leaves the review', async (window) => {
  const { uri, review } = await started(window);
  await window.run('commonplace.review.note', { uri });
  await ofPeaks(review);
  const [gone, left] = review.card.includes('Peru') ? ['The highest', 'Alps'] : ['Q: ', 'Peru'];
  const text = note.split('\n').filter((line) => !line.startsWith(gone)).join('\n');
  await window.others[0].write(uri, text);
  await review.shows('the other card', ({ card }) => card.includes(left));
  contains(review.text, 'was removed from this review', 'why');
});

test('what was answered outlives a killed server, and the panel says so', async (window) => {
  const { uri, review, item } = await started(window);
  await window.run('commonplace.review.note', { uri });
  await ofPeaks(review);
  await review.press(' ');
  await review.press('2');
  const left = review.card;
  window.kill();
  await review.shows('the loss', ({ text }) => text.includes('no longer has this review'));
  await review.press('r');
  contains(review.text, 'Card 1 of 1', 'what is left');
  equal(review.card, left, 'the card');
  await window.wait('the count', () => item.isShown && item.tooltip.includes('1 answered today'));
});

test('an answer that a killed server had not read is asked again', async (window) => {
  const { uri, review } = await started(window);
  await window.run('commonplace.review.note', { uri });
  await ofPeaks(review);
  await review.press(' ');
  window.signal('SIGSTOP');
  review.page.press('2');
  await new Promise((resolve) => setTimeout(resolve, 50));
  window.kill();
  await review.shows('the loss', ({ text }) => text.includes('no longer has this review'));
  await review.press('r');
  await ofPeaks(review);
});

test('where there is no server, there is no count, and a review says why', async (window) => {
  await window.start({ 'commonplace.server.path': '/nonexistent' });
  await window.run('commonplace.review');
  await window.told('Commonplace: the server `commonplace` was not found');
  equal(window.desktop.panels, [], 'panels');
  check(!window.desktop.statusBar.get('commonplace.due').isShown, 'no count');
});
