import { createHash } from 'crypto';
import { withPlainLineEnds } from './text';

export function byteCount(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/**
 * Alike for texts that differ in their line ends only, of which the notebook has one kind, or in a
 * byte order mark, which documents hide.
 */
export function digest(text: string): string {
  const plain = withPlainLineEnds(text).replace(/^\ufeff/, '');
  return createHash('sha256').update(plain).digest('hex');
}

/** Milliseconds below a second, by which versions of one second are distinguished. */
export function fraction(version: string): number {
  return parseInt(digest(version).slice(0, 8), 16) % 1000;
}
