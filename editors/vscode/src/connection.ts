import * as vscode from 'vscode';
import {
  CloseAction, ErrorAction, LanguageClient, LanguageClientOptions, RevealOutputChannelOn, State,
} from 'vscode-languageclient/node';
import { expandHome, findExecutable } from './executable';
import {
  Cancellation, NotebookStatus, NotesChanged, Requests, ReviewCounts, Server,
} from './protocol';
import { reason } from './text';
import { noteScheme, protocolUri, viewScheme } from './uris';
import { t } from './words';

export type ServerState = 'starting' | 'running' | 'missing' | 'stopped';
const contextKey = 'commonplace.state';

/** Requests that can be repeated without harm. */
const repeatable = new Set<keyof Requests>([
  'commonplace/readNote', 'commonplace/writeNote', 'commonplace/search', 'commonplace/readView',
  'commonplace/listNotes', 'commonplace/listTags', 'commonplace/readBook', 'commonplace/review/start',
  'commonplace/listTrash', 'commonplace/listHistory', 'commonplace/listConflicts',
  'commonplace/mergeConflict', 'commonplace/readTitles', 'commonplace/readImage',
  'commonplace/review/state',
]);
/**
 * The command of the code lens above a note. Clients without a review panel show the review as a
 * document.
 */
const startReview = 'commonplace.review.start';
/** The client's error codes for a request whose server has ended. */
const connectionErrors = new Set<unknown>([-32097, -32096, -32099]);
/** Maximum time to notice that a server has ended, in milliseconds. */
const noticing = 2000;
/**
 * A server that ends this often within this time, in milliseconds, is not restarted automatically.
 */
const [mostEnds, endsWithin] = [5, 3 * 60 * 1000];

export class Connection implements Server {
  private client: LanguageClient | undefined;
  private starting: Promise<LanguageClient> | undefined;
  private restarting: Promise<void> = Promise.resolve();
  private isClosed = false;
  private ends: number[] = [];
  private isTold = false;

  private readonly changes = new vscode.EventEmitter<NotesChanged>();
  readonly onNotesChanged = this.changes.event;
  private readonly counts = new vscode.EventEmitter<ReviewCounts>();
  readonly onReviewCounts = this.counts.event;
  private readonly statuses = new vscode.EventEmitter<NotebookStatus>();
  readonly onStatus = this.statuses.event;
  private readonly reviews = new vscode.EventEmitter<unknown>();
  /** The server's command requested a review; the event is the review's scope. */
  readonly onReviewWanted = this.reviews.event;
  private readonly views = new vscode.EventEmitter<vscode.Uri>();
  readonly onViewChanged = this.views.event;
  private readonly states = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeState = this.states.event;
  state: ServerState = 'stopped';
  /** The server's last report about its notebook; undefined before it, and without a server. */
  status: NotebookStatus | undefined;

  constructor(private readonly bundled: string, readonly log: vscode.OutputChannel) {}

  async request<Method extends keyof Requests>(
    method: Method, params: Requests[Method][0], cancellation?: Cancellation
  ): Promise<Requests[Method][1]> {
    const client = await this.start();
    try {
      return await send(client, method, params, cancellation);
    } catch (error) {
      const { code } = error as { code?: unknown };
      const isDead = connectionErrors.has(code) || typeof code !== 'number'
        || client.state !== State.Running;
      if (!isDead || !repeatable.has(method)
        || !(await this.isGone(client, connectionErrors.has(code))) || this.endsTooOften) {
        throw error;
      }
    }
    return send(await this.start(), method, params, cancellation);
  }

