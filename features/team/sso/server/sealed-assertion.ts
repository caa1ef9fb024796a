import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';
import { utf8 } from './message-text.ts';
import { refused } from './refusal.ts';
import {
  attribute,
  children,
  childrenNamed,
  isNamed,
  onlyChild,
  parseStrict,
  textOf,
  type XmlElement,
} from './strict-xml.ts';

/*
 * Assertions that a company encrypted for us. Rules:
 * 1. The content is encrypted with AES-GCM, or with AES-CBC inside a response whose signature was proven before (the caller
 *    sees to it). CBC alone does not show that something was changed: whoever keeps an answer could send it again and
 *    again, changed, and learn from our refusals what stands in it. What the company signed nobody else can change; and
 *    whatever is wrong inside is one refusal.
 * 2. Its key is encrypted with RSA-OAEP, for the same reason.
 * 3. Anybody can encrypt for us: what comes out is as strange as any message, and counts by the signature inside alone.
 */

const XMLENC = 'http://www.w3.org/2001/04/xmlenc#';
const XMLENC11 = 'http://www.w3.org/2009/xmlenc11#';
const OAEP_MGF1P = `${XMLENC}rsa-oaep-mgf1p`;
const OAEP = `${XMLENC11}rsa-oaep`;
const GCM_IV_BYTES = 12;
const TAG_BYTES = 16;
const BLOCK_BYTES = 16;
/** A message may be for several readers; trying every key on each of very many would keep us busy. */
const MAX_KEYS = 4;

interface Cipher {
  name: `aes-${128 | 192 | 256}-${'gcm' | 'cbc'}`;
  keyBytes: number;
  /** Opens nothing that was changed. */
  showsChanges: boolean;
}
const ciphers = new Map(
  ([128, 192, 256] as const).flatMap((bits): [string, Cipher][] => [
    [`${XMLENC11}aes${bits}-gcm`, { name: `aes-${bits}-gcm`, keyBytes: bits / 8, showsChanges: true }],
    [`${XMLENC}aes${bits}-cbc`, { name: `aes-${bits}-cbc`, keyBytes: bits / 8, showsChanges: false }],
  ]),
);
const hashes = new Map([
  ['http://www.w3.org/2000/09/xmldsig#sha1', 'sha1'],
  [`${XMLENC}sha256`, 'sha256'],
  [`${XMLENC}sha512`, 'sha512'],
  [`${XMLENC11}mgf1sha1`, 'sha1'],
  [`${XMLENC11}mgf1sha256`, 'sha256'],
  [`${XMLENC11}mgf1sha512`, 'sha512'],
]);

/** What we tell providers to use, the best first. */
export const encryptionMethods = [`${XMLENC11}aes256-gcm`, `${XMLENC11}aes128-gcm`, OAEP_MGF1P];

/** Whether it opens only as it was encrypted (rule 1); if not, a proven signature has to stand around it. */
export const showsChanges = (sealed: XmlElement): boolean => cipherOf(dataOf(sealed)).showsChanges;

const dataOf = (sealed: XmlElement): XmlElement => onlyChild(sealed, 'encryption', 'EncryptedData');
const cipherOf = (data: XmlElement): Cipher => ciphers.get(methodOf(data) ?? '') ?? refused('encryption');

/** The assertion inside an `EncryptedAssertion`, as text. Throws `Refused`. */
export function openAssertion(sealed: XmlElement, privateKeys: readonly string[]): string {
  const data = dataOf(sealed);
  const cipher = cipherOf(data);
  const content = cipherBytes(data);
  // Beside the data, or in what it says of its key: providers do both.
  const forReaders = [
    ...childrenNamed(sealed, 'encryption', 'EncryptedKey'),
    ...childrenNamed(data, 'signature', 'KeyInfo').flatMap((info) => childrenNamed(info, 'encryption', 'EncryptedKey')),
  ];
  if (forReaders.length === 0 || forReaders.length > MAX_KEYS) refused('malformed');
  for (const each of forReaders) {
    const oaepHash = oaepHashOf(each);
    for (const privateKey of privateKeys) {
      const key = openedKey(privateKey, oaepHash, cipherBytes(each));
      if (key?.length !== cipher.keyBytes) continue;
      return cipher.showsChanges
        ? oneAssertion(openedGcm(cipher.name as GcmName, key, content))
        : oneRefusal(() => oneAssertion(openedCbc(cipher.name, key, content)));
    }
  }
  return refused('decryption');
}

const methodOf = (element: XmlElement): string | null =>
  attribute(onlyChild(element, 'encryption', 'EncryptionMethod'), 'Algorithm');

/** Rule 2. The hash of OAEP; ours uses the same one for its mask, so the message must say so. */
function oaepHashOf(encryptedKey: XmlElement): string {
  const method = onlyChild(encryptedKey, 'encryption', 'EncryptionMethod');
  const algorithm = attribute(method, 'Algorithm');
  if (algorithm !== OAEP_MGF1P && algorithm !== OAEP) refused('encryption');
  const hashOf = (name: string): string => {
    const found = children(method).filter(({ localName }) => localName === name);
    if (found.length > 1) refused('malformed');
    return found[0] ? (hashes.get(attribute(found[0], 'Algorithm') ?? '') ?? refused('encryption')) : 'sha1';
  };
  // By its name, the older of the two has SHA-1 for its mask.
  const [digest, mask] = [hashOf('DigestMethod'), algorithm === OAEP ? hashOf('MGF') : 'sha1'];
  return digest === mask ? digest : refused('encryption');
}

function cipherBytes(element: XmlElement): Buffer {
  const value = onlyChild(onlyChild(element, 'encryption', 'CipherData'), 'encryption', 'CipherValue');
  return Buffer.from(textOf(value), 'base64');
}

/** Null when it was meant for another key. */
function openedKey(key: string, oaepHash: string, encrypted: Buffer): Buffer | null {
  try {
    return privateDecrypt({ key, oaepHash, padding: constants.RSA_PKCS1_OAEP_PADDING }, encrypted);
  } catch {
    return null;
  }
}

type GcmName = Extract<Cipher['name'], `${string}gcm`>;

function openedGcm(name: GcmName, key: Buffer, content: Buffer): Buffer {
  if (content.length <= GCM_IV_BYTES + TAG_BYTES) refused('malformed');
  const decipher = createDecipheriv(name, key, content.subarray(0, GCM_IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(content.subarray(-TAG_BYTES));
  const opened = decipher.update(content.subarray(GCM_IV_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    refused('decryption');
  }
  return opened;
}

/** The last byte says how many bytes at the end mean nothing; the others of them may be anything. */
function openedCbc(name: Cipher['name'], key: Buffer, content: Buffer): Buffer {
  const decipher = createDecipheriv(name, key, content.subarray(0, BLOCK_BYTES)).setAutoPadding(false);
  const opened = Buffer.concat([decipher.update(content.subarray(BLOCK_BYTES)), decipher.final()]);
  const padding = opened.at(-1) ?? 0;
  if (padding === 0 || padding > BLOCK_BYTES) refused('decryption');
  return opened.subarray(0, -padding);
}

/** Rule 1: nobody learns which of many things was wrong. */
function oneRefusal<T>(open: () => T): T {
  try {
    return open();
  } catch {
    return refused('decryption');
  }
}

/** Rule 3: one element of that name, and nothing beside it. */
function oneAssertion(bytes: Buffer): string {
  const text = utf8(bytes).trim();
  const root = parseStrict(text);
  return text.startsWith('<') && isNamed(root, 'assertion', 'Assertion') ? text : refused('malformed');
}
