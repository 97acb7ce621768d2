// The parts of Visual Studio Code's interface that the extension uses, for builds without
// @types/vscode. This file has events, URIs, positions in a text, commands and words. Members that
// the extension does not use are omitted.

declare module 'vscode' {
  type ProviderResult<T> = T | undefined | null | Thenable<T | undefined | null>;
  type Thenable<T> = PromiseLike<T>;

  export class Disposable {
    constructor(callOnDispose: () => unknown);
    dispose(): unknown;
  }

  export interface Event<T> {
    (listener: (event: T) => unknown): Disposable;
  }

  export class EventEmitter<T> {
    readonly event: Event<T>;
    fire(data: T): void;
  }

  export interface CancellationToken {
    readonly isCancellationRequested: boolean;
    readonly onCancellationRequested: Event<unknown>;
  }

  export class CancellationTokenSource {
    readonly token: CancellationToken;
    cancel(): void;
    dispose(): void;
  }

  export class Uri {
    static parse(value: string, strict?: boolean): Uri;
    static joinPath(base: Uri, ...parts: string[]): Uri;
    static from(components: {
      scheme: string; authority?: string; path?: string; query?: string; fragment?: string;
    }): Uri;
    readonly scheme: string;
    readonly authority: string;
    readonly path: string;
    readonly query: string;
    readonly fsPath: string;
    with(change: { scheme?: string; path?: string; query?: string }): Uri;
    toString(skipEncoding?: boolean): string;
  }

  export class Position {
    constructor(line: number, character: number);
    readonly line: number;
    readonly character: number;
    translate(lineDelta?: number, characterDelta?: number): Position;
  }

  export class Range {
    constructor(start: Position, end: Position);
    constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number);
    readonly start: Position;
    readonly end: Position;
    readonly isEmpty: boolean;
  }

  export class Selection extends Range {
    constructor(anchor: Position, active: Position);
  }

  export interface Command {
    title: string;
    command: string;
    arguments?: any[];
  }

  export interface Memento {
    get<T>(key: string, defaultValue: T): T;
    update(key: string, value: any): Thenable<void>;
  }

  export interface ExtensionContext {
    readonly subscriptions: { dispose(): any }[];
    readonly extensionUri: Uri;
    readonly workspaceState: Memento;
    asAbsolutePath(relativePath: string): string;
  }

  export namespace commands {
    function registerCommand(name: string, run: (...args: any[]) => any): Disposable;
    function executeCommand<T = unknown>(name: string, ...rest: any[]): Thenable<T>;
  }

  export namespace l10n {
    function t(message: string, ...values: (string | number | boolean)[]): string;
    /** The texts in the language of the editor; undefined for English. */
    const bundle: Record<string, string> | undefined;
  }
}
