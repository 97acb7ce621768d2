// The panel of review against a server that the test plays: hostile texts, wrong and late messages,
// and what goes wrong.
'use strict';

const path = require('path');
const vscode = require('vscode');
const { test, equal, check, contains } = require('../harness');
const { Reviewing, settled } = require('../reviewing');
const { Desktop } = require('../stub/desktop');
const { extensionFolder } = require('../window');

const out = (name) => require(path.join(extensionFolder, 'out', `${name}.js`));
const { Review } = out('review');
const { wanted } = out('reviewPage');

const run = (text, style = 'plain') => ({ text, style });
const two = [
  { ease: 'again', title: 'Wrong', key: '1', interval: '1 day' },
  { ease: 'good', title: 'Right', key: '2', interval: '4 days' },
];
const cardOf = (front, back = null, more = {}) => ({
  kind: 'question', context: 'Peaks', front: [run(front)], back: back && [run(back)],
  frontText: front, backText: back, isSuspended: false,
  note: { uri: 'commonplace://n/1/x.md', title: 'Title' },
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  history: 'Never answered.', ...more,
});
const stateOf = (card, more = {}) => ({
  session: 's', card, progress: { done: 0, remaining: 2, total: 2 }, canUndo: false,
  answers: card?.back ? two : [], ...more,
});

/** A review whose server gives these answers, in their order; an error is thrown. */
async function reviewing(window, ...answers) {
  window.desktop = vscode.open(Desktop, {});
  const asked = [];
  const review = new Review({
    request: async (method, params) => {
      asked.push([method.split('/').pop(), params]);
      const answer = await answers.shift();
      if (answer instanceof Error) { throw answer; }
      return answer;
    },
  }, vscode.Uri.file(extensionFolder));
  await review.start({});
  const seen = new Reviewing(window);
  await seen.shows('a card');
  return { review, seen, asked, names: () => asked.map(([name]) => name) };
}

const hostile = [
  '<script>throw 1</script>', '${process.exit(1)}', '</style><style>*{display:none}</style>',
  '<img src=x onerror=alert(1)>', '[x](command:workbench.action.quit)', 'javascript:alert(1)',
  '"><a href="javascript:alert(1)">', "' onfocus='alert(1)", '<!--', ']]>', '\u202e&lt;b&gt;\u0000',
  '__proto__', 'innerHTML', '$(trash)', '`${1}`', '</script><script>alert(1)</script>',
];

test('texts of notes stay texts, whatever they are', async (window) => {
  const text = hostile.join('\n');
  const shown = cardOf(text, text, {
    context: text, history: text, note: { uri: 'commonplace://n/1/x.md', title: text },
    front: hostile.map((style) => run(style, style)),
    back: hostile.map((target) => ({ ...run(target, 'image'), target })),
  });
  const { seen } = await reviewing(window, stateOf(shown, {
    message: text,
    answers: hostile.map((title) => ({ ease: 'good', title, key: title, interval: title })),
  }));
  for (const part of hostile) { contains(seen.text, part, 'what is seen'); }
  equal(seen.spoken, `${text}. ${hostile.join('')}`, 'what is read out');
  const all = seen.main.all();
  const names = [...new Set(all.map(({ tagName }) => tagName))].sort();
  equal(names, ['ARTICLE', 'BUTTON', 'DIV', 'H1', 'HEADER', 'KBD', 'MAIN', 'P', 'PROGRESS',
    'SMALL', 'SPAN'], 'the elements');
  const classes = new Set(all.map(({ className }) => className ?? ''));
  check([...classes].every((name) => /^[a-z -]*$/.test(name)), `classes: ${[...classes]}`);
  // The document's own elements have the extension's words.
  const made = all.filter(({ attributes }) => attributes.id === undefined);
  const named = new Set(made.flatMap(({ attributes }) => Object.keys(attributes)));
  equal([...named].sort(), ['aria-label', 'role'], 'the attributes');
  for (const part of hostile) {
    check(!seen.page.html.includes(part), `${part} is in the document that is loaded`);
  }
});

