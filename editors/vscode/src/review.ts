import * as vscode from 'vscode';
import { openDocument } from './noteFiles';
import { Ease, Place, ReviewCard, ReviewState, ReviewWish, Server } from './protocol';
import { lostPage, page, Step, summaryWords, Wanted } from './reviewPage';
import { ReviewPanel } from './reviewPanel';
import { reason } from './text';
import { noteId } from './uris';
import { t } from './words';

/**
 * Review: the session is the server's, and what the user does goes to it one step at a time. The
 * next page is shown when the server has answered, so that an answer that was seen to be taken is
 * on disk.
 */
export class Review {
  private readonly panel: ReviewPanel;
  private wish: ReviewWish = {};
  /** The session as the server sent it last; undefined when there is none. */
  private state: ReviewState | undefined;
  private turn = 0;
  /** A step of the user's is being taken. */
  private isBusy = false;
  /** The last request in the session, with any result. */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly server: Server, extension: vscode.Uri) {
    this.panel = new ReviewPanel(
      extension, (what) => void this.take(what), () => void this.stop());
  }

  /** Begins a review, in place of one that there may be. */
  async start(wish: ReviewWish, isWanted = () => true): Promise<void> {
    const state = await this.server.request('commonplace/review/start', wish);
    if (!isWanted()) {
      await this.leave(state);
      return;
    }
    const former = this.state;
    this.wish = wish;
    this.show(state);
    this.panel.reveal();
    await this.leave(former);
  }

  /** Ends a session that is not shown. It may be gone already, with its server. */
  private async leave(state: ReviewState | undefined): Promise<void> {
    if (state !== undefined) {
      const { session } = state;
      await this.server.request('commonplace/review/stop', { session }).catch(() => undefined);
    }
  }

  /** Goes back to a review that there is, else begins one of the whole notebook. */
  async resume(): Promise<void> {
    if (this.state?.card) {
      this.panel.reveal();
    } else {
      await this.start({});
    }
  }

  /** Ends the review; all that was answered is kept. */
  async stop(): Promise<void> {
    const { state } = this;
    this.state = undefined;
    this.turn += 1;
    this.panel.close();
    if (state === undefined) {
      return;
    }
    try {
      const { session } = state;
      const summary = await this.server.request('commonplace/review/stop', { session });
      // At the end it was reported already.
      if (state.card !== null) {
        void vscode.window.showInformationMessage(t('Review: {0}.', summaryWords(summary)));
      }
    } catch {
      if (state.card !== null) {
        void vscode.window.showInformationMessage(t('The review has ended. Its answers are kept.'));
      }
    }
  }

  /** To be called when a note was stored: undefined if it may be any. */
  async noteChanged(uri: vscode.Uri | undefined): Promise<void> {
    const { card } = this.state ?? {};
    if (card && (uri === undefined || isOf(uri, card))) {
      await this.inTurn((session) => this.follow(session, () =>
        this.server.request('commonplace/review/state', { session })));
    }
  }

  /** To be called when there is no server, or not the one that there was. */
  serverEnded(): void {
    if (this.state !== undefined && !this.isBusy) {
      this.lose('');
    }
  }

  // MARK: Steps

  /** An action for another page than the one shown came too late, and is ignored, except its end. */
  private async take(what: Wanted): Promise<void> {
    if (what.type === 'ready') {
      return;
    } else if (what.type === 'step' && what.step === 'stop') {
      await this.stop();
    } else if (what.turn === this.turn) {
      await (what.type === 'answer' ? this.answer(what.ease) : this.takeStep(what.step));
    }
  }

  private async answer(ease: Ease): Promise<void> {
    if (this.state?.answers.some((answer) => answer.ease === ease)) {
      await this.step((session) =>
        this.server.request('commonplace/review/answer', { session, ease }));
    }
  }

  private async takeStep(step: Step): Promise<void> {
    switch (step) {
      case 'stop': return this.stop();
      case 'edit': return this.edit();
      case 'restart': return this.restart();
      default:
        return this.step((session) =>
          this.server.request(`commonplace/review/${step}`, { session }));
    }
  }

  /** Takes the user's step, unless one is being taken, or the page becomes another before. */
  private async step(send: (session: string) => Promise<ReviewState>): Promise<void> {
    const { turn } = this;
    if (!this.isBusy) {
      this.isBusy = true;
      await this.inTurn(async (session) => {
        if (this.turn === turn) {
          await this.follow(session, send);
        }
      }).finally(() => { this.isBusy = false; });
    }
  }

  /** Does something in the session when everything before it is done. */
  private inTurn(run: (session: string) => Promise<void>): Promise<void> {
    const done = this.last.then(async () => {
      if (this.state !== undefined) {
        await run(this.state.session);
      }
    });
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Shows what a request leads to; where it fails, the session as it is, or that it is no more. */
  private async follow(
    session: string, send: (session: string) => Promise<ReviewState>
  ): Promise<void> {
    let notice: string | undefined;
    try {
      const state = await send(session).catch((error) => {
        notice = reason(error);
        return this.server.request('commonplace/review/state', { session });
      });
      if (this.state?.session === session) {
        this.show(state, notice);
      }
    } catch {
      if (this.state?.session === session) {
        this.lose(notice ?? '');
      }
    }
  }

  private async restart(): Promise<void> {
    if (this.isBusy) {
      return;
    }
    const { turn } = this;
    this.isBusy = true;
    try {
      await this.start(this.wish, () => this.turn === turn);
    } catch (error) {
      if (this.turn === turn) {
        this.lose(reason(error));
      }
    } finally {
      this.isBusy = false;
    }
  }

  /** Opens the card's note beside, at the card. When it is saved, the card is asked again. */
  private async edit(): Promise<void> {
    const { card } = this.state ?? {};
    if (!card) {
      return;
    }
    try {
      const uri = vscode.Uri.parse(card.note.uri);
      const document = openDocument(noteId(uri) ?? '')
        ?? await vscode.workspace.openTextDocument(uri);
      const at = place(document, card.range.start);
      await vscode.window.showTextDocument(
        document, { viewColumn: vscode.ViewColumn.Beside, selection: new vscode.Range(at, at) });
    } catch (error) {
      void vscode.window.showErrorMessage(t('Commonplace: {0}', reason(error)));
    }
  }

  // MARK: The page

  private show(state: ReviewState, notice = state.message ?? ''): void {
    // Read again without a change: keys that were pressed meanwhile still count.
    if (notice === '' && JSON.stringify(state) === JSON.stringify(this.state)) {
      return;
    }
    this.state = state;
    this.turn += 1;
    this.panel.show(page(state, this.turn, notice));
  }

  private lose(notice: string): void {
    this.state = undefined;
    this.turn += 1;
    this.panel.show(lostPage(this.turn, notice));
  }
}

/** Whether a document is the note of a card. */
function isOf(uri: vscode.Uri, { note }: ReviewCard): boolean {
  const named = vscode.Uri.parse(note.uri);
  return uri.toString() === named.toString()
    || (noteId(uri) !== undefined && noteId(uri) === noteId(named));
}

/** A place in a document, which may be another text than the server's. */
function place(document: vscode.TextDocument, { line, character }: Place): vscode.Position {
  const number = Math.max(0, Math.min(line, document.lineCount - 1));
  const { length } = document.lineAt(number).text;
  return new vscode.Position(number, Math.max(0, Math.min(character, length)));
}
