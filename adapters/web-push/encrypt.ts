import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const SALT_BYTES = 16;
/** One record holds everything: makers of browsers take 4096 bytes at most. */
const RECORD_BYTES = 4_096;
/** RFC 8188: the last record ends so. */
const LAST_RECORD = Buffer.from([2]);

export interface ReaderKeys {
  /** The browser's point, uncompressed. */
  point: Buffer;
  /** What only we and the browser know. */
  auth: Buffer;
}

/** What chance gives; a test that knows the outcome hands it in. */
export interface EncryptionChance {
  salt: Buffer;
  privateKey: Buffer | null;
}

const byChance = (): EncryptionChance => ({ salt: randomBytes(SALT_BYTES), privateKey: null });

/** The body of a push message: RFC 8291 in the `aes128gcm` of RFC 8188. Throws where the browser's point is none of the curve. */
export function encryptFor({ point, auth }: ReaderKeys, text: Buffer, { salt, privateKey } = byChance()): Buffer {
  const ours = createECDH(CURVE);
  if (privateKey) ours.setPrivateKey(privateKey);
  else ours.generateKeys();
  const ourPoint = ours.getPublicKey();
  const { key, nonce } = contentKeys({
    shared: ours.computeSecret(point),
    auth,
    salt,
    reader: point,
    writer: ourPoint,
  });
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES, 0);
  head.writeUInt8(ourPoint.length, 4);
  return Buffer.concat([salt, head, ourPoint, sealed]);
}

interface Agreed {
  shared: Buffer;
  auth: Buffer;
  salt: Buffer;
  reader: Buffer;
  writer: Buffer;
}

/** The same on both sides; the browser knows `shared` by its own private key. */
export function contentKeys({ shared, auth, salt, reader, writer }: Agreed): { key: Buffer; nonce: Buffer } {
  const derive = (secret: Buffer, salted: Buffer, info: Buffer, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, bytes));
  const agreed = derive(shared, auth, Buffer.concat([Buffer.from('WebPush: info\0'), reader, writer]), 32);
  return {
    key: derive(agreed, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES),
    nonce: derive(agreed, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES),
  };
}