test('nothing is loaded but the panel\'s own scripts and styles', async (window) => {
  const { seen } = await reviewing(window, stateOf(cardOf('a')));
  const { page, panel: { options } } = seen;
  const [, nonce] = /'nonce-([0-9a-f]{32})'/.exec(page.policy);
  equal(page.policy, `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}';`
    + ` base-uri 'none'; form-action 'none'`, 'the policy');
  equal(options.localResourceRoots.map(({ path: root }) => root),
    [path.join(extensionFolder, 'media')], 'what may be loaded');
  equal([options.enableScripts, options.enableCommandUris, options.retainContextWhenHidden],
    [true, undefined, true], 'the options');
  const loaded = page.tags.filter(({ attributes }) => attributes.src ?? attributes.href);
  const files = loaded.map(({ attributes: { src, href } }) => seen.panel.webview.file(src ?? href));
  equal(files.map((file) => path.relative(extensionFolder, file)),
    ['media/common.css', 'media/review.css', 'media/common.js', 'media/review.js'],
    'what is loaded, in this order');
  for (const file of files) { check(require('fs').existsSync(file), file); }
  check(page.tags.every(({ attributes }) =>
    Object.keys(attributes).every((name) => !/^on|^style$/.test(name))), 'no attribute is script');

  for (const icon of Object.values(seen.panel.iconPath)) {
    check(require('fs').existsSync(icon.path), icon.path);
  }

  const { html } = seen.panel.webview;
  const { seen: other } = await reviewing(window, stateOf(cardOf('a')));
  check(!other.panel.webview.html.includes(nonce) && html.includes(nonce), 'another nonce a panel');
});

test('only what the panel can say is heard', async () => {
  equal(wanted({ type: 'ready', more: 1 }), { type: 'ready' }, 'ready');
  equal(wanted({ type: 'step', turn: 1, step: 'undo', uri: 'x' }),
    { type: 'step', turn: 1, step: 'undo' }, 'a step');
  equal(wanted({ type: 'answer', turn: 1, ease: 'hard' }),
    { type: 'answer', turn: 1, ease: 'hard' }, 'an answer');
  for (const message of [undefined, null, 1, 'ready', [], {}, { type: 'run' }, { type: ['ready'] },
    { type: 'step', step: 'undo' }, { type: 'step', turn: '1', step: 'undo' },
    { type: 'step', turn: 1, step: 'constructor' }, { type: 'step', turn: 1, step: ['undo'] },
    { type: 'answer', turn: 1, ease: 'toString' }, { type: 'answer', turn: 1 }]) {
    equal(wanted(message), undefined, JSON.stringify(message));
  }
});

test('only pages are shown', async (window) => {
  const { seen } = await reviewing(window, stateOf(cardOf('a question')));
  const before = seen.main.nodes;
  const page = {
    type: 'page', turn: 9, card: null, answers: [], done: 0, total: 0, canUndo: false, notice: '',
    ending: 'end',
  };
  for (const message of [null, 'page', { type: 'page' }, { ...page, turn: '9' },
    { ...page, notice: {} }, { ...page, ending: undefined }, { ...page, card: 'x' },
    { ...page, card: { context: 'x', front: 'x' } }, { ...page, answers: [null] },
    { ...page, answers: [{ ...two[0], ease: 'toString' }] }, { ...page, canUndo: 1 }]) {
    await seen.panel.webview.postMessage(message);
  }
  await settled();
  check(seen.main.nodes === before, 'it is as before');
  await seen.panel.webview.postMessage(page);
  await seen.shows('a page', ({ text }) => text.startsWith('end'));
});

test('keys', async (window) => {
  const hidden = stateOf(cardOf('q'), { canUndo: true });
  const open = stateOf(cardOf('q', 'a'), { canUndo: true });
  const { seen, asked } = await reviewing(window, hidden, open, { ...hidden, session: 's' },
    open, hidden, open, hidden, open, hidden, open);
  for (const key of ['1', '2', 'ArrowLeft', 'ArrowRight', 'x', 'constructor', 'Tab']) {
    await seen.pressInVain(key); // nothing is revealed
  }
  for (const [key, more] of [[' ', { repeat: true }], ['u', { ctrlKey: true }],
    ['s', { metaKey: true }], ['k', { altKey: true }], ['Enter', { isComposing: true }]]) {
    await seen.pressInVain(key, more);
  }
  equal(asked.splice(0).length, 1, 'what was asked');
  for (const key of [' ', '2', 'Enter', 'ArrowLeft', ' ', 'ArrowRight', 'Enter', ' ', 'u']) {
    await seen.press(key);
  }
  equal(asked.map(([name, { ease }]) => ease ? `${name} ${ease}` : name),
    ['reveal', 'answer good', 'reveal', 'answer again', 'reveal', 'answer good', 'reveal',
      'answer good', 'undo'], 'what was asked');
  check(asked.every(([, { session }]) => session === 's'), 'the session');
});

