import * as vscode from 'vscode';
import { byteCount, digest, fraction } from './digest';
import { allNotes } from './noteList';
import { ListedSide, requestFailed, Server, StoredNote } from './protocol';
import { reason, titleOf, unlinked } from './text';
import { fileName, noteId, noteScheme, pathParts } from './uris';
import { t } from './words';

/** What is remembered of a stored version of a note. */
export interface Stamp {
  /** Undefined for a deleted note: a write restores it, but does not replace another text. */
  version: string | undefined;
  /** The version's time for the editor, in milliseconds since 1970. */
  mtime: number;
  /** The size in UTF-8 bytes. */
  size: number;
  digest: string;
}

export interface Stored {
  /** Null if the note was deleted. */
  version: string | null;
  text: string | null;
}

/** The reason why a write is refused. */
export interface Clash {
  uri: vscode.Uri;
  stored: Stored;
  /** The text that was to be written. */
  text: string;
  /** The text with the other changes merged, if they are in different lines. */
  merged: string | undefined;
  /** The stored text and the document's; undefined if the note was deleted, or never read here. */
  sides: ListedSide[] | undefined;
}

/** A text of a later version that replaced the text of a document. */
interface Step {
  /** Digests of the texts before and after. */
  before: string;
  after: string;
  base: Stamp;
  next: Stamp;
}

const memoryKey = 'commonplace.bases';
/** Maximum number of notes whose base is kept between sessions, and of `stamps`. */
const memorySize = 300;

/**
 * Notes as files of the scheme `commonplace:`.
 *
 * A save is a compare-and-set operation on the server: it replaces the version on which the open
 * document is based, or fails. A text that is read becomes the base only when the document contains
 * it. So another read of the same file, for example by a diff editor, does not change the base.
 */
export class NoteFiles implements vscode.FileSystemProvider {
  private readonly bases: Map<string, Stamp>;
  /** The text that was last read, which the document may not contain yet. */
  private readonly readAhead = new Map<string, Stamp>();
  /** The digest of a text that was sent without an answer, so that it may be stored or not. */
  private readonly unanswered = new Map<string, string>();
  private readonly warned = new Map<string, string>();
  private readonly steps = new Map<string, Step[]>();
  /** The last stamps that were created, at most `memorySize`. */
  private readonly stamps = new Map<string, Stamp>();

  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly clashes = new vscode.EventEmitter<Clash>();
  /** A write was refused, because the note was changed or deleted outside this editor. */
  readonly onDidClash = this.clashes.event;
  private readonly writes = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidWrite = this.writes.event;
  private readonly trashWrites = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidWriteTrashed = this.trashWrites.event;

  constructor(private readonly server: Server, private readonly memory: vscode.Memento) {
    this.bases = new Map(memory.get<[string, Stamp][]>(memoryKey, []));
  }

  // MARK: Reading

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const id = noteId(uri);
    if (id === undefined || pathParts(uri).length < 2) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    // For a document with unsaved changes, only the server decides at the write whether it is
    // outdated.
    const base = this.bases.get(id);
    if (base !== undefined && openDocument(id)?.isDirty === true) {
      return { type: vscode.FileType.File, ctime: 0, mtime: base.mtime, size: base.size };
    }
    const note = await this.read(uri);
    const stamp = this.stamp(id, note);
    return {
      type: vscode.FileType.File, ctime: 0, mtime: stamp.mtime, size: stamp.size,
      permissions: note.readOnly === true ? vscode.FilePermission.Readonly : undefined,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const id = noteId(uri);
    if (id === undefined || pathParts(uri).length < 2) {
      throw vscode.FileSystemError.FileIsADirectory(uri);
    }
    const note = await this.read(uri);
    const document = openDocument(id);
    const stamp = this.stamp(id, note);
    const base = this.bases.get(id);
    // The result of `stat` must match the text that the editor reads. If the editor discards
    // unsaved changes, it uses the earlier result of `stat`.
    this.readAhead.set(id, document?.isDirty === true && base !== undefined
      ? { ...stamp, mtime: base.mtime, size: base.size } : stamp);
    if (document !== undefined) {
      this.documentChanged(document);
    }
    return new TextEncoder().encode(note.text);
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const notes = await allNotes(this.server);
    const id = noteId(uri);
    return notes
      .filter((note) => !note.trashed && (id === undefined || note.id === id))
      .map((note) => id === undefined
        ? [note.id, vscode.FileType.Directory]
        : [fileName(vscode.Uri.parse(note.uri)), vscode.FileType.File]);
  }

