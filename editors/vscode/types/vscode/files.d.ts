// File system providers.

declare module 'vscode' {
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
}
