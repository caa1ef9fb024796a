import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Who a visitor is at the host site, said by that site. */
const VisitorClaims = z.object({
  id: z.string().min(1).max(200),
  name: z.string().max(200).default(''),
  email: z.string().max(254).default(''),
  phone: z.string().max(30).default(''),
  /** Seconds since 1970. */ exp: z.number(),
});
export type VisitorClaims = z.output<typeof VisitorClaims>;

const hmac = (secret: string, body: string): Buffer => createHmac('sha256', secret).update(body).digest();

/** The claims, when the signature is good and they have not expired; null otherwise. */
export function readIdentity(secret: string, identity: string, nowMs: number): VisitorClaims | null {
  const [body = '', signature = '', ...more] = identity.split('.');
  if (more.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const wanted = hmac(secret, body);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  try {
    const claims = VisitorClaims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
    return claims.success && claims.data.exp * 1_000 > nowMs ? claims.data : null;
  } catch {
    return null;
  }
}
