import { createSign, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

/** A certificate nobody vouches for, in PEM form, with its key. */
export interface SelfSigned {
  cert: string;
  key: string;
}

/** Makes a certificate for a name; it holds for a year unless told. */
export async function selfSigned(
  name: string,
  { from = new Date(Date.now() - 86_400_000), to = new Date(Date.now() + 365 * 86_400_000), bits = 2048 } = {},
): Promise<SelfSigned> {
  // Looking for primes takes its time: not on the thread that answers.
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: bits });
  const subject = seq(set(seq(oid('2.5.4.3'), der(0x0c, Buffer.from(name)))));
  const algorithm = seq(oid('1.2.840.113549.1.1.11'), der(0x05, Buffer.alloc(0)));
  const alternative = seq(oid('2.5.29.17'), der(0x04, seq(der(0x82, Buffer.from(name)))));
  const facts = seq(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    seq(moment(from), moment(to)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, seq(alternative)),
  );
  const signature = createSign('sha256').update(facts).sign(privateKey);
  const whole = seq(facts, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return { cert: pem('CERTIFICATE', whole), key: pemKey(privateKey) };
}

const pem = (kind: string, bytes: Buffer): string =>
  `-----BEGIN ${kind}-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${kind}-----\n`;
const pemKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const seq = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]): Buffer => der(0x31, Buffer.concat(parts));
/** GeneralizedTime, which is not only for years of this half century. */
const moment = (at: Date): Buffer => der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

function der(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = rest.flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}