  /**
   * Whether a client is no longer in use, after waiting up to `noticing` for its end. A client with
   * a closed connection counts as gone, even if it does not report it: its own end can fail.
   */
  private async isGone(client: LanguageClient, isClosed: boolean): Promise<boolean> {
    if (this.client === client) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, noticing);
        const listener = client.onDidChangeState(() => {
          clearTimeout(timer);
          listener.dispose();
          resolve();
        });
      });
    }
    if (this.client === client && isClosed) {
      this.ended();
    }
    return this.client !== client;
  }

  /** Returns the running client. Starts the server if needed, and throws if that fails. */
  start(): Promise<LanguageClient> {
    if (this.isClosed) {
      return Promise.reject(new Error(t('the window is being closed')));
    }
    this.starting ??= this.launch().catch((error) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  restart(): Promise<void> {
    this.restarting = this.restarting.catch(() => undefined).then(async () => {
      await this.stop();
      this.isTold = false;
      await this.start();
    });
    return this.restarting;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.stop();
  }

  private async stop(): Promise<void> {
    const { client, starting } = this;
    this.client = undefined;
    this.starting = undefined;
    await starting?.catch(() => undefined); // in mid-start it cannot be stopped
    if (client !== undefined && client.state !== State.Stopped) {
      await client.stop().catch(
        (error) => this.log.appendLine(`Cannot stop the server: ${reason(error)}`));
    }
    this.setState('stopped');
  }

  private async launch(): Promise<LanguageClient> {
    const settings = vscode.workspace.getConfiguration('commonplace');
    const command = findExecutable({
      configured: settings.get<string>('server.path', ''),
      searchPath: process.env['PATH'], bundled: this.bundled,
    });
    if (command === undefined) {
      this.setState('missing');
      this.tellMissing(settings.get<string>('server.path', ''));
      throw new Error(t('the server `commonplace` was not found'));
    }
    this.setState('starting');
    const args = settings.get<string[]>('server.arguments', ['lsp']);
    const client = new LanguageClient(
      'commonplace', 'Commonplace', { command, args }, this.options(settings));
    client.registerFeature(ownCapabilities);
    client.onNotification('commonplace/notesChanged', (params: NotesChanged) => {
      this.changes.fire(params);
    });
    client.onNotification('commonplace/viewChanged', ({ uri }: { uri: string }) => {
      this.views.fire(vscode.Uri.parse(uri));
    });
    client.onNotification('commonplace/review/countsChanged', (params: ReviewCounts) => {
      this.counts.fire(params);
    });
    client.onNotification('commonplace/statusChanged', (params: NotebookStatus) => {
      this.status = params;
      this.statuses.fire(params);
    });
    client.onDidChangeState(({ newState }) => {
      if (this.client === client && newState === State.Running) {
        this.setState('running');
      } else if (this.client === client && newState === State.Stopped) {
        this.ended();
      }
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      if (this.client === client) {
        this.client = undefined;
        this.setState('stopped');
      }
      throw error;
    }
    return client;
  }

  /** Handles a server that ended by itself: starts another one, unless servers end too often. */
  private ended(): void {
    this.client = undefined;
    this.starting = undefined;
    this.setState('stopped');
    const now = Date.now();
    this.ends = [...this.ends.filter((time) => now - time < endsWithin), now];
    if (!this.endsTooOften) {
      this.start().catch(
        (error) => this.log.appendLine(`Cannot restart the server: ${reason(error)}`));
      return;
    }
    void vscode.window.showErrorMessage(
      t('The server exited {0} times within three minutes.', this.ends.length), t('Restart'),
        t('Show Log')
    ).then(async (answer) => {
      if (answer === t('Restart')) {
        this.ends = [];
        await this.restart();
      } else if (answer === t('Show Log')) {
        this.log.show();
      }
    }).then(undefined, (error) => this.log.appendLine(reason(error)));
  }

  /**
   * Whether servers end too often. Then the server is not restarted when it ends, and the request
   * that failed is not repeated; but the next request starts it.
   */
  private get endsTooOften(): boolean {
    return this.ends.length >= mostEnds;
  }

  private options(settings: vscode.WorkspaceConfiguration): LanguageClientOptions {
    const notebook = settings.get<string | null>('notebook', null);
    const selector = [noteScheme, viewScheme, 'file', 'untitled']
      .map((scheme) => ({ scheme, language: 'minimarkdown' }));
    // Records of books.
    selector.push({ scheme: noteScheme, language: 'yaml' });
    if (settings.get<boolean>('markdownFiles', false)) {
      selector.push({ scheme: 'file', language: 'markdown' });
    }
    return {
      documentSelector: selector,
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      // Each server has its own client: `ended` decides whether to start another server.
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
      },
      synchronize: { configurationSection: 'commonplace' },
      initializationOptions: {
        notebook: notebook ? expandHome(notebook) : undefined,
        semanticTokenTypes: 'minimarkdown',
      },
      // Text from notes must not run commands or contain HTML.
      markdown: { isTrusted: false, supportHtml: false },
      uriConverters: {
        code2Protocol: protocolUri,
        protocol2Code: (value) => vscode.Uri.parse(value),
      },
      middleware: {
        // `writeFile` has saved the note, and waited for it.
        didSave: async (document, next) => {
          if (document.uri.scheme !== noteScheme) {
            await next(document);
          }
        },
        executeCommand: (command, args, next) => {
          const [wish] = args as unknown[];
          // The server handles the command for a session that a document shows.
          if (command !== startReview || hasSession(wish)) {
            return next(command, args);
          }
          this.reviews.fire(wish);
          return undefined;
        },
        workspace: {
          configuration: async (params, token, next) => {
            const values = await next(params, token);
            return Array.isArray(values)
              ? values.map((value, index) => withHome(ownValues(value, params.items[index]?.section)))
              : values;
          },
        },
      },
    };
  }

  private setState(state: ServerState): void {
    this.state = state;
    if (state !== 'running') {
      this.status = undefined;
    }
    void vscode.commands.executeCommand('setContext', contextKey, state);
    this.states.fire(state);
  }

  private tellMissing(configured: string): void {
    if (this.isTold) {
      return;
    }
    this.isTold = true;
    const message = configured === ''
      ? t('The server “commonplace” was not found on PATH. Install it, or set its path.')
      : t('No server found: set “commonplace.server.path” to its full path, or its name on PATH.');
    void vscode.window.showErrorMessage(message, t('Open Settings'))
      .then((answer) => answer && vscode.commands.executeCommand(
        'workbench.action.openSettings', 'commonplace.server.path'));
  }
}

function send<Method extends keyof Requests>(
  client: LanguageClient, method: Method, params: Requests[Method][0], cancellation?: Cancellation
): Promise<Requests[Method][1]> {
  // An additional argument, even if undefined, would turn the parameters into a list.
  return cancellation === undefined
    ? client.sendRequest(method, params) : client.sendRequest(method, params, cancellation);
}

/** Returns settings for the server, with `~` in the notebook's path replaced by the home folder. */
function withHome(value: unknown): unknown {
  const notebook = (value as { notebook?: unknown } | null)?.notebook;
  return typeof notebook === 'string'
    ? { ...(value as object), notebook: expandHome(notebook) } : value;
}

/**
 * Returns the values that the user has set. Defaults are omitted, so that the server's settings
 * file applies where the editor has no value.
 */
function ownValues(value: unknown, section: string | undefined): unknown {
  if (section === undefined || typeof value !== 'object' || value === null) {
    return value;
  }
  const settings = vscode.workspace.getConfiguration(section);
  const pruned = (node: object, path: string): object => Object.fromEntries(
    Object.entries(node).flatMap(([key, member]) => {
      const name = path + key;
      if (typeof member === 'object' && member !== null && !Array.isArray(member)) {
        return [[key, pruned(member as object, `${name}.`)]];
      }
      const found = settings.inspect(name);
      const isSet = found === undefined || [
        found.globalValue, found.workspaceValue, found.workspaceFolderValue,
      ].some((own) => own !== undefined);
      return isSet ? [[key, member]] : [];
    }));
  return pruned(value, '');
}

function hasSession(wish: unknown): boolean {
  return (wish as { session?: unknown } | undefined)?.session !== undefined;
}

/** Declares the client's capabilities that are not in LSP. */
const ownCapabilities = {
  fillClientCapabilities(capabilities: { experimental?: unknown }): void {
    capabilities.experimental = {
      commonplace: {
        notesChanged: true, views: true, reviewCounts: true, status: true, pictures: true,
      },
    };
  },
  initialize(): void { /* asks for nothing */ },
  getState() { return { kind: 'static' as const }; },
  clear(): void { /* holds nothing */ },
  dispose(): void { /* holds nothing */ },
};
