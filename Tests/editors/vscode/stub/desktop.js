// The visible part of a window: editors and tabs, pickers, trees, problems, commands.
'use strict';

const { Disposable, EventEmitter } = require('./events');
const values = require('./values');
const { Webview } = require('./webview');
const { Workbench } = require('./workbench');

class Desktop extends Workbench {
  /** The commands that were run, in any window. */
  static ran = new Set();

  constructor({ settings = {} } = {}) {
    super(settings);
    Object.assign(this, {
      tabs: [], editor: undefined, log: [], prompts: {}, picks: [], trees: new Map(),
      providers: [], statusBar: new Map(), panels: [], commands: new Map(), context: new Map(),
      collections: new Set(), opened: [], customEditors: new Map(),
    });
    this.builtIn = {
      setContext: (name, value) => this.context.set(name, value),
      'vscode.diff': (original, modified, title) => this.showDiff(original, modified, title),
      'vscode.open': (uri) => this.showUri(uri),
      'vscode.executeCodeActionProvider': async (uri, range, kind) =>
        (await this.codeActions(uri, range)).filter((action) => kind === undefined
          || `${action.kind?.value}.`.startsWith(`${kind}.`)),
      'workbench.action.revertAndCloseActiveEditor': () => {
        const { document } = this.editor;
        document.isDirty = false;
        this.closeEditor(document);
      },
      'workbench.action.openSettings': (query) => this.opened.push(`settings:${query}`),
    };
  }

  // MARK: Editors and tabs

  /** Shows what may not be open yet: its tab is there before it has been read. */
  async showUri(uri, options) {
    this.addTab({ input: new values.TabInputText(uri), label: uri.path });
    return this.show(await this.open(uri), options);
  }

  show(document, options = {}) {
    const at = options.selection ?? new values.Range(0, 0, 0, 0);
    this.addTab({ input: new values.TabInputText(document.uri), label: document.uri.path });
    this.editor = { document, selection: new values.Selection(at.start, at.end) };
    this.fire('onDidChangeActiveTextEditor', this.editor);
    return this.editor;
  }

  async showDiff(original, modified, title) {
    await this.open(original);
    this.show(await this.open(modified));
    this.addTab({ input: new values.TabInputTextDiff(original, modified), label: title });
  }

  addTab(tab) {
    const text = (input) => JSON.stringify(input);
    if (!this.tabs.some(({ input }) => text(input) === text(tab.input))) {
      this.tabs.push(tab);
      this.fire('onDidChangeTabs', { opened: [tab], closed: [], changed: [] });
    }
  }

  closeTabs(closed) {
    this.tabs = this.tabs.filter((tab) => !closed.includes(tab));
    this.fire('onDidChangeTabs', { opened: [], closed, changed: [] });
    return true;
  }

  closeEditor(document) {
    this.closeTabs(this.tabs.filter(({ input }) => [input.uri, input.modified]
      .some((uri) => uri?.toString() === document.uri.toString())));
    this.editor = undefined;
    this.close(document);
  }

  // MARK: Panels and the status bar

  createPanel(viewType, title, options) {
    const disposed = new EventEmitter();
    const before = this.editor;
    const panel = {
      viewType, title, options, webview: new Webview(options), onDidDispose: disposed.event,
      reveal: () => this.activate(undefined),
      dispose: () => {
        if (!this.panels.includes(panel)) { return; }
        this.panels = this.panels.filter((other) => other !== panel);
        disposed.fire();
        this.activate(this.editor ?? before);
      },
    };
    this.panels.push(panel);
    this.activate(undefined);
    return panel;
  }

  registerCustomEditor(viewType, provider) {
    this.customEditors.set(viewType, provider);
    return new Disposable(() => this.customEditors.delete(viewType));
  }

  /** Opens a file in an extension's own editor; its panel. */
  async openCustomEditor(viewType, uri) {
    const provider = this.customEditors.get(viewType);
    const panel = this.createPanel(viewType, uri.path, {});
    const document = await provider.openCustomDocument(uri);
    panel.onDidDispose(() => document.dispose());
    await provider.resolveCustomEditor(document, panel);
    return panel;
  }

