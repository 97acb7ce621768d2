// Messages, pickers, the status bar, tabs.

declare module 'vscode' {
  export enum ViewColumn { Active = -1, Beside = -2 }
  export enum StatusBarAlignment { Left = 1, Right = 2 }
  export class ThemeIcon { constructor(id: string); }

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
    matchOnDetail?: boolean;
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
    activeItems: readonly T[];
    matchOnDescription: boolean;
    keepScrollPosition?: boolean;
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
    function createOutputChannel(name: string): OutputChannel;
  }
}
