// A window with the extension in it, driven as its user would.
'use strict';

const assert = require('assert');
const childProcess = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const vscode = require('vscode');
const { Desktop, noToken } = require('./stub/desktop');
const { Other } = require('./other');

const server = path.resolve(process.env.COMMONPLACE_BIN);
const extensionFolder = path.resolve(process.env.EXTENSION);

/**
 * The most one condition may take to come true, in milliseconds. Long, since the machine may be
 * slow or busy.
 */
const waitTimeout = 30000;

// The servers that the language client started.
const started = [];
const { spawn } = childProcess;
childProcess.spawn = (...args) => {
  const child = spawn(...args);
  started.push(child);
  return child;
};

class EditorWindow {
  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'commonplace-vscode-'));
    this.memory = new Map();
    this.others = [];
    /** The steps to undo when the window closes. */
    this.atEnd = [];
    for (const kind of ['STATE', 'DATA', 'CACHE', 'CONFIG']) {
      process.env[`XDG_${kind}_HOME`] = this.folder;
    }
    process.env.COMMONPLACE_NOTEBOOK = '';
    started.length = 0;
  }

  get server() { return server; }
  get notebook() { return path.join(this.folder, 'starter.libnotes'); }

  /** Runs the command line; what it prints. */
  commonplace(...args) {
    return childProcess.execFileSync(server, args, { encoding: 'utf8', stdio: 'pipe' });
  }

  /** Opens the window with the extension, on a notebook of starter notes. */
  async start(settings = {}) {
    if (!fs.existsSync(this.notebook)) { this.commonplace('init', '--notebook', this.notebook); }
    this.desktop = vscode.open(Desktop, { settings: {
      'commonplace.server.path': server, 'commonplace.server.arguments': ['lsp'],
      'commonplace.notebook': this.notebook, ...settings,
    } });
    this.desktop.defaults = new Map(this.defaults ?? []);
    this.extension = require(path.join(extensionFolder, 'out', 'extension.js'));
    this.context = {
      subscriptions: [], extensionUri: vscode.Uri.file(extensionFolder),
      workspaceState: {
        get: (key, fallback) => this.memory.get(key) ?? fallback,
        update: async (key, value) => { this.memory.set(key, structuredClone(value)); },
      },
      asAbsolutePath: (name) => path.join(this.folder, name),
    };
    this.extension.activate(this.context);
    return this;
  }

  async running() {
    const { context } = this.desktop;
    await this.wait('the server runs', () => context.get('commonplace.state') === 'running'
      && this.desktop.providers.some(({ kind }) => kind === 'DocumentSemanticTokens'));
    return this;
  }

  /** Ends the window as a user does; what is not saved is there in the next one. */
  async quit() {
    const backups = this.desktop.documents.filter((document) => document.isDirty)
      .map((document) => this.desktop.backup(document));
    await this.extension?.deactivate();
    this.context?.subscriptions.forEach((part) => part.dispose());
    return backups;
  }

  async close() {
    this.others.forEach((other) => other.stop());
    if (this.desktop !== undefined) { await this.quit().catch(() => undefined); }
    this.atEnd.forEach((undo) => undo());
    started.forEach((child) => child.kill('SIGKILL'));
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async other() {
    const other = await Other.start(server, this.notebook);
    this.others.push(other);
    return other;
  }

  async wait(what, condition) {
    const end = Date.now() + waitTimeout;
    for (;;) {
      const value = await condition();
      if (value) { return value; }
      if (Date.now() > end) { throw new Error(`waited in vain: ${what}`); }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  // MARK: Pickers

  /** The picker that a command opens, and the command's end. */
  async picker(command) {
    const before = this.desktop.picks.length;
    const end = this.run(command);
    const pick = await this.wait('a picker', () => this.desktop.picks[before]);
    return { pick, end };
  }

  /** Runs a command, and chooses the first item that is as wanted, once its picker has it. */
  async choose(command, isWanted) {
    const { pick, end } = await this.picker(command);
    pick.selectedItems = [await this.wait('the item', () => pick.items.find(isWanted))];
    pick.emitters.Accept.fire();
    await end;
  }

  // MARK: Notes

  run(command, ...args) { return vscode.commands.executeCommand(command, ...args); }

  async children(tree, node) { return this.desktop.trees.get(tree).getChildren(node); }

  item(tree, node) { return this.desktop.trees.get(tree).getTreeItem(node); }

  /** The URI of the note with this title, as the view of notes has it. */
  async uri(title) {
    const sections = await this.children('commonplace.notes');
    const note = sections.flatMap(({ notes }) => notes)
      .find((listed) => listed.title.includes(title));
    if (note === undefined) { throw new Error(`no note “${title}” in the view`); }
    return vscode.Uri.parse(note.uri);
  }

  /** Opens a note in an editor and waits until the server has it. */
  async openNote(title = 'Walden') {
    await this.running();
    const { document } = await vscode.window.showTextDocument(await this.uri(title));
    await this.wait('Mini Markdown', () => document.languageId === 'minimarkdown');
    return document;
  }

  /** Replaces the first `old` by `text`, as if it was typed. */
  replace(document, old, text) {
    const start = document.getText().indexOf(old);
    if (start < 0) { throw new Error(`there is no ${JSON.stringify(old)}`); }
    const range = new vscode.Range(
      document.positionAt(start), document.positionAt(start + old.length));
    this.desktop.change(document, [{ range, newText: text }]);
  }

  /** Types at the end; the position after it. */
  append(document, text) {
    const end = document.positionAt(document.getText().length);
    this.desktop.change(document, [{ range: new vscode.Range(end, end), newText: text }]);
    return document.positionAt(document.getText().length);
  }

  /** The text that the notebook has, as the command line prints it. */
  stored(document) {
    const id = document.uri.path.split('/')[1];
    return this.commonplace('show', id, '--notebook', this.notebook);
  }

  /**
   * Checks the notebook's file once the window has quit: `commonplace check` finds nothing, and the file
   * is whole. Returns the answer of the `sqlite3` shell to a query then; undefined where there is no shell.
   */
  file() {
    this.commonplace('check', '--notebook', this.notebook);
    const shell = (query) => childProcess.execFileSync(
      'sqlite3', [this.notebook, query], { encoding: 'utf8' }).trim();
    try {
      assert.strictEqual(shell('PRAGMA integrity_check'), 'ok');
      return shell;
    } catch (error) {
      if (error.code === 'ENOENT') { return undefined; }
      throw error;
    }
  }

  // MARK: The visible part

  /** A feature's answer for a document; undefined where the server does not offer it. */
  async ask(kind, method, document, ...args) {
    const [entry] = this.desktop.offered(kind, document);
    const answer = await entry?.provider[method](document, ...args, noToken());
    return entry && { answer, ...entry };
  }

  /** `[text, type]` of every semantic token. */
  async tokens(document) {
    const { answer, rest: [legend] } =
      await this.ask('DocumentSemanticTokens', 'provideDocumentSemanticTokens', document);
    const found = [];
    let [line, start] = [0, 0];
    for (let index = 0; index < answer.data.length; index += 5) {
      const [lines, characters, length, type] = answer.data.slice(index, index + 4);
      [line, start] = [line + lines, lines === 0 ? start + characters : characters];
      const range = new vscode.Range(line, start, line, start + length);
      found.push([document.getText(range), legend.tokenTypes[type], range]);
    }
    return found;
  }

  problems(document) {
    return this.desktop.diagnostics(document.uri);
  }

  /** The message with these words, waited for. */
  told(words) {
    return this.wait(`a message “${words}”`, () =>
      this.desktop.messages.find(({ message }) => message.includes(words)));
  }

  /** The answer to a message with these words. */
  answer(to, answer) { this.desktop.answers.push({ to, answer }); }

  /** The servers that the language client started. */
  processes() { return started; }
  signal(name) { started.forEach((child) => child.kill(name)); }
  kill() { this.signal('SIGKILL'); }

  report() {
    const { messages = [], log = [] } = this.desktop ?? {};
    return ['messages:', ...messages.map(({ kind, message }) => `  ${kind}: ${message}`), 'log:',
      ...log.slice(-10)].join('\n');
  }
}

module.exports = { EditorWindow, extensionFolder, server, waitTimeout };
