// A webview: a separate document, whose scripts run where there is only what a page may use.
// Functions that would make markup or script of a text are not there, or throw. As in the editor, messages
// are copied, and come later; and nothing is loaded but what the document's policy allows.
'use strict';

const fs = require('fs');
const vm = require('vm');
const { EventEmitter } = require('./events');
const { Uri } = require('./uri');

const host = 'file+.vscode-resource.vscode-cdn.net';

class Element {
  constructor(page, name, attributes = {}) {
    Object.assign(this, { page, tagName: name.toUpperCase(), nodes: [], attributes });
    this.listeners = new Map();
  }

  get textContent() {
    return this.nodes.map((node) => node instanceof Element ? node.textContent : node).join('');
  }
  set textContent(text) { this.nodes = text === '' ? [] : [String(text)]; }
  get children() { return this.nodes.filter((node) => node instanceof Element); }

  append(...nodes) { this.nodes.push(...nodes); }
  replaceChildren(...nodes) {
    this.nodes = nodes;
    // The element that had the focus is gone with it.
    if (!this.page.all().includes(this.page.active)) { this.page.active = undefined; }
  }
  setAttribute(name, value) {
    if (/^on|^(src|href|srcdoc|style)$/i.test(name)) { throw new Error(`attribute ${name}`); }
    this.attributes[name] = value;
  }
  getAttribute(name) {
    return this.attributes[name]?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)) ?? null;
  }
  addEventListener(kind, listener) { this.listeners.set(kind, listener); }
  focus() { this.page.active = this; }
  click() { this.listeners.get('click')?.(); }

  /** This element and those below it. */
  all() { return [this, ...this.children.flatMap((child) => child.all())]; }
}
for (const name of ['innerHTML', 'outerHTML', 'src', 'href', 'srcdoc', 'style', 'onclick']) {
  Object.defineProperty(Element.prototype, name, {
    set() { throw new Error(`${name} was set`); },
  });
}

/** The document and its window. */
class Page {
  constructor(html, post) {
    this.html = html;
    this.listeners = new Map();
    this.hasFocus = true;
    const tags = [...html.matchAll(/<(\w+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/g)]
      .map(([, name, rest]) => ({
        name, attributes: Object.fromEntries([...rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)]
          .map(([, key, value = '']) => [key, value])),
      }));
    this.tags = tags;
    this.policy = tags.find(({ attributes }) =>
      attributes['http-equiv'] === 'Content-Security-Policy')?.attributes.content ?? '';
    this.ids = new Map(tags.filter(({ attributes }) => attributes.id !== undefined)
      .map(({ name, attributes }) => [attributes.id, new Element(this, name, attributes)]));
    this.globals = {
      Element, acquireVsCodeApi: () => ({ postMessage: post }),
      document: {
        createElement: (name) => new Element(this, name),
        hasFocus: () => this.hasFocus,
        getElementById: (id) => this.ids.get(id) ?? null,
      },
      window: { addEventListener: (kind, listener) => this.listeners.set(kind, listener) },
    };
  }

  /** Whether the policy lets an element with this nonce be loaded. */
  allows(directive, nonce) {
    const sources = this.policy.split(';').map((part) => part.trim().split(/\s+/))
      .find(([name]) => name === directive) ?? [];
    return nonce !== undefined && sources.includes(`'nonce-${nonce}'`);
  }

  /** Runs the scripts that may run; `read` gives the text of one. */
  run(read) {
    for (const { name, attributes: { nonce, src } } of this.tags) {
      if (name === 'script' && this.allows('script-src', nonce)) {
        vm.runInNewContext(read(src), this.globals, { filename: src });
      }
    }
  }

  all() { return [...this.ids.values()].flatMap((element) => element.all()); }

  /** Presses a key where the focus is; as in browsers, a button is pressed by Space and Enter. */
  press(key, more = {}) {
    const target = this.active ?? new Element(this, 'body');
    let isPrevented = false;
    this.listeners.get('keydown')?.({
      key, target, preventDefault: () => { isPrevented = true; }, ...more,
    });
    if (!isPrevented && target.tagName === 'BUTTON' && [' ', 'Enter'].includes(key)) {
      target.click();
    }
  }
}

class Webview {
  constructor(options) {
    /** Its rights; an extension may set them later. */
    this.options = options;
    this.received = new EventEmitter();
    this.onDidReceiveMessage = this.received.event;
  }

  asWebviewUri(uri) { return uri.with({ scheme: 'https', authority: host }); }

  get html() { return this.page.html; }
  set html(html) {
    this.page = new Page(html, (message) => this.send(message));
    setImmediate(() => this.page.run((uri) => fs.readFileSync(this.file(uri), 'utf8')));
  }

  /** The file of a URI, if the panel may load it. */
  file(uri) {
    const { scheme, authority, path } = Uri.parse(uri);
    const isAllowed = scheme === 'https' && authority === host
      && this.options.localResourceRoots.some((root) => path.startsWith(`${root.path}/`));
    if (!isAllowed) { throw new Error(`${uri} may not be loaded`); }
    return path;
  }

  /** From the script to the extension. */
  send(message) {
    const copy = structuredClone(message);
    setImmediate(() => this.received.fire(copy));
  }

  /** From the extension to the script. */
  async postMessage(message) {
    const data = structuredClone(message);
    setImmediate(() => this.page.listeners.get('message')?.({ data }));
    return true;
  }
}

module.exports = { Webview };
