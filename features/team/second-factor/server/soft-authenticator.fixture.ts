import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyQuestion } from '../contract.ts';

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer): string => bytes.toString('base64url');

/** What goes another way than it should. */
interface Wishes {
  origin?: string;
  rpId?: string;
  /** Nobody touched it. */
  isAlone?: boolean;
  counter?: number;
}

/** A passkey as a browser and its authenticator would answer for it, one key (P-256, attestation `none`). */
export function softAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counted = 0;

  const clientData = (type: string, challenge: string, from = origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const head = (rpId: string, flags: number, counter: number): Buffer => {
    const bytes = Buffer.alloc(5);
    bytes[0] = flags;
    bytes.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), bytes]);
  };

  return {
    make({ challenge, rpId }: PasskeyQuestion, wishes: Wishes = {}) {
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const data = [head(wishes.rpId ?? rpId, wishes.isAlone ? 0x40 : 0x41, 0), Buffer.alloc(16), length, id];
      return {
        authenticatorData: text(Buffer.concat(data)),
        clientData: text(clientData('webauthn.create', challenge, wishes.origin)),
        publicKey: text(publicKey.export({ format: 'der', type: 'spki' })),
      };
    },
    sign({ challenge, rpId }: PasskeyQuestion, wishes: Wishes = {}, key: KeyObject = privateKey) {
      counted += 1;
      const data = head(wishes.rpId ?? rpId, wishes.isAlone ? 0 : 1, wishes.counter ?? counted);
      const signedData = clientData('webauthn.get', challenge, wishes.origin);
      return {
        credential: text(id),
        authenticatorData: text(data),
        clientData: text(signedData),
        signature: text(sign('sha256', Buffer.concat([data, sha256(signedData)]), key)),
      };
    },
  };
}
