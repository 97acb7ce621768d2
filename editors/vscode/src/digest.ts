import { createHash } from 'crypto';
import { withPlainLineEnds } from './text';

export function byteCount(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/**
 * Returns the SHA-256 of a text, with LF line ends and without a byte order mark, which documents
 * hide.
 */
export function digest(text: string): string {
  const plain = withPlainLineEnds(text).replace(/^\ufeff/, '');
  return createHash('sha256').update(plain).digest('hex');
}

/** Returns milliseconds from 0 to 999, which usually differ for versions of the same second. */
export function fraction(version: string): number {
  return parseInt(digest(version).slice(0, 8), 16) % 1000;
}
