import { createHmac } from 'node:crypto';
import type { VisitorClaims } from './signed-identity.ts';

/** What a host site hands its page, signed as the contract tells it to. */
export function signIdentity(secret: string, claims: Partial<VisitorClaims>): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}
