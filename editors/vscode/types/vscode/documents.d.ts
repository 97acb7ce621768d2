// Documents and their editors, edits, diagnostics.

declare module 'vscode' {
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

  export class CodeAction {
    title: string;
    edit?: WorkspaceEdit;
    command?: Command;
  }

  export interface Diagnostic {
    code?: string | number | { value: string | number; target: Uri };
  }

  export namespace languages {
    const onDidChangeDiagnostics: Event<unknown>;
    function getDiagnostics(uri: Uri): Diagnostic[];
    function setTextDocumentLanguage(
      document: TextDocument, languageId: string): Thenable<TextDocument>;
  }
}
