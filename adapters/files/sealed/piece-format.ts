import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Files } from '#core/files/files.port.ts';

/*
 * How a file is sealed. A header, then pieces of 64 KiB, each sealed by itself (AES-256-GCM): a part is read without the whole.
 * 1. The key of a file is made of the key in use and a salt of its own, so no two files share one and piece numbers can be nonces.
 * 2. A piece opens at its own place of its own file alone, and only the last one as the last: nothing is changed, moved, cut off or
 *    put on unnoticed.
 * 3. A file has a last piece always; it is empty in an empty file alone.
 */

const MARK = Buffer.from('osf1');
export const SALT_BYTES = 16;
export const HEADER_BYTES = 32;
export const PIECE_BYTES = 65_536;
const TAG_BYTES = 16;
export const SEALED_PIECE_BYTES = PIECE_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;
const CIPHER = 'aes-256-gcm';

export interface SealedHeader {
  keyId: number;
  salt: Buffer;
}

export function writeHeader({ keyId, salt }: SealedHeader): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MARK.copy(header);
  header.writeUInt32BE(keyId, 4);
  header.writeUInt32BE(PIECE_BYTES, 8);
  salt.copy(header, 16);
  return header;
}

/** Null for what was never sealed. */
export function readHeader(header: Buffer): SealedHeader | null {
  if (header.length < HEADER_BYTES || !header.subarray(0, MARK.length).equals(MARK)) return null;
  if (header.readUInt32BE(8) !== PIECE_BYTES) return null;
  return { keyId: header.readUInt32BE(4), salt: Buffer.from(header.subarray(16, HEADER_BYTES)) };
}

/** How much a sealed file of this size holds, and in how many pieces; null for a size no sealed file has. */
export function sizeOf(sealedBytes: number): { bytes: number; pieces: number } | null {
  const body = sealedBytes - HEADER_BYTES;
  const pieces = Math.ceil(body / SEALED_PIECE_BYTES);
  const lastBytes = body - (pieces - 1) * SEALED_PIECE_BYTES - TAG_BYTES;
  if (pieces < 1 || lastBytes < 0 || (lastBytes === 0 && pieces > 1)) return null;
  return { bytes: body - pieces * TAG_BYTES, pieces };
}

export interface PieceSeal {
  seal(piece: Uint8Array, index: number, isLast: boolean): Buffer;
  /** Null for a piece that is not the one that was sealed for this place. */
  open(sealed: Buffer, index: number, isLast: boolean): Buffer | null;
}

export function pieceSeal(secret: Uint8Array, header: SealedHeader, fileKey: string): PieceSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, header.salt, `openseat file ${fileKey}`, 32));
  const bound = writeHeader(header);
  const nonceOf = (index: number, isLast: boolean): Buffer => {
    const nonce = Buffer.alloc(NONCE_BYTES);
    nonce.writeBigUInt64BE(BigInt(index), 3);
    nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
    return nonce;
  };
  return {
    seal(piece, index, isLast) {
      const cipher = createCipheriv(CIPHER, key, nonceOf(index, isLast)).setAAD(bound);
      return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, index, isLast) {
      if (sealed.length < TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, nonceOf(index, isLast), { authTagLength: TAG_BYTES }).setAAD(
        bound,
      );
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        const opened = decipher.update(sealed.subarray(0, -TAG_BYTES));
        decipher.final();
        return opened;
      } catch {
        return null;
      }
    },
  };
}

/** The number of the key a file is sealed under; null for one that is not sealed, or not there. */
export async function keyIdOf(place: Files, key: string): Promise<number | null> {
  const found = await place.get(key, { from: 0, to: HEADER_BYTES - 1 });
  if (!found) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of found.content) chunks.push(chunk);
  return readHeader(Buffer.concat(chunks))?.keyId ?? null;
}
