import { createPrivateKey, sign } from 'node:crypto';
import type { PushIdentity } from '#core/push/web-push.port.ts';

/** RFC 8292 allows a day; a clock that goes wrong by some hours is forgiven. */
const GOOD_FOR_SEC = 12 * 3_600;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Says to the maker of a browser who we are: good for its own origin alone, and for half a day. */
export function authorizationFor(
  endpoint: string,
  { publicKey, privateKey, contact }: PushIdentity,
  nowMs: number,
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(nowMs / 1_000) + GOOD_FOR_SEC,
    ...(contact ? { sub: contact } : {}),
  };
  const signingInput = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  const signature = sign('sha256', Buffer.from(signingInput), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signingInput}.${signature.toString('base64url')}, k=${publicKey}`;
}