  /** Does nothing: the server reports changes of every note. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  private async read(uri: vscode.Uri): Promise<StoredNote> {
    try {
      return await this.server.request('commonplace/readNote', { uri: uri.toString() });
    } catch (error) {
      throw isMissing(error)
        ? vscode.FileSystemError.FileNotFound(uri)
        : vscode.FileSystemError.Unavailable(reason(error));
    }
  }

  // MARK: Bases of documents

  /**
   * Updates the base of a document. Call when it was opened or changed: once it contains the text
   * that was read, that text is its base. Undoing that change also restores the earlier base, so
   * that a save does not overwrite the other text.
   */
  documentChanged(document: vscode.TextDocument, isUndone = false): void {
    const id = noteId(document.uri) ?? '';
    const read = this.readAhead.get(id);
    const steps = isUndone ? this.steps.get(id) : undefined;
    if (read === undefined && steps === undefined) {
      return;
    }
    const now = digest(document.getText());
    if (read !== undefined && read.digest === now) {
      this.readAhead.delete(id);
      const base = this.bases.get(id);
      if (base !== undefined && base.version !== read.version && base.digest !== now) {
        this.addStep(id, { before: base.digest, after: now, base, next: read });
      }
      this.setBase(id, read);
      return;
    }
    const step = steps?.find(({ before, after }) => before === now || after === now);
    if (step !== undefined) {
      this.setBase(id, step.before === now ? step.base : step.next);
    }
  }

  /**
   * Makes the stored text the base of a document that contains it now. Undoing restores the earlier
   * base. `known` is a stored version that needs no warning.
   */
  tookOver(id: string, before: string, after: string, stored: Stored, known?: string): void {
    if (known !== undefined) { this.warned.set(id, known); }
    const base = this.bases.get(id);
    this.rebase(id, stored);
    const next = this.bases.get(id);
    if (base !== undefined && next !== undefined) {
      this.addStep(id, { before: digest(before), after: digest(after), base, next });
    }
  }

  private addStep(id: string, step: Step): void {
    // The newest is first, because undoing reaches it first.
    this.steps.set(id, [step, ...this.steps.get(id) ?? []].slice(0, 100));
  }

  /** Makes the stored text the base of a document: the next save replaces that text. */
  rebase(id: string, stored: Stored): void {
    const { mtime, size } = this.bases.get(id) ?? { mtime: 0, size: 0 };
    const version = stored.version ?? undefined;
    this.setBase(id, { version, mtime, size, digest: digest(stored.text ?? '') });
  }

  baseVersion(id: string): string | undefined {
    return this.bases.get(id)?.version;
  }

  private setBase(id: string, stamp: Stamp): void {
    this.bases.delete(id);
    this.bases.set(id, stamp);
    // Stored for documents with unsaved changes, which stay when the window is closed.
    void this.memory.update(memoryKey, [...this.bases].slice(-memorySize));
  }

  /** Returns the stamp of a stored note, which is the same for the same version. */
  private stamp(id: string, note: StoredNote): Stamp {
    const last = [this.bases.get(id), this.readAhead.get(id), this.stamps.get(id)];
    const known = last.find((stamp) => stamp?.version === note.version);
    if (known !== undefined) {
      return known;
    }
    const modified = (Date.parse(note.modified) || 0) + fraction(note.version);
    const previous = Math.max(0, ...last.map((stamp) => stamp?.mtime ?? 0));
    const stamp = {
      version: note.version, mtime: modified > previous ? modified : previous + 1,
      size: byteCount(note.text), digest: digest(note.text),
    };
    this.stamps.delete(id);
    this.stamps.set(id, stamp);
    [...this.stamps.keys()].slice(0, -memorySize).forEach((old) => this.stamps.delete(old));
    return stamp;
  }

