// The panel of a review, as its user sees it.
'use strict';

class Reviewing {
  constructor(window) { this.window = window; }

  get panel() { return this.window.desktop.panels[0]; }
  get page() { return this.panel?.webview.page; }
  get main() { return this.page?.ids.get('page'); }

  /** All that is seen. */
  get text() { return this.main?.textContent ?? ''; }

  /** The card alone. */
  get card() { return this.of('ARTICLE')[0]?.textContent ?? ''; }

  /** The text for a screen reader. */
  get spoken() { return this.page.ids.get('spoken').textContent; }

  get isRevealed() { return this.of('ARTICLE')[0]?.className === 'card revealed'; }

  /** The buttons, as `title key interval`. */
  get buttons() {
    return this.of('BUTTON').map(({ children }) =>
      children.map(({ textContent }) => textContent).join(' '));
  }

  of(name) { return this.main?.all().filter(({ tagName }) => tagName === name) ?? []; }

  /** Waits until the panel shows something. */
  async shows(what, condition = () => true) {
    await this.window.wait(what, () => this.text !== '' && condition(this));
    return this;
  }

  /** Presses a key, and waits until something else is shown. */
  async press(key, what = `what ${key} leads to`) {
    const before = this.main.nodes;
    this.page.press(key);
    await this.window.wait(what, () => this.main?.nodes !== before);
    return this;
  }

  /** Presses a key that is not to do anything, and gives it time to. */
  async pressInVain(key, more) {
    this.page.press(key, more);
    await settled();
  }
}

/** Waits until what was sent between the page and the extension has arrived, and its answer. */
async function settled() {
  for (let turn = 0; turn < 10; turn += 1) { await new Promise(setImmediate); }
}

module.exports = { Reviewing, settled };
