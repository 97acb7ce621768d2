import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, State } from 'vscode-languageclient/node';
import { expandHome, findExecutable } from './executable';
import { Cancellation, NotesChanged, Requests, Server } from './protocol';
import { reason } from './text';
import { noteScheme, protocolUri, viewScheme } from './uris';

/** What `when` clauses are told of the server. */
export type ServerState = 'starting' | 'running' | 'missing' | 'stopped';
const contextKey = 'commonplace.state';

/** Whose repetition does no harm. */
const repeatable = new Set<keyof Requests>([
  'commonplace/readNote', 'commonplace/writeNote', 'commonplace/search', 'commonplace/readView',
  'commonplace/listNotes', 'commonplace/listTags',
]);
/** The client's error for a request whose server went away. */
const pendingResponseRejected = -32097;

/** The one connection to the server. */
export class Connection implements Server {
  private client: LanguageClient | undefined;
  private starting: Promise<LanguageClient> | undefined;
  private restarting: Promise<void> = Promise.resolve();
  private isClosed = false;
  private isTold = false;

  private readonly changes = new vscode.EventEmitter<NotesChanged>();
  readonly onNotesChanged = this.changes.event;
  private readonly states = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeState = this.states.event;
  state: ServerState = 'stopped';

  constructor(private readonly bundled: string, readonly log: vscode.OutputChannel) {}

  async request<Method extends keyof Requests>(
    method: Method, params: Requests[Method][0], cancellation?: Cancellation
  ): Promise<Requests[Method][1]> {
    const client = await this.start();
    // An argument too many, though undefined, would make a list of the parameters.
    const ask = (): Promise<Requests[Method][1]> => cancellation === undefined
      ? client.sendRequest(method, params) : client.sendRequest(method, params, cancellation);
    try {
      return await ask();
    } catch (error) {
      const isGone = (error as { code?: number }).code === pendingResponseRejected;
      if (!isGone || !repeatable.has(method)) {
        throw error;
      }
      return ask(); // of the server started in its place
    }
  }

  /** The running client; starts the server where needed. Throws where there is none. */
  start(): Promise<LanguageClient> {
    if (this.isClosed) {
      return Promise.reject(new Error('the window is being closed'));
    }
    this.starting ??= this.launch().catch((error) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  /** Stops the server and starts it anew, with the settings as they are now. */
  restart(): Promise<void> {
    this.restarting = this.restarting.catch(() => undefined).then(async () => {
      await this.stop();
      this.isTold = false;
      await this.start();
    });
    return this.restarting;
  }

  /** Stops the server for good. */
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
      await client.stop().catch((error) => this.log.appendLine(`stopping: ${reason(error)}`));
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
      throw new Error('the server `commonplace` was not found');
    }
    this.setState('starting');
    const args = settings.get<string[]>('server.arguments', ['lsp']);
    const client = new LanguageClient(
      'commonplace', 'Commonplace', { command, args }, this.options(settings));
    client.registerFeature(ownCapabilities);
    client.onNotification('commonplace/notesChanged', (params: NotesChanged) => {
      this.changes.fire(params);
    });
    client.onDidChangeState(({ newState }) => {
      if (this.client === client) {
        this.setState(newState === State.Running ? 'running'
          : newState === State.Starting ? 'starting' : 'stopped');
      }
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.setState('stopped');
      throw error;
    }
    return client;
  }

  private options(settings: vscode.WorkspaceConfiguration): LanguageClientOptions {
    const notebook = settings.get<string | null>('notebook', null);
    const selector = [noteScheme, viewScheme, 'file', 'untitled']
      .map((scheme) => ({ scheme, language: 'minimarkdown' }));
    if (settings.get<boolean>('markdownFiles', false)) {
      selector.push({ scheme: 'file', language: 'markdown' });
    }
    return {
      documentSelector: selector,
      outputChannel: this.log,
      synchronize: { configurationSection: 'commonplace' },
      initializationOptions: {
        notebook: notebook ? expandHome(notebook) : undefined,
        semanticTokenTypes: 'minimarkdown',
      },
      // Nothing from a note is a command or HTML.
      markdown: { isTrusted: false, supportHtml: false },
      uriConverters: {
        code2Protocol: protocolUri,
        protocol2Code: (value) => vscode.Uri.parse(value),
      },
      middleware: {
        // A note was saved by `writeFile`, which waited for it.
        didSave: async (document, next) => {
          if (document.uri.scheme !== noteScheme) {
            await next(document);
          }
        },
        workspace: {
          configuration: async (params, token, next) => {
            const values = await next(params, token);
            return Array.isArray(values) ? values.map(withHome) : values;
          },
        },
      },
    };
  }

  private setState(state: ServerState): void {
    this.state = state;
    void vscode.commands.executeCommand('setContext', contextKey, state);
    this.states.fire(state);
  }

  private tellMissing(configured: string): void {
    if (this.isTold) {
      return;
    }
    this.isTold = true;
    const where = configured === '' ? 'on the path' : 'where “commonplace.server.path” says';
    void vscode.window.showErrorMessage(
      `The server “commonplace” is not ${where}.`, 'Open Settings'
    ).then((answer) => answer && vscode.commands.executeCommand(
      'workbench.action.openSettings', 'commonplace.server.path'));
  }
}

/** Settings for the server, with the home folder written out in the notebook's path. */
function withHome(value: unknown): unknown {
  const notebook = (value as { notebook?: unknown } | null)?.notebook;
  return typeof notebook === 'string'
    ? { ...(value as object), notebook: expandHome(notebook) } : value;
}

/** Tells the server that this client wants to hear of changes and shows views. */
const ownCapabilities = {
  fillClientCapabilities(capabilities: { experimental?: unknown }): void {
    capabilities.experimental = { commonplace: { notesChanged: true, views: true } };
  },
  initialize(): void { /* asks for nothing */ },
  getState() { return { kind: 'static' as const }; },
  clear(): void { /* holds nothing */ },
  dispose(): void { /* holds nothing */ },
};
