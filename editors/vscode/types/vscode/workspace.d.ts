// Settings, and events of documents.

declare module 'vscode' {
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
}