  /** Makes an editor the active one; none while a panel is. */
  activate(editor) {
    this.editor = editor;
    this.fire('onDidChangeActiveTextEditor', editor);
  }

  createStatusBarItem(id) {
    const item = {
      id, isShown: false,
      show() { item.isShown = true; }, hide() { item.isShown = false; },
      dispose: () => this.statusBar.delete(id),
    };
    this.statusBar.set(id, item);
    return item;
  }

  // MARK: Pickers and trees

  createQuickPick() {
    const emitters = {};
    const pick = { items: [], activeItems: [], selectedItems: [], buttons: [], value: '', isShown: false };
    for (const name of ['ChangeValue', 'Accept', 'TriggerButton', 'Hide', 'ChangeActive']) {
      emitters[name] = new EventEmitter();
      pick[`onDid${name}`] = emitters[name].event;
    }
    Object.assign(pick, {
      emitters,
      show() { pick.isShown = true; },
      hide() { if (pick.isShown) { pick.isShown = false; emitters.Hide.fire(); } },
      dispose() { pick.isDisposed = true; },
    });
    this.picks.push(pick);
    return pick;
  }

  registerTree(id, provider) {
    this.trees.set(id, provider);
    return new Disposable(() => this.trees.delete(id));
  }

  registerUriHandler(handler) {
    this.uriHandler = handler;
    return new Disposable(() => { this.uriHandler = undefined; });
  }

  // MARK: Commands

  registerCommand(name, run) {
    if (this.commands.has(name)) { throw new Error(`command '${name}' already exists`); }
    this.commands.set(name, run);
    return new Disposable(() => this.commands.delete(name));
  }

  runCommand(name, args) {
    Desktop.ran.add(name);
    const run = this.builtIn[name] ?? this.commands.get(name);
    if (run === undefined) { throw new Error(`command '${name}' not found`); }
    return run(...args);
  }

  // MARK: Languages

  registerProvider(kind, ...args) {
    // Workspace symbols are of no particular document.
    const [selector, provider, ...rest] = kind === 'WorkspaceSymbol' ? [[], ...args] : args;
    const entry = { kind, selector, provider, rest };
    this.providers.push(entry);
    return new Disposable(() => {
      this.providers = this.providers.filter((other) => other !== entry);
    });
  }

  /** The providers of a kind for a document. */
  offered(kind, document) {
    const { matches } = require('./index');
    return this.providers.filter((entry) => entry.kind === kind
      && (kind === 'WorkspaceSymbol' || matches(entry.selector, document)));
  }

  async codeActions(uri, range) {
    const document = await this.open(uri);
    const diagnostics = this.diagnostics(uri)
      .filter((found) => found.range.start.line <= range.end.line
        && range.start.line <= found.range.end.line);
    const context = { diagnostics, triggerKind: values.CodeActionTriggerKind.Invoke };
    const found = await Promise.all(this.offered('CodeActions', document).map(({ provider }) =>
      provider.provideCodeActions(document, range, context, noToken())));
    return found.flatMap((actions) => actions ?? []);
  }

  createDiagnosticCollection() {
    const found = new Map();
    const collection = {
      found,
      set: (uri, diagnostics) => {
        found.set(uri.toString(), diagnostics ?? []);
        this.fire('onDidChangeDiagnostics', { uris: [uri] });
      },
      delete: (uri) => found.delete(uri.toString()),
      clear: () => found.clear(),
      has: (uri) => found.has(uri.toString()),
      dispose: () => this.collections.delete(collection),
    };
    this.collections.add(collection);
    return collection;
  }

  diagnostics(uri) {
    return [...this.collections].flatMap(({ found }) => found.get(uri.toString()) ?? []);
  }
}

function noToken() {
  return { isCancellationRequested: false, onCancellationRequested: new EventEmitter().event };
}

module.exports = { Desktop, noToken };