test('four answers, and what has the focus', async (window) => {
  const four = ['again', 'hard', 'good', 'easy'].map((ease, index) => ({
    ease, title: ease, key: String(index + 1), interval: '',
  }));
  const open = stateOf(cardOf('q', 'a'), { answers: four });
  const next = stateOf(cardOf('next'));
  const { seen, asked } = await reviewing(window, open, next, open);
  check(seen.page.active === seen.main, 'the focus is on the card');
  await seen.press('4');
  equal(asked.pop(), ['answer', { session: 's', ease: 'easy' }], 'the answer');
  const skip = seen.of('BUTTON').find(({ textContent }) => textContent.startsWith('Skip'));
  skip.focus();
  await seen.press(' ');
  equal(asked.pop(), ['skip', { session: 's' }], 'a button is pressed, and no more');
  check(seen.page.active === seen.main, 'the focus is on the card again');
});

test('before it is revealed, nothing says what it is from', async (window) => {
  const quote = (back) => cardOf('To be', back, { kind: 'quote', history: 'Answered twice.' });
  const { seen } = await reviewing(
    window, stateOf(quote(null)), stateOf(quote('To be — Shakespeare')));
  check(!seen.text.includes('Title') && !seen.text.includes('twice'), seen.text);
  await seen.press(' ');
  equal(seen.card, 'To be — Shakespeare', 'the text is there once');
  contains(seen.text, 'Title · Answered twice.', 'its note');
});

test('blanks and images are named to those who do not see them', async (window) => {
  const card = cardOf('', null, {
    front: [run('A '), run('____', 'blank'), run('a map', 'image'), run('x', 'unheard')],
  });
  const { seen } = await reviewing(window, stateOf(card));
  const labels = seen.of('SPAN').map(({ attributes }) => attributes['aria-label']).filter(Boolean);
  equal(labels, ['blank', 'image: a map'], 'labels');
  equal(seen.of('SPAN').filter(({ className }) => className === 'run-plain').length, 2, 'plain');
  equal(seen.spoken, 'Peaks. A  (blank) a mapx', 'what is read out');
});

test('what is pressed for a card that is not shown any more is not done', async (window) => {
  let answer;
  const late = new Promise((resolve) => { answer = resolve; });
  const { seen, names } = await reviewing(window, stateOf(cardOf('q', 'a')), late,
    stateOf(cardOf('q', 'a')));
  seen.page.press('2');
  await window.wait('the answer', () => names().length === 2);
  seen.page.press('2'); // again, before it was taken
  seen.panel.webview.send({ type: 'answer', turn: 0, ease: 'good' });
  seen.panel.webview.send({ type: 'answer', turn: 1, ease: 'easy' });
  await settled();
  answer(stateOf(cardOf('another', 'a')));
  await seen.shows('the next card', ({ card }) => card.includes('another'));
  seen.panel.webview.send({ type: 'answer', turn: 1, ease: 'good' });
  seen.panel.webview.send({ type: 'answer', turn: 2, ease: 'easy' });
  await settled();
  equal(names(), ['start', 'answer'], 'what was asked');
});

test('a step that fails says why, and the card is still there', async (window) => {
  const open = stateOf(cardOf('q', 'a'));
  const { seen, names } = await reviewing(
    window, open, new Error('The disk is full. [x](command:y)'), open, stateOf(null, {
      progress: { done: 2, remaining: 0, total: 2 },
      summary: { answered: 2, correct: 1, incorrect: 1 },
    }));
  await seen.press('2');
  contains(seen.text, 'The disk is full.', 'why');
  equal(seen.of('P')[0].attributes.role, 'alert', 'it is read out');
  contains(seen.card, 'q', 'the card');
  await seen.press('2');
  contains(seen.text, 'Done: 2 answered, 1 right, 1 wrong.', 'the end');
  equal(names(), ['start', 'answer', 'state', 'answer'], 'what was asked');
});

