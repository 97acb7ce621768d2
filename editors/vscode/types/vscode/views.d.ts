// Trees, webviews and custom editors.

declare module 'vscode' {
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

  export namespace window {
    function createWebviewPanel(
      viewType: string, title: string, column: ViewColumn, options?: WebviewPanelOptions
    ): WebviewPanel;
    function registerCustomEditorProvider(
      viewType: string, provider: CustomReadonlyEditorProvider): Disposable;
    function registerTreeDataProvider<T>(
      viewId: string, provider: TreeDataProvider<T>): Disposable;
    function registerUriHandler(handler: UriHandler): Disposable;
  }

  export interface UriHandler {
    handleUri(uri: Uri): Thenable<void>;
  }
}