  // MARK: Writing

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const id = noteId(uri);
    if (id === undefined || pathParts(uri).length !== 2) {
      throw vscode.FileSystemError.NoPermissions(
        t('To create a note, use “Commonplace: New Note”.'));
    }
    const text = decoded(content);
    // Without a document, the writer can only have read the file.
    let base = (openDocument(id) === undefined ? this.readAhead.get(id) : undefined)
      ?? this.bases.get(id);
    if (base === undefined) {
      // The note was never read here, so the user has not seen the stored text.
      const note = await this.read(uri);
      if (digest(note.text) !== digest(text)) {
        this.refuse(uri, note, text);
      }
      base = this.stamp(id, note);
    }
    const version = await this.write(uri, id, text, base);
    this.unanswered.delete(id);
    this.readAhead.delete(id);
    if (base.digest !== digest(text)) {
      this.steps.delete(id);
    }
    this.setBase(id, {
      version, mtime: Math.max(Date.now(), base.mtime + 1), size: content.byteLength,
      digest: digest(text),
    });
    this.writes.fire(uri);
  }

  private async write(uri: vscode.Uri, id: string, text: string, base: Stamp): Promise<string> {
    let baseVersion = base.version;
    // Writing the same text again is not a conflict, nor is a save whose answer was lost. This is
    // retried only once, because another client may write between the attempts.
    for (let attempt = 0; ; attempt += 1) {
      const { version, conflict, trashed, isInConflict } = await this.send(
        uri, id, text, baseVersion);
      if (version !== undefined) {
        if (isInConflict === true) {
          void vscode.window.showInformationMessage(
            t('Saved, but the note was changed again and is still in conflict. Use “Show'
              + ' Conflict”.'));
        }
        if (trashed === true) {
          this.trashWrites.fire(uri);
        }
        return version;
      }
      const stored = { version: conflict?.version ?? null, text: conflict?.text ?? null };
      if (stored.version !== null && stored.text !== null
        && digest(stored.text) === digest(text)) {
        return stored.version;
      }
      const isOurs = stored.text !== null
        && [base.digest, this.unanswered.get(id)].includes(digest(stored.text));
      if (!isOurs || attempt > 0) {
        this.refuse(uri, stored, text, conflict?.merged, conflict?.sides);
      }
      baseVersion = stored.version ?? undefined;
    }
  }

  private async send(uri: vscode.Uri, id: string, text: string, baseVersion: string | undefined) {
    try {
      return await this.server.request(
        'commonplace/writeNote', { uri: uri.toString(), text, baseVersion });
    } catch (error) {
      this.unanswered.set(id, digest(text));
      throw vscode.FileSystemError.Unavailable(t('The note is not saved: {0}', reason(error)));
    }
  }

  private refuse(
    uri: vscode.Uri, stored: Stored, text: string, merged?: string, sides?: ListedSide[]
  ): never {
    this.clashes.fire({
      uri, stored: { version: stored.version, text: stored.text }, text, merged, sides,
    });
    throw vscode.FileSystemError.Unavailable(stored.text === null
      ? t('The note was deleted outside this editor. Choose whether to keep your text.')
      : merged !== undefined
        ? t('The note was also changed outside this editor. Save again to keep all changes.')
        : t('The note was changed outside this editor. Choose one text, or keep both.'));
  }

  async delete(uri: vscode.Uri): Promise<void> {
    await this.server.request('commonplace/deleteNote', { uri: uri.toString() });
    this.changes.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
    this.writes.fire(uri);
  }

  rename(): never {
    throw vscode.FileSystemError.NoPermissions(t('To rename a note, change its first line.'));
  }

  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions(t('Notes have no folders: use hashtags.'));
  }

  // MARK: Changes elsewhere

  /** Updates documents whose stored notes changed; `uris` is undefined if it may be any note. */
  async notesChanged(uris: string[] | undefined): Promise<void> {
    const ids = uris && new Set(uris.map((uri) => noteId(vscode.Uri.parse(uri))));
    const open = vscode.workspace.textDocuments
      .filter((document) => document.uri.scheme === noteScheme)
      .filter((document) => ids === undefined || ids.has(noteId(document.uri)));
    await Promise.all(open.map((document) => this.look(document)));
  }

  private async look(document: vscode.TextDocument): Promise<void> {
    const { uri } = document;
    const id = noteId(uri) ?? '';
    try {
      const note = await this.read(uri);
      if (note.version === this.bases.get(id)?.version) {
        return;
      }
      this.changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
      const isOther = ![this.bases.get(id)?.digest, digest(document.getText())]
        .includes(digest(note.text));
      if (document.isDirty && isOther && this.warned.get(id) !== note.version) {
        this.warned.set(id, note.version);
        void vscode.window.showWarningMessage(
          t('{0} was changed outside this editor. Your unsaved text is untouched: save to merge or'
            + ' compare, or revert to load the stored version.',
          unlinked(titleOf(document.getText()))));
      }
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
        this.changes.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
      }
    }
  }
}

/** Returns the open document with this key of `noteId`; the rest of its URI may differ. */
export function openDocument(id: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    (document) => !document.isClosed && noteId(document.uri) === id);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error as { code?: number }).code === requestFailed
    && error.message.startsWith('There is no note ');
}

/** Returns the text. Throws if it is not UTF-8, because saving it would garble the note. */
function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw vscode.FileSystemError.NoPermissions(
      t('Notes are saved only as UTF-8. Set “files.encoding” to “utf8” for the language'
        + ' “minimarkdown”.'));
  }
}
