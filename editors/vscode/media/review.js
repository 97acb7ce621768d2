// The script of the review panel. It inserts all text as plain text, and reports the user's
// actions. Its only state is the page.
// @ts-check
'use strict';

/** @typedef {import('../src/reviewPage').Page} Page */
/** @typedef {import('../src/protocol').ReviewRun} ReviewRun */

(() => {
  /** The styles with a CSS class. */
  const styles = [
    'emphasis', 'strong', 'code', 'hint', 'blank', 'answer', 'caption', 'image',
  ];
  /** @type {Page | undefined} */
  let page;

  // MARK: Making elements

  /** @param {ReviewRun} run */
  function runElement({ text, style }) {
    const known = styles.includes(style) ? style : 'plain';
    const made = element('span', `run-${known}`, text);
    if (known === 'blank') {
      made.setAttribute('role', 'img');
      made.setAttribute('aria-label', t('blank'));
    } else if (known === 'image') {
      made.setAttribute('role', 'img');
      made.setAttribute('aria-label', t('image: {0}', text));
    }
    return made;
  }

  /**
   * @param {string} label
   * @param {string} key
   * @param {() => void} run
   */
  function button(label, key, run, className = '') {
    const made = /** @type {HTMLButtonElement} */ (element('button', className, [
      element('span', 'label', label), element('kbd', '', key),
    ]));
    made.type = 'button';
    made.addEventListener('click', run);
    return made;
  }

  // MARK: Actions of the user

  /** @param {string} name */
  function step(name) {
    editor.postMessage({ type: 'step', turn: page?.turn, step: name });
  }

  /** @param {string} ease */
  function answer(ease) {
    if (page?.answers.some((known) => known.ease === ease)) {
      editor.postMessage({ type: 'answer', turn: page.turn, ease });
    }
  }

  function revealOrGood() {
    if (page?.card) {
      page.card.isRevealed ? answer('good') : step('reveal');
    }
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    ' ': revealOrGood, Enter: revealOrGood,
    ArrowLeft: () => answer('again'), ArrowRight: () => answer('good'),
    u: () => page?.canUndo && step('undo'),
    e: () => page?.card && step('edit'),
    s: () => page?.card && step('suspend'),
    k: () => page?.card && step('skip'),
    r: () => page?.ending && step('restart'),
    q: () => step('stop'), Escape: () => step('stop'),
  };

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) {
      return;
    }
    const { key } = event;
    const isOnButton = event.target instanceof Element && event.target.tagName === 'BUTTON';
    if (isOnButton && (key === ' ' || key === 'Enter')) {
      return; // the button's own
    }
    const chosen = page?.answers.find((known) => known.key === key);
    const run = chosen ? () => answer(chosen.ease)
      : Object.prototype.hasOwnProperty.call(keys, key) ? keys[key] : undefined;
    if (run) {
      event.preventDefault();
      run();
    }
  }

  // MARK: Pages

  /** @param {Page} shown */
  function show(shown) {
    page = shown;
    const { card, notice, ending } = shown;
    const parts = [];
    if (notice !== '') {
      const told = element('p', 'notice', notice);
      told.setAttribute('role', 'alert');
      parts.push(told);
    }
    if (card) {
      parts.push(...cardElements(shown, card), answerElements(shown, card), stepElements(shown));
    } else {
      parts.push(element('p', 'ending', ending), endElements(shown));
    }
    main.replaceChildren(...parts);
    spoken.textContent = card ? card.spoken : ending;
    // The focus stays in the editor of the note if the user was editing it.
    if (document.hasFocus()) {
      main.focus();
    }
  }

  /**
   * @param {Page} shown
   * @param {NonNullable<Page['card']>} card
   */
  function cardElements({ done, total }, card) {
    const bar = /** @type {HTMLProgressElement} */ (element('progress', '', []));
    bar.max = Math.max(1, total);
    bar.value = done;
    const where = t('Card {0} of {1}', Math.min(done + 1, total), total);
    bar.setAttribute('aria-label', where);
    const parts = [
      element('header', '', [element('h1', '', card.context), element('span', '', where), bar]),
    ];
    const sides = [card.front, card.back].filter((runs) => runs.length > 0)
      .map((runs) => {
        const side = element('p', 'side', runs.map(runElement));
        side.dir = 'auto';
        return side;
      });
    parts.push(element('article', card.isRevealed ? 'card revealed' : 'card', sides));
    if (card.source !== '') {
      parts.push(element('p', 'source', card.source));
    }
    return parts;
  }

  /**
   * @param {Page} shown
   * @param {NonNullable<Page['card']>} card
   */
  function answerElements({ answers }, card) {
    const choices = card.isRevealed
      ? answers.map(({ ease, title, key, interval }) => {
        const made = button(title, key, () => answer(ease), `choice ${ease}`);
        made.append(element('small', 'interval', interval));
        return made;
      })
      : [button(t('Show Answer'), 'Space', () => step('reveal'), 'choice good')];
    return toolbar(t('Answers'), choices);
  }

  /** @param {Page} shown */
  function stepElements({ canUndo }) {
    return toolbar(t('Review'), [
      ...(canUndo ? [button(t('Undo'), 'u', () => step('undo'))] : []),
      button(t('Edit Note'), 'e', () => step('edit')),
      button(t('Suspend'), 's', () => step('suspend')),
      button(t('Skip'), 'k', () => step('skip')),
      button(t('Stop'), 'q', () => step('stop')),
    ]);
  }

  /** @param {Page} shown */
  function endElements({ canUndo }) {
    return toolbar(t('Review'), [
      ...(canUndo ? [button(t('Undo'), 'u', () => step('undo'))] : []),
      button(t('Start Again'), 'r', () => step('restart')),
      button(t('Close'), 'q', () => step('stop')),
    ]);
  }

  /**
   * @param {string} label
   * @param {HTMLElement[]} buttons
   */
  function toolbar(label, buttons) {
    const made = element('div', 'buttons', buttons);
    made.setAttribute('role', 'group');
    made.setAttribute('aria-label', label);
    return made;
  }

  // MARK: Messages

  /** @param {unknown} value */
  function isText(value) { return typeof value === 'string'; }

  /** @param {unknown} value */
  function areRuns(value) {
    return Array.isArray(value) && value.every((run) => isText(run?.text) && isText(run?.style));
  }

  /**
   * @param {any} message
   * @returns {message is Page}
   */
  function isPage(message) {
    return message?.type === 'page'
      && [message.turn, message.done, message.total].every(Number.isSafeInteger)
      && [message.notice, message.ending].every(isText) && typeof message.canUndo === 'boolean'
      && Array.isArray(message.answers) && message.answers.every((/** @type {any} */ known) =>
        ['again', 'hard', 'good', 'easy'].includes(known?.ease)
        && [known.title, known.key, known.interval].every(isText))
      && (message.card === null || isCard(message.card));
  }

  /** @param {any} card */
  function isCard(card) {
    return typeof card === 'object' && [card.context, card.source, card.spoken].every(isText)
      && areRuns(card.front) && areRuns(card.back) && typeof card.isRevealed === 'boolean';
  }

  window.addEventListener('message', ({ data }) => {
    if (isPage(data)) {
      show(data);
    }
  });
  window.addEventListener('keydown', pressed);
  editor.postMessage({ type: 'ready' });
})();
