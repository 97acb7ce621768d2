// The part of vscode-languageclient 9 that the extension uses, for builds without it.

declare module 'vscode-languageclient/node' {
  import {
    CancellationToken, Disposable, Event, OutputChannel, TextDocument, Uri,
  } from 'vscode';

  export enum State {
    Stopped = 1,
    Starting = 3,
    Running = 2,
  }

  export enum RevealOutputChannelOn { Info = 1, Warn = 2, Error = 3, Never = 4 }
  export enum ErrorAction { Continue = 1, Shutdown = 2 }
  export enum CloseAction { DoNotRestart = 1, Restart = 2 }

  export interface ErrorHandler {
    error(): { action: ErrorAction; handled?: boolean };
    closed(): { action: CloseAction; handled?: boolean };
  }

  export interface ConfigurationParams {
    items: { section?: string }[];
  }

  export interface LanguageClientOptions {
    documentSelector?: { scheme: string; language: string }[];
    outputChannel?: OutputChannel;
    revealOutputChannelOn?: RevealOutputChannelOn;
    errorHandler?: ErrorHandler;
    synchronize?: { configurationSection?: string };
    initializationOptions?: unknown;
    markdown?: { isTrusted?: boolean; supportHtml?: boolean };
    uriConverters?: {
      code2Protocol: (value: Uri) => string;
      protocol2Code: (value: string) => Uri;
    };
    middleware?: {
      didSave?: (
        document: TextDocument, next: (document: TextDocument) => Promise<void>
      ) => Promise<void>;
      executeCommand?: (
        command: string, args: any[], next: (command: string, args: any[]) => unknown
      ) => unknown;
      workspace?: {
        configuration?: (
          params: ConfigurationParams, token: CancellationToken,
          next: (params: ConfigurationParams, token: CancellationToken) => unknown
        ) => unknown;
      };
    };
  }

  export interface StaticFeature {
    fillClientCapabilities(capabilities: { experimental?: unknown }): void;
    initialize(): void;
    getState(): { kind: 'static' };
    clear(): void;
  }

  export class LanguageClient {
    constructor(
      id: string, name: string, server: { command: string; args?: string[] },
      options: LanguageClientOptions
    );
    readonly state: State;
    readonly onDidChangeState: Event<{ oldState: State; newState: State }>;
    registerFeature(feature: StaticFeature): void;
    onNotification<Params>(method: string, handler: (params: Params) => void): Disposable;
    sendRequest<Result>(
      method: string, params: unknown,
      token?: { readonly isCancellationRequested: boolean }
    ): Promise<Result>;
    start(): Promise<void>;
    stop(timeout?: number): Promise<void>;
  }
}
