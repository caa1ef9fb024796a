import { createHash, createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;

/** The same for the same event, so that what is told twice carries the same id. */
export const eventIdOf = (tenantId: number, type: string, key: string): string =>
  `evt_${createHash('sha256').update(`${tenantId} ${type} ${key}`).digest('hex').slice(0, 32)}`;

/** One part for each secret that is good now: a receiver needs only one of them to fit. */
export const signatureOf = (secrets: readonly string[], timestamp: number, body: string): string =>
  secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`).join(',');
