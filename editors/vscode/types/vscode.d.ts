// The part of Visual Studio Code's interface that the extension uses, for builds without
// @types/vscode. What is left out of an interface here is simply not used.

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

  export interface TextLine {
    readonly text: string;
    readonly range: Range;
  }

  export interface TextDocument {
    readonly uri: Uri;
    readonly languageId: string;
    readonly isDirty: boolean;
    readonly isClosed: boolean;
    readonly lineCount: number;
    getText(): string;
    lineAt(line: number): TextLine;
    save(): Thenable<boolean>;
  }

  export interface TextEditor {
    readonly document: TextDocument;
    selection: Selection;
  }

  export class WorkspaceEdit {
    replace(uri: Uri, range: Range, newText: string): void;
  }

  export interface Command {
    title: string;
    command: string;
    arguments?: any[];
  }

  export class CodeAction {
    title: string;
    edit?: WorkspaceEdit;
    command?: Command;
  }

  export interface Diagnostic {
    code?: string | number | { value: string | number; target: Uri };
  }

  // Files

  export enum FileType { Unknown = 0, File = 1, Directory = 2, SymbolicLink = 64 }
  export enum FilePermission { Readonly = 1 }
  export enum FileChangeType { Changed = 1, Created = 2, Deleted = 3 }

  export interface FileStat {
    type: FileType;
    ctime: number;
    mtime: number;
    size: number;
    permissions?: FilePermission;
  }

  export interface FileChangeEvent {
    readonly type: FileChangeType;
    readonly uri: Uri;
  }

  export class FileSystemError extends Error {
    static FileNotFound(messageOrUri?: string | Uri): FileSystemError;
    static FileIsADirectory(messageOrUri?: string | Uri): FileSystemError;
    static NoPermissions(messageOrUri?: string | Uri): FileSystemError;
    static Unavailable(messageOrUri?: string | Uri): FileSystemError;
    readonly code: string;
  }

  export interface FileSystemProvider {
    readonly onDidChangeFile: Event<FileChangeEvent[]>;
    watch(uri: Uri, options: { recursive: boolean; excludes: readonly string[] }): Disposable;
    stat(uri: Uri): FileStat | Thenable<FileStat>;
    readDirectory(uri: Uri): [string, FileType][] | Thenable<[string, FileType][]>;
    createDirectory(uri: Uri): void | Thenable<void>;
    readFile(uri: Uri): Uint8Array | Thenable<Uint8Array>;
    writeFile(
      uri: Uri, content: Uint8Array, options: { create: boolean; overwrite: boolean }
    ): void | Thenable<void>;
    delete(uri: Uri, options: { recursive: boolean }): void | Thenable<void>;
    rename(oldUri: Uri, newUri: Uri, options: { overwrite: boolean }): void | Thenable<void>;
  }

  export interface TextDocumentContentProvider {
    onDidChange?: Event<Uri>;
    provideTextDocumentContent(uri: Uri, token: CancellationToken): ProviderResult<string>;
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

  export enum ConfigurationTarget { Global = 1, Workspace = 2, WorkspaceFolder = 3 }

  export interface WorkspaceConfiguration {
    get<T>(section: string, defaultValue: T): T;
    inspect<T>(section: string): {
      key: string; defaultValue?: T; globalValue?: T; workspaceValue?: T; workspaceFolderValue?: T;
    } | undefined;
    update(section: string, value: any, target?: ConfigurationTarget): Thenable<void>;
  }

  export enum TextDocumentChangeReason { Undo = 1, Redo = 2 }

  export namespace workspace {
    const textDocuments: readonly TextDocument[];
    const onDidOpenTextDocument: Event<TextDocument>;
    const onDidSaveTextDocument: Event<TextDocument>;
    const onDidChangeTextDocument: Event<{
      readonly document: TextDocument; readonly reason?: TextDocumentChangeReason;
    }>;
    const onDidChangeConfiguration: Event<{ affectsConfiguration(section: string): boolean }>;
    function openTextDocument(uri: Uri): Thenable<TextDocument>;
    function applyEdit(edit: WorkspaceEdit): Thenable<boolean>;
    function getConfiguration(section?: string): WorkspaceConfiguration;
    function registerFileSystemProvider(
      scheme: string, provider: FileSystemProvider, options?: { isCaseSensitive?: boolean; isReadonly?: boolean }
    ): Disposable;
    function registerTextDocumentContentProvider(
      scheme: string, provider: TextDocumentContentProvider
    ): Disposable;
  }

  // The window

  export enum ViewColumn { Active = -1, Beside = -2 }
  export enum StatusBarAlignment { Left = 1, Right = 2 }
  export class ThemeIcon { constructor(id: string); }
  export enum TreeItemCollapsibleState { None = 0, Collapsed = 1, Expanded = 2 }

  export class TreeItem {
    constructor(label: string, collapsibleState?: TreeItemCollapsibleState);
    id?: string;
    description?: string | boolean;
    tooltip?: string;
    contextValue?: string;
    iconPath?: ThemeIcon;
    command?: Command;
  }

  export interface TreeDataProvider<T> {
    onDidChangeTreeData?: Event<T | T[] | undefined | null | void>;
    getTreeItem(element: T): TreeItem | Thenable<TreeItem>;
    getChildren(element?: T): ProviderResult<T[]>;
  }

  export interface QuickPickItem {
    label: string;
    description?: string;
    detail?: string;
    alwaysShow?: boolean;
  }

  export interface QuickPickOptions {
    title?: string;
    placeHolder?: string;
    matchOnDescription?: boolean;
    canPickMany?: boolean;
  }

  export interface QuickInputButton {
    readonly iconPath: ThemeIcon;
    readonly tooltip?: string;
  }

  export interface QuickPick<T extends QuickPickItem> {
    value: string;
    title: string | undefined;
    placeholder: string | undefined;
    busy: boolean;
    items: readonly T[];
    buttons: readonly QuickInputButton[];
    readonly selectedItems: readonly T[];
    readonly onDidChangeValue: Event<string>;
    readonly onDidChangeActive: Event<readonly T[]>;
    readonly onDidAccept: Event<void>;
    readonly onDidHide: Event<void>;
    readonly onDidTriggerButton: Event<QuickInputButton>;
    show(): void;
    hide(): void;
    dispose(): void;
  }

  export interface OutputChannel {
    appendLine(value: string): void;
    show(preserveFocus?: boolean): void;
    dispose(): void;
  }

  export interface TextDocumentShowOptions {
    viewColumn?: ViewColumn;
    preview?: boolean;
    preserveFocus?: boolean;
    selection?: Range;
  }

  export interface StatusBarItem {
    name: string | undefined;
    text: string;
    tooltip: string | undefined;
    command: string | undefined;
    accessibilityInformation: { label: string } | undefined;
    show(): void;
    hide(): void;
    dispose(): void;
  }

  export interface Webview {
    html: string;
    options: { enableScripts?: boolean; localResourceRoots?: readonly Uri[] };
    readonly onDidReceiveMessage: Event<unknown>;
    postMessage(message: unknown): Thenable<boolean>;
    asWebviewUri(file: Uri): Uri;
  }

  export interface WebviewPanel {
    readonly webview: Webview;
    iconPath?: { light: Uri; dark: Uri };
    readonly onDidDispose: Event<void>;
    reveal(viewColumn?: ViewColumn, preserveFocus?: boolean): void;
    dispose(): void;
  }

  export interface WebviewPanelOptions {
    enableScripts?: boolean;
    retainContextWhenHidden?: boolean;
    localResourceRoots?: readonly Uri[];
  }

  export interface CustomDocument {
    readonly uri: Uri;
    dispose(): void;
  }

  export interface CustomReadonlyEditorProvider {
    openCustomDocument(uri: Uri): CustomDocument;
    resolveCustomEditor(document: CustomDocument, panel: WebviewPanel): void;
  }

  export class TabInputText {
    readonly uri: Uri;
  }

  export class TabInputTextDiff {
    readonly original: Uri;
    readonly modified: Uri;
  }

  export interface Tab {
    readonly input: unknown;
  }

  export interface TabGroups {
    readonly all: readonly { readonly tabs: readonly Tab[] }[];
    close(tabs: readonly Tab[]): Thenable<boolean>;
  }

  export namespace window {
    const activeTextEditor: TextEditor | undefined;
    const tabGroups: TabGroups;
    const onDidChangeActiveTextEditor: Event<TextEditor | undefined>;
    function showTextDocument(
      document: TextDocument | Uri, options?: TextDocumentShowOptions
    ): Thenable<TextEditor>;
    function showInformationMessage(
      message: string, ...items: string[]): Thenable<string | undefined>;
    function showWarningMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showWarningMessage(
      message: string, options: { modal?: boolean; detail?: string }, ...items: string[]
    ): Thenable<string | undefined>;
    function showErrorMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showQuickPick<T extends QuickPickItem>(
      items: readonly T[] | Thenable<readonly T[]>, options: QuickPickOptions & { canPickMany: true }
    ): Thenable<T[] | undefined>;
    function showQuickPick<T extends QuickPickItem>(
      items: readonly T[] | Thenable<readonly T[]>, options?: QuickPickOptions
    ): Thenable<T | undefined>;
    function showInputBox(
      options?: { title?: string; prompt?: string; value?: string }
    ): Thenable<string | undefined>;
    function showOpenDialog(
      options?: { title?: string; canSelectMany?: boolean; filters?: Record<string, string[]> }
    ): Thenable<Uri[] | undefined>;
    function createQuickPick<T extends QuickPickItem>(): QuickPick<T>;
    function createStatusBarItem(
      id: string, alignment?: StatusBarAlignment, priority?: number): StatusBarItem;
    function createWebviewPanel(
      viewType: string, title: string, column: ViewColumn, options?: WebviewPanelOptions
    ): WebviewPanel;
    function registerCustomEditorProvider(
      viewType: string, provider: CustomReadonlyEditorProvider): Disposable;
    function createOutputChannel(name: string): OutputChannel;
    function registerTreeDataProvider<T>(
      viewId: string, provider: TreeDataProvider<T>): Disposable;
  }

  export namespace commands {
    function registerCommand(name: string, run: (...args: any[]) => any): Disposable;
    function executeCommand<T = unknown>(name: string, ...rest: any[]): Thenable<T>;
  }

  export namespace l10n {
    function t(message: string, ...values: (string | number | boolean)[]): string;
    /** The words in the language of the editor; undefined if that is English. */
    const bundle: Record<string, string> | undefined;
  }

  // Dropping and pasting

  export interface DataTransferFile {
    data(): Thenable<Uint8Array>;
  }

  export interface DataTransferItem {
    asString(): Thenable<string>;
    asFile(): DataTransferFile | undefined;
  }

  export interface DataTransfer extends Iterable<[string, DataTransferItem]> {
    get(mimeType: string): DataTransferItem | undefined;
  }

  export class DocumentDropEdit {
    constructor(insertText: string);
  }

  export interface DocumentDropEditProvider {
    provideDocumentDropEdits(
      document: TextDocument, position: Position, data: DataTransfer, token: CancellationToken
    ): ProviderResult<DocumentDropEdit>;
  }

  export class DocumentDropOrPasteEditKind {
    static readonly Empty: DocumentDropOrPasteEditKind;
    append(...parts: string[]): DocumentDropOrPasteEditKind;
  }

  export class DocumentPasteEdit {
    constructor(insertText: string, title: string, kind: DocumentDropOrPasteEditKind);
  }

  export interface DocumentPasteEditProvider {
    provideDocumentPasteEdits(
      document: TextDocument, ranges: readonly Range[], data: DataTransfer, context: unknown,
      token: CancellationToken
    ): ProviderResult<DocumentPasteEdit[]>;
  }

  export namespace languages {
    function registerDocumentDropEditProvider(
      selector: { scheme: string; language: string }, provider: DocumentDropEditProvider
    ): Disposable;
    /** Absent before Visual Studio Code 1.97. */
    const registerDocumentPasteEditProvider: ((
      selector: { scheme: string; language: string }, provider: DocumentPasteEditProvider,
      metadata: {
        providedPasteEditKinds: DocumentDropOrPasteEditKind[]; pasteMimeTypes: string[];
      }
    ) => Disposable) | undefined;
    const onDidChangeDiagnostics: Event<unknown>;
    function getDiagnostics(uri: Uri): Diagnostic[];
    function setTextDocumentLanguage(
      document: TextDocument, languageId: string): Thenable<TextDocument>;
  }
}
