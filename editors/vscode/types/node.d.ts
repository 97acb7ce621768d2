// The part of Node's interface that the extension uses, for builds without @types/node.

declare module 'fs' {
  export const constants: { X_OK: number };
  export function accessSync(path: string, mode?: number): void;
  export function realpathSync(path: string): string;
  export function statSync(path: string): { isFile(): boolean };
}

declare module 'os' {
  export function homedir(): string;
}

declare module 'path' {
  export const delimiter: string;
  export function isAbsolute(path: string): boolean;
  export function join(...parts: string[]): string;
}

declare module 'crypto' {
  export interface Hash {
    update(text: string): Hash;
    digest(encoding: 'hex'): string;
  }
  export function createHash(algorithm: string): Hash;
  export function randomBytes(size: number): { toString(encoding: 'hex'): string };
}

declare const process: { env: Record<string, string | undefined> };

declare const Buffer: {
  byteLength(text: string, encoding: 'utf8'): number;
  from(bytes: Uint8Array): { toString(encoding: 'base64'): string };
};

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(encoding: 'utf-8', options: { fatal: boolean; ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

declare namespace NodeJS {
  interface Timeout {
    readonly hasRef: () => boolean;
  }
}

declare function setTimeout(run: () => void, milliseconds: number): NodeJS.Timeout;
declare function clearTimeout(timeout: NodeJS.Timeout | undefined): void;