test('a lost session is told, and can be begun again', async (window) => {
  const { seen, review, names } = await reviewing(window, stateOf(cardOf('q', 'a')),
    new Error('gone'), new Error('This review no longer exists.'), new Error('no server'),
    stateOf(cardOf('new'), { session: 't' }));
  await seen.press('2');
  contains(seen.text, 'gone', 'why');
  contains(seen.text, 'no longer has this review', 'what it means');
  await seen.press('r');
  contains(seen.text, 'no server', 'why not');
  await seen.press('r');
  contains(seen.card, 'new', 'the new card');
  review.serverEnded();
  await seen.shows('that it is lost', ({ text }) => text.includes('Start Again'));
  seen.page.press('q');
  await window.wait('no panel', () => seen.panel === undefined);
  equal(names(), ['start', 'answer', 'state', 'start', 'start'], 'what was asked');
});

test('a closed panel ends the session; another review takes its place', async (window) => {
  const summary = { answered: 1, correct: 1, incorrect: 0 };
  const { seen, review, asked } = await reviewing(window, stateOf(cardOf('q')),
    stateOf(cardOf('other'), { session: 't' }), summary, summary);
  await review.start({ tag: '#x' });
  await seen.shows('the other', ({ card }) => card === 'other');
  seen.panel.dispose();
  await window.told('Review: 1 answered, 1 right, 0 wrong.');
  equal(asked, [['start', {}], ['start', { tag: '#x' }], ['stop', { session: 's' }],
    ['stop', { session: 't' }]], 'what was asked');
});

test('a panel that is closed while the server answers stays closed', async (window) => {
  let answer;
  const late = new Promise((resolve) => { answer = resolve; });
  const { seen, names } = await reviewing(window, stateOf(cardOf('q')), late, {
    answered: 0, correct: 0, incorrect: 0,
  });
  seen.page.press(' ');
  await window.wait('the question', () => names().length === 2);
  seen.page.press('q');
  await window.wait('the end', () => names().includes('stop'));
  answer(stateOf(cardOf('q', 'a')));
  await settled();
  equal(window.desktop.panels, [], 'panels');
});

test('what is read anew without being another is no new page', async (window) => {
  const state = () => stateOf(cardOf('q'));
  const { seen, review, names } = await reviewing(
    window, state(), state(), stateOf(cardOf('changed')));
  const { nodes } = seen.main;
  await review.noteChanged(vscode.Uri.parse('commonplace://n/1/other-slug.md'));
  await review.noteChanged(vscode.Uri.parse('commonplace://n/2/x.md'));
  equal(names(), ['start', 'state'], 'what was asked');
  await settled();
  check(seen.main.nodes === nodes, 'the page');
  [seen.page.hasFocus, seen.page.active] = [false, undefined];
  await review.noteChanged(undefined);
  await seen.shows('the card as it is', ({ card }) => card === 'changed');
  equal(seen.page.active, undefined, 'the focus stays in the note');
});

test('what is pressed while a card is read anew is done if it is the same', async (window) => {
  const state = (text) => stateOf(cardOf(text));
  const late = [];
  const asLate = () => new Promise((resolve) => late.push(resolve));
  const { seen, review, names } = await reviewing(
    window, state('q'), asLate(), stateOf(cardOf('q', 'a')), asLate());
  void review.noteChanged(undefined);
  await seen.pressInVain(' ');
  equal(names(), ['start', 'state'], 'what was asked');
  late[0](state('q'));
  await seen.shows('the answer', ({ isRevealed }) => isRevealed);

  void review.noteChanged(undefined);
  await seen.pressInVain('2');
  late[1](state('another'));
  await seen.shows('the other card', ({ card }) => card === 'another');
  equal(names(), ['start', 'state', 'reveal', 'state'], 'what was asked');
});
