// Dropping and pasting.

declare module 'vscode' {
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
  }
}
