import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface SealWishes {
  /** What it belongs to: sealed for one, it opens for no other. */
  bound?: string;
  /** For equal words of equal texts: at least twelve bytes that follow from the text by a key. Else by chance. */
  nonceFrom?: Buffer;
}

/** A text nobody reads or changes without the key. */
export function seal(key: Buffer, text: string, { bound = '', nonceFrom }: SealWishes = {}): Buffer {
  const nonce = nonceFrom?.subarray(0, NONCE_BYTES) ?? randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** The text; null for what was not sealed with this key and for this. */
export function unseal(key: Buffer, sealed: Buffer, { bound = '' }: Pick<SealWishes, 'bound'> = {}): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(bound),
  );
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    return null;
  }
}
