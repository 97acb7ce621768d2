import * as vscode from 'vscode';
import { openDocument } from './noteFiles';
import { Ease, Place, ReviewCard, ReviewState, ReviewWish, Server } from './protocol';
import { lostPage, page, Step, summaryWords, Wanted } from './reviewPage';
import { ReviewPanel } from './reviewPanel';
import { reason } from './text';
import { noteId } from './uris';
import { t } from './words';

/**
 * A review. The server has the session, and gets the user's steps one at a time. The next page is
 * shown after the server's answer, when the step is on disk.
 */
export class Review {
  private readonly panel: ReviewPanel;
  private wish: ReviewWish = {};
  /** The last state of the session from the server; undefined if there is no session. */
  private state: ReviewState | undefined;
  private turn = 0;
  /** Whether a step of the user is being performed. */
  private isBusy = false;
  /** Fulfilled when the last request in the session has ended, even with an error. */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly server: Server, extension: vscode.Uri) {
    this.panel = new ReviewPanel(
      extension, (what) => void this.take(what), () => void this.stop());
  }

  /** Starts a review, replacing any other, unless `isWanted` is false once the server answers. */
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

  /** Ends a session that is not shown. It may already have ended with its server. */
  private async leave(state: ReviewState | undefined): Promise<void> {
    if (state !== undefined) {
      const { session } = state;
      await this.server.request('commonplace/review/stop', { session }).catch(() => undefined);
    }
  }

  /** Returns to an open review, or else starts one of the whole notebook. */
  async resume(): Promise<void> {
    if (this.state?.card) {
      this.panel.reveal();
    } else {
      await this.start({});
    }
  }

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
      // After the last card, the summary was already shown.
      if (state.card !== null) {
        void vscode.window.showInformationMessage(t('Review: {0}.', summaryWords(summary)));
      }
    } catch {
      if (state.card !== null) {
        void vscode.window.showInformationMessage(
          t('The review has ended. Recorded answers are kept.'));
      }
    }
  }

  /** Updates the card. Call when a note was stored; `uri` is undefined if it may be any note. */
  async noteChanged(uri: vscode.Uri | undefined): Promise<void> {
    const { card } = this.state ?? {};
    if (card && (uri === undefined || isOf(uri, card))) {
      await this.inTurn((session) => this.follow(session, () =>
        this.server.request('commonplace/review/state', { session })));
    }
  }

  /** Shows that the session is lost. During a step, the failed request shows it. */
  serverEnded(): void {
    if (this.state !== undefined && !this.isBusy) {
      this.lose('');
    }
  }

  // MARK: Steps

  /**
   * Performs an action of the page. Ignores actions on another page than the one shown, except
   * stopping the review.
   */
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

  /**
   * Performs a step of the user, unless another one is running, or the page changes before it
   * starts.
   */
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

  /** Runs a function after all earlier requests of the session have ended. */
  private inTurn(run: (session: string) => Promise<void>): Promise<void> {
    const done = this.last.then(async () => {
      if (this.state !== undefined) {
        await run(this.state.session);
      }
    });
    this.last = done.catch(() => undefined);
    return done;
  }

  /**
   * Shows the state after a request. If the request fails, shows the unchanged session, or that the
   * server has lost it.
   */
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

  /**
   * Opens the card's note next to the review, at the card. After it is saved, the review shows the
   * updated card.
   */
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
    // An unchanged state keeps the page, so that keys pressed since then are still valid.
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

function isOf(uri: vscode.Uri, { note }: ReviewCard): boolean {
  const named = vscode.Uri.parse(note.uri);
  return uri.toString() === named.toString()
    || (noteId(uri) !== undefined && noteId(uri) === noteId(named));
}

/** Converts a position to a position in a document, whose text may differ from the server's. */
function place(document: vscode.TextDocument, { line, character }: Place): vscode.Position {
  const number = Math.max(0, Math.min(line, document.lineCount - 1));
  const { length } = document.lineAt(number).text;
  return new vscode.Position(number, Math.max(0, Math.min(character, length)));
}
