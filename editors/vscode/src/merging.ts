import * as vscode from 'vscode';
import { NoteFiles, Stored } from './noteFiles';
import { Server } from './protocol';
import { reason } from './text';
import { mergeScheme, pathParts } from './uris';
import { t } from './words';

/** A merged text that is edited, and the way in which its save settles the conflict. */
interface Scratch {
  note: vscode.Uri;
  text: Uint8Array;
  mtime: number;
  settle: (text: string) => Promise<string>;
}

/**
 * Merged texts of notes in conflict, as documents of the scheme `commonplace-merge:`. Where the texts
 * overlap there are markers. Saving such a document settles the conflict; until then the notebook is
 * as it was.
 */
export class Merging implements vscode.FileSystemProvider {
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly scratches = new Map<string, Scratch>();
  private count = 0;

  constructor(private readonly server: Server, private readonly files: NoteFiles) {}

  /** Merges the stored texts of a note that devices changed apart. */
  async mergeStored(note: vscode.Uri): Promise<void> {
    const uri = note.toString();
    const { text, overlaps, hasBase, versions } = await this.server.request(
      'commonplace/mergeConflict', { uri });
    await this.show(note, text, async (settled) => {
      const { isInConflict } = await this.server.request(
        'commonplace/settleConflict', { uri, text: settled, versions });
      await this.files.notesChanged([uri]);
      return isInConflict ? t('The note is saved, but in conflict with a text that came meanwhile.')
        : t('The conflict is settled.');
    });
    tell(overlaps, hasBase);
  }

  /**
   * Merges what a save met with the text that was to be saved: `marked` has both. `took` gets what
   * is stored then.
   */
  async mergeRefused(
    note: vscode.Uri, marked: string, version: string, took: (stored: Stored) => Promise<void>
  ): Promise<void> {
    const uri = note.toString();
    await this.show(note, marked, async (settled) => {
      if (/^(<{7}|>{7})/m.test(settled)) {
        throw new Error(t('A marker (<<<<<<< or >>>>>>>) is left. Choose between the two texts.'));
      }
      const answer = await this.server.request(
        'commonplace/writeNote', { uri, text: settled, baseVersion: version });
      if (answer.version === undefined) {
        throw new Error(t('The note was changed again elsewhere. Save the note itself to see it.'));
      }
      await took({ version: answer.version, text: settled });
      return t('The conflict is settled.');
    });
    tell(1, true);
  }

  private async show(
    note: vscode.Uri, text: string, settle: (text: string) => Promise<string>
  ): Promise<void> {
    this.count += 1;
    const scratch = note.with({
      scheme: mergeScheme, path: `/${this.count}/${pathParts(note)[1] ?? 'note.md'}`,
    });
    this.scratches.set(scratch.path, {
      note, text: new TextEncoder().encode(text), mtime: Date.now(), settle,
    });
    await vscode.window.showTextDocument(scratch, { preview: false });
  }

  private scratch(uri: vscode.Uri): Scratch {
    const found = this.scratches.get(uri.path);
    if (found === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return found;
  }

  // MARK: Files

  stat(uri: vscode.Uri): vscode.FileStat {
    const { text, mtime } = this.scratch(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: text.byteLength };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.scratch(uri).text;
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const scratch = this.scratch(uri);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    let outcome: string;
    try {
      outcome = await scratch.settle(text);
    } catch (error) {
      throw vscode.FileSystemError.Unavailable(
        t('The conflict is not settled: {0}', reason(error)));
    }
    scratch.text = content;
    scratch.mtime = Math.max(Date.now(), scratch.mtime + 1);
    void vscode.window.showInformationMessage(outcome);
    this.close(uri);
  }

  /** Closes the settled text; the note itself is what is edited from now on. */
  private close(uri: vscode.Uri): void {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputText
        && input.uri.toString() === uri.toString());
    // After the save, which the editor has yet to finish.
    setTimeout(() => void vscode.window.tabGroups.close(tabs), 0);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  delete(): never { return refuse(); }
  rename(): never { return refuse(); }
  createDirectory(): never { return refuse(); }
}

/** Says how to go on with a merged text. */
function tell(overlaps: number, hasBase: boolean): void {
  void vscode.window.showInformationMessage(overlaps === 0
    ? t('This text has all changes. Save it to settle the conflict.')
    : hasBase ? t('Choose between the texts at the markers; then save to settle the conflict.')
    : t('The earlier text is not kept here, so all differences are marked. Choose; then save.'));
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(t('A merged text is saved or closed.'));
}
