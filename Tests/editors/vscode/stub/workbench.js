// A window: documents that are read, saved and kept up to date, in the steps in which Visual Studio
// Code takes them.
'use strict';

const { EventEmitter, Disposable } = require('./events');
const { Document } = require('./document');
const { Uri } = require('./uri');
const values = require('./values');

const { FileType, FileChangeType, Range } = values;

class Workbench {
  constructor(settings) {
    this.settings = new Map(Object.entries(settings));
    /** Values that a package declares: read, but not the user's. */
    this.defaults = new Map();
    this.documents = [];
    this.fileSystems = new Map();
    this.contentProviders = new Map();
    this.emitters = new Map();
    /** The messages to the user, `{kind, message, items}`, and what answers are prepared. */
    this.messages = [];
    this.answers = [];
  }

  emitter(name) {
    if (!this.emitters.has(name)) { this.emitters.set(name, new EventEmitter()); }
    return this.emitters.get(name);
  }

  fire(name, value) { this.emitter(name).fire(value); }

  tell(kind, message, items) {
    this.messages.push({ kind, message, items });
    const index = this.answers.findIndex((answer) => message.includes(answer.to));
    return Promise.resolve(index < 0 ? undefined : this.answers.splice(index, 1)[0].answer);
  }

  // MARK: Reading

  registerFileSystem(scheme, provider) {
    this.fileSystems.set(scheme, provider);
    const listener = provider.onDidChangeFile((events) => {
      events.forEach((event) => this.fileChanged(event).catch(() => undefined));
    });
    return Disposable.from(listener, new Disposable(() => this.fileSystems.delete(scheme)));
  }

  registerContent(scheme, provider) {
    this.contentProviders.set(scheme, provider);
    provider.onDidChange?.(async (uri) => {
      const document = this.find(uri);
      if (document) { this.setText(document, await provider.provideTextDocumentContent(uri)); }
    });
    return new Disposable(() => this.contentProviders.delete(scheme));
  }

  find(uri) {
    return this.documents.find((document) => document.uri.toString() === uri.toString());
  }

  async open(uri) {
    const known = this.find(uri);
    if (known) { return known; }
    const { text, stat } = await this.read(uri);
    const language = uri.path.endsWith('.md') ? 'markdown'
      : uri.path.endsWith('.minimarkdown') ? 'minimarkdown'
        : uri.path.endsWith('.yaml') ? 'yaml' : 'plaintext';
    return this.find(uri) ?? this.add(new Document(this, uri, language, text), stat);
  }

  add(document, stat) {
    document.stat = stat;
    this.documents.push(document);
    this.fire('onDidOpenTextDocument', document);
    return document;
  }

  async read(uri) {
    const files = this.fileSystems.get(uri.scheme);
    if (files) {
      const stat = await files.stat(uri);
      if (stat.type !== FileType.File) { throw new Error(`${uri} is no file`); }
      return { text: withoutMark(Buffer.from(await files.readFile(uri)).toString('utf8')), stat };
    }
    const content = this.contentProviders.get(uri.scheme);
    if (content) { return { text: await content.provideTextDocumentContent(uri, {}) ?? '' }; }
    throw new Error(`nothing provides ${uri}`);
  }

  async fileChanged({ type, uri }) {
    const document = this.find(uri);
    if (!document) { return; }
    document.isOrphan = type === FileChangeType.Deleted;
    if (type === FileChangeType.Changed && !document.isDirty) { await this.reload(document); }
  }

  async reload(document) {
    const { text, stat } = await this.read(document.uri);
    document.stat = stat;
    this.setText(document, text);
    if (document.isDirty) {
      document.isDirty = false;
      this.fire('onDidChangeTextDocument', { document, contentChanges: [] });
    }
  }

  // MARK: Changing

  setText(document, text) {
    if (document.text === text) { return; }
    const range = new Range(document.positionAt(0), document.positionAt(document.text.length));
    this.change(document, [{ range, newText: text }], false);
  }

