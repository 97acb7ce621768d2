// A stand-in for the module `vscode`: as much of it as the extension and the language client use.
// It shows nothing; `window.js` looks into it, and acts as its user. `open` begins a new window.
'use strict';

const events = require('./events');
const values = require('./values');
const { Document } = require('./document');
const { Uri } = require('./uri');
const { Workbench } = require('./workbench');

let current;

/** An event of the window that is there when a listener comes. */
function event(name) {
  return (...args) => current.emitter(name).event(...args);
}

function named(...names) {
  return Object.fromEntries(names.map((name) => [name, event(name)]));
}

const workspace = {
  ...named('onDidOpenTextDocument', 'onDidCloseTextDocument', 'onDidChangeTextDocument',
    'onDidSaveTextDocument', 'onWillSaveTextDocument', 'onDidChangeConfiguration',
    'onDidChangeWorkspaceFolders', 'onDidCreateFiles', 'onDidRenameFiles', 'onDidDeleteFiles',
    'onWillCreateFiles', 'onWillRenameFiles', 'onWillDeleteFiles', 'onDidOpenNotebookDocument',
    'onDidCloseNotebookDocument', 'onDidChangeNotebookDocument', 'onDidSaveNotebookDocument'),
  get textDocuments() { return current.documents; },
  notebookDocuments: [],
  workspaceFolders: undefined,
  isTrusted: true,
  fs: { stat: (uri) => current.fileSystems.get(uri.scheme).stat(uri) },
  getWorkspaceFolder: () => undefined,
  getConfiguration: (prefix) => current.configuration(prefix),
  openTextDocument: async (what) => what instanceof Uri ? current.open(what)
    : current.add(new Document(current, Uri.parse(`untitled:Untitled-${current.documents.length}`),
      what.language ?? 'plaintext', what.content ?? '')),
  applyEdit: (edit) => current.applyEdit(edit),
  registerFileSystemProvider: (scheme, provider) => current.registerFileSystem(scheme, provider),
  registerTextDocumentContentProvider: (scheme, provider) =>
    current.registerContent(scheme, provider),
  createFileSystemWatcher: () => ({
    onDidCreate: event('created'), onDidChange: event('changed'), onDidDelete: event('deleted'),
    dispose() { /* watches nothing */ },
  }),
};

const window = {
  ...named('onDidChangeActiveTextEditor', 'onDidChangeVisibleTextEditors',
    'onDidChangeWindowState'),
  get activeTextEditor() { return current.editor; },
  get visibleTextEditors() { return current.editor ? [current.editor] : []; },
  tabGroups: {
    onDidChangeTabs: event('onDidChangeTabs'),
    get all() { return [{ tabs: current.tabs }]; },
    close: async (tabs) => current.closeTabs(tabs),
  },
  showTextDocument: async (what, options) =>
    what instanceof Uri ? current.showUri(what, options) : current.show(what, options),
  showInformationMessage: (text, ...items) => current.tell('information', text, items),
  showWarningMessage: (text, ...items) =>
    current.tell('warning', text, items.filter((item) => typeof item === 'string')),
  showErrorMessage: (text, ...items) => current.tell('error', text, items),
  showInputBox: async (options) => current.prompts.input?.(options),
  showQuickPick: async (items, options) => {
    const all = await items;
    return current.prompts.pick?.(all, options);
  },
  showOpenDialog: async (options) => current.prompts.file?.(options),
  createQuickPick: () => current.createQuickPick(),
  createOutputChannel: () => ({
    append: (text) => current.log.push(text), appendLine: (text) => current.log.push(text),
    replace() { /* shows nothing */ }, clear() { /* shows nothing */ },
    show: () => current.opened.push('log'), hide() { /* shows nothing */ },
    dispose() { /* holds nothing */ },
  }),
  createStatusBarItem: (id) => current.createStatusBarItem(id),
  createWebviewPanel: (type, title, column, options) => current.createPanel(type, title, options),
  registerCustomEditorProvider: (type, provider) => current.registerCustomEditor(type, provider),
  registerTreeDataProvider: (id, provider) => current.registerTree(id, provider),
  registerUriHandler: (handler) => current.registerUriHandler(handler),
  withProgress: (options, run) => run({ report() { /* shows nothing */ } },
    new events.CancellationTokenSource().token),
};

const languages = {
  onDidChangeDiagnostics: event('onDidChangeDiagnostics'),
  getDiagnostics: (uri) => current.diagnostics(uri),
  createDiagnosticCollection: () => current.createDiagnosticCollection(),
  setTextDocumentLanguage: (document, language) => current.setLanguage(document, language),
  match: (selector, document) => matches(selector, document) ? 10 : 0,
};
for (const kind of ['CodeActions', 'CodeLens', 'CompletionItem', 'Declaration', 'Definition',
  'DocumentFormattingEdit', 'DocumentHighlight', 'DocumentLink', 'DocumentRangeFormattingEdit',
  'DocumentDropEdit', 'DocumentPasteEdit',
  'DocumentRangeSemanticTokens', 'DocumentSemanticTokens', 'DocumentSymbol', 'FoldingRange',
  'Hover', 'Implementation', 'InlayHints', 'InlineValues', 'LinkedEditingRange',
  'OnTypeFormattingEdit', 'Reference', 'Rename', 'SelectionRange', 'SignatureHelp',
  'TypeDefinition', 'TypeHierarchy', 'WorkspaceSymbol', 'CallHierarchy', 'Color']) {
  languages[`register${kind}Provider`] = (...args) => current.registerProvider(kind, ...args);
}

function matches(selector, document) {
  return (Array.isArray(selector) ? selector : [selector]).some((filter) =>
    (filter.scheme === undefined || filter.scheme === document.uri.scheme)
    && (filter.language === undefined || filter.language === document.languageId));
}

const commands = {
  registerCommand: (name, run) => current.registerCommand(name, run),
  executeCommand: async (name, ...args) => current.runCommand(name, args),
};

/** Begins a window; whatever belonged to the last one is gone. */
function open(Window, options) {
  current = new Window(options);
  return current;
}

module.exports = {
  ...events, ...values, Uri, workspace, window, languages, commands, open, matches, Workbench,
  version: '1.82.0', TabInputNotebookDiff: class {},
  env: {
    appName: 'stub', language: 'en', openExternal: async () => false,
    clipboard: { writeText: async () => undefined },
  },
  extensions: { getExtension: () => undefined },
  l10n: {
    bundle: undefined,
    t: (text, ...values) => text.replace(/\{(\d)\}/g, (_, index) => String(values[index])),
  },
};
