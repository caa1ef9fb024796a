import { refused } from './refusal.ts';

const MAX_BYTES = 300_000;

/** The XML of a form field. */
export function decodeMessage(encoded: string): string {
  const compact = encoded.replace(/\s/g, '');
  if (compact.length > MAX_BYTES * 1.4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) refused('malformed');
  return utf8(Buffer.from(compact, 'base64'));
}

/** Bytes as text; what is none is refused. */
export function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refused('malformed');
  }
}
