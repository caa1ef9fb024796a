import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as rest } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { wordIn } from './bucket-words.ts';
import { authorizationOf, queryText, sha256Hex, signedMoment, type Signer } from './sign-request.ts';
import type { Bucket, BucketCall } from './bucket.ts';

/** Where the bucket is and who we are there. */
export interface BucketAccount extends Signer {
  /** With the bucket: `https://s3.example/bucket`, or `https://bucket.s3.example`. */
  url: string;
}

/** The bucket answered, and not what was asked for. */
export class BucketRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`the store of files answered ${status}${code ? ` ${code}` : ''}`);
    this.status = status;
    this.code = code;
  }
}

const GONE: ReadonlySet<string> = new Set(['NoSuchKey', 'NoSuchUpload', 'NoSuchVersion']);

/** Only what the store itself says to be gone is gone: a bucket that is not there, or a wrong address, is a trouble and not a lost file. */
export function assertGone(body: string): void {
  const code = wordIn(body, 'Code') ?? '';
  if (!GONE.has(code)) throw new BucketRefusal(404, code);
}

/** Nothing came for so long: the wire is dead. */
const SILENCE_MS = 10_000;
const RESTS_MS = [100, 300, 900];
const AT_ONCE = 64;
const isPassing = ({ status, code }: BucketRefusal): boolean =>
  status >= 500 || status === 429 || status === 408 || code === 'RequestTimeout' || code === 'SlowDown';

/** Calls to one bucket. `pause`: how it waits before it tries again. */
export function openBucket(
  account: BucketAccount,
  {
    nowMs,
    pause = rest as (ms: number) => Promise<unknown>,
  }: { nowMs(): number; pause?(ms: number): Promise<unknown> },
): Bucket {
  const base = new URL(account.url);
  const folder = base.pathname.replace(/\/+$/, '');
  const isSafe = base.protocol === 'https:';
  const agent = isSafe
    ? new HttpsAgent({ keepAlive: true, maxSockets: AT_ONCE })
    : new HttpAgent({ keepAlive: true, maxSockets: AT_ONCE });

  function send({ method, key, query = {}, headers = {}, body }: BucketCall): Promise<IncomingMessage> {
    const path = key === '' ? folder || '/' : `${folder}/${key}`;
    const bodyHash = sha256Hex(body ?? '');
    const signed = {
      ...headers,
      host: base.host,
      'x-amz-content-sha256': bodyHash,
      'x-amz-date': signedMoment(nowMs()),
    };
    const authorization = authorizationOf(account, { method, path, query, headers: signed, bodyHash });
    const asked = queryText(query);
    return new Promise((resolve, reject) => {
      const request = (isSafe ? httpsRequest : httpRequest)(
        {
          agent,
          method,
          host: base.hostname.replace(/^\[|\]$/g, ''),
          port: base.port || undefined,
          path: asked ? `${path}?${asked}` : path,
          headers: { ...signed, authorization, 'content-length': body?.byteLength ?? 0 },
          timeout: SILENCE_MS,
        },
        resolve,
      );
      request.on('timeout', () => request.destroy(new Error('the store of files says nothing')));
      request.on('error', reject);
      request.end(body);
    });
  }

  async function once(call: BucketCall, expected: readonly number[]): Promise<IncomingMessage> {
    const answer = await send(call);
    const status = answer.statusCode ?? 0;
    if (expected.includes(status)) return answer;
    const body = await text(answer).catch(() => '');
    throw new BucketRefusal(status, wordIn(body, 'Code') ?? '');
  }

  async function tried<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (thrown) {
        if (tries >= RESTS_MS.length || (thrown instanceof BucketRefusal && !isPassing(thrown))) throw thrown;
        await pause(RESTS_MS[tries]!);
      }
    }
  }

  return {
    open: (call, expected) => tried(() => once(call, expected)),
    ask: (call, expected) =>
      tried(async () => {
        const answer = await once(call, expected);
        return { status: answer.statusCode!, answer, body: await text(answer) };
      }),
    close: () => agent.destroy(),
  };
}
