import { OutsideFailure, type OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { WebPush } from '#core/push/web-push.port.ts';
import { authorizationFor } from './authorization.ts';
import { encryptFor } from './encrypt.ts';

const TIMEOUT_MS = 10_000;
/** What they answer is of no interest. */
const ANSWER_BYTES = 4_096;

/** Push messages over the way for addresses that people handed in: a browser names its maker's server, and it is never ours. */
export const openWebPush =
  ({ outside, nowMs }: { outside: OutsideFetch; nowMs: () => number }): WebPush =>
  async ({ endpoint, p256dh, auth }, { text, ttlSec, urgency, topic }, identity) => {
    const keys = { point: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') };
    try {
      const { status, headers } = await outside({
        url: endpoint,
        method: 'POST',
        body: encryptFor(keys, Buffer.from(text)),
        headers: {
          authorization: authorizationFor(endpoint, identity, nowMs()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttlSec),
          urgency,
          topic,
        },
        timeoutMs: TIMEOUT_MS,
        maxBytes: ANSWER_BYTES,
        longBody: 'cut',
      });
      return { status, retryAfterSec: waitOf(headers['retry-after'], nowMs()) };
    } catch (problem) {
      if (problem instanceof OutsideFailure) return { reason: problem.reason };
      throw problem;
    }
  };

/** `Retry-After` in seconds, however it is written. */
function waitOf(retryAfter: string | undefined, nowMs: number): number | null {
  if (!retryAfter) return null;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - nowMs) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