  /** Edits that do not overlap, all meant for the text as it is. */
  change(document, edits, makesDirty = true) {
    const contentChanges = edits
      .map(({ range, newText }) => ({
        range, text: newText, rangeOffset: document.offsetAt(range.start),
        rangeLength: document.offsetAt(range.end) - document.offsetAt(range.start),
      }))
      .sort((one, other) => other.rangeOffset - one.rangeOffset);
    const before = document.text;
    for (const { rangeOffset, rangeLength, text } of contentChanges) {
      document.text = document.text.slice(0, rangeOffset) + text
        + document.text.slice(rangeOffset + rangeLength);
    }
    this.changed(document, before, contentChanges, makesDirty);
  }

  changed(document, before, contentChanges, makesDirty, reason) {
    if (reason === undefined) { (document.before ??= []).push(before); }
    document.version += 1;
    const becomesDirty = makesDirty && !document.isDirty;
    document.isDirty ||= makesDirty;
    this.fire('onDidChangeTextDocument', { document, contentChanges, reason });
    if (becomesDirty) { this.fire('onDidChangeTextDocument', { document, contentChanges: [] }); }
  }

  /** Takes the last change back. */
  undo(document) {
    const [text, before] = [document.before.pop(), document.text];
    const range = new Range(document.positionAt(0), document.positionAt(before.length));
    document.text = text;
    this.changed(
      document, before, [{ range, text, rangeOffset: 0, rangeLength: before.length }], true, 1);
  }

  async applyEdit(edit) {
    for (const [uri, edits] of edit.entries()) { this.change(await this.open(uri), edits); }
    return true;
  }

  async setLanguage(document, languageId) {
    await new Promise(setImmediate); // the editor is another process
    this.fire('onDidCloseTextDocument', document);
    document.languageId = languageId;
    this.fire('onDidOpenTextDocument', document);
    return document;
  }

  // MARK: Saving

  /** Whether it was saved; if not, the user saw the reason. */
  async save(document) {
    try {
      const files = this.fileSystems.get(document.uri.scheme);
      const now = await files.stat(document.uri);
      const { mtime } = document.stat;
      if (mtime < now.mtime && etag(document.stat) !== etag({ mtime, size: now.size })) {
        throw new Error('The content of the file is newer.');
      }
      const { version, text } = document;
      await files.writeFile(document.uri, Buffer.from(text), { create: true, overwrite: true });
      document.stat = await files.stat(document.uri);
      if (document.version === version) { document.isDirty = false; }
      this.fire('onDidChangeTextDocument', { document, contentChanges: [] });
      this.fire('onDidSaveTextDocument', document);
      return true;
    } catch (error) {
      void this.tell('error', `Failed to save '${document.uri.path}': ${error.message}`, []);
      return false;
    }
  }

  close(document) {
    this.documents = this.documents.filter((other) => other !== document);
    document.isClosed = true;
    this.fire('onDidCloseTextDocument', document);
  }

  /** The part of an unsaved document that outlives the window. */
  backup({ uri, text, stat }) { return { uri: uri.toString(), text, stat }; }

  restore({ uri, text, stat }) {
    const document = this.add(new Document(this, Uri.parse(uri), 'markdown', text), stat);
    document.isDirty = true;
    return document;
  }

  // MARK: Settings

  configuration(prefix = '') {
    const name = (key) => prefix === '' ? key : `${prefix}.${key}`;
    const get = (key, fallback) => {
      if (this.settings.has(name(key))) { return this.settings.get(name(key)); }
      const start = `${name(key)}.`;
      const members = [...this.defaults, ...this.settings].filter(([full]) => full.startsWith(start));
      if (members.length === 0) { return fallback; }
      const result = {};
      for (const [full, value] of members) {
        full.slice(start.length).split('.').reduce((object, part, index, parts) =>
          (object[part] = index === parts.length - 1 ? value : object[part] ?? {}), result);
      }
      return result;
    };
    const inspect = (key) => ({
      key: name(key), defaultValue: this.defaults.get(name(key)),
      globalValue: this.settings.get(name(key)),
    });
    return { get, inspect, update: (key, value) => this.configure(name(key), value) };
  }

  async configure(name, value) {
    this.settings.set(name, value);
    this.fire('onDidChangeConfiguration', {
      affectsConfiguration: (section) => name === section || name.startsWith(`${section}.`),
    });
  }
}

function etag({ mtime, size }) { return `${size.toString(29)}${mtime.toString(31)}`; }

function withoutMark(text) { return text.replace(/^\ufeff/, ''); }

module.exports = { Workbench };
