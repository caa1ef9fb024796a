import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pulled } from '../pulled.ts';
import { assertGone } from './open-bucket.ts';
import type { Bucket } from './bucket.ts';

/** A wire that breaks so often without a byte in between is not worth another try. */
const BREAKS = 3;

interface Opened {
  bytes: number;
  content: Readable;
}

/** Null when there is no such object. A wire that breaks half-way is taken up again where it broke. */
export async function getObject(
  bucket: Bucket,
  key: string,
  range?: { from: number; to: number },
): Promise<Opened | null> {
  const first = await bucket.open(
    { method: 'GET', key, ...(range ? { headers: { range: `bytes=${range.from}-${range.to}` } } : {}) },
    [200, 206, 404, 416],
  );
  if (first.statusCode === 404) {
    assertGone(await text(first));
    return null;
  }
  const bytes = sizeIn(first);
  if (first.statusCode === 416)
    return drained(first, {
      bytes,
      content: pulled(
        async () => null,
        () => {},
      ),
    });
  // Who does not know ranges sends everything.
  const isPart = first.statusCode === 206;
  const from = isPart ? range!.from : 0;
  const to = isPart ? Math.min(range!.to, bytes - 1) : bytes - 1;
  const content = resuming(bucket, { key, from, to, tag: first.headers.etag ?? null }, first);
  return { bytes, content: range && !isPart ? cutOut(content, range) : content };
}

function drained<T>(answer: IncomingMessage, value: T): T {
  answer.resume();
  return value;
}

const sizeIn = ({ headers }: IncomingMessage): number =>
  Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'] ?? 0);

interface Wanted {
  key: string;
  from: number;
  to: number;
  tag: string | null;
}

function resuming(bucket: Bucket, { key, from, to, tag }: Wanted, first: IncomingMessage): Readable {
  let answer = first;
  let chunks = answer[Symbol.asyncIterator]();
  let at = from;
  let breaks = 0;
  let isClosed = false;

  async function again(): Promise<void> {
    const headers = { range: `bytes=${at}-${to}`, ...(tag ? { 'if-match': tag } : {}) };
    answer = await bucket.open({ method: 'GET', key, headers }, [206]);
    if (isClosed) answer.destroy();
    chunks = answer[Symbol.asyncIterator]();
  }

  async function next(): Promise<Uint8Array | null> {
    for (;;) {
      if (at > to) return null;
      try {
        const { value, done } = await chunks.next();
        if (done) throw new Error('the store of files broke off');
        // Not every store stops where it was asked to.
        const wanted = value.subarray(0, to - at + 1);
        at += wanted.length;
        breaks = 0;
        return wanted;
      } catch (thrown) {
        breaks += 1;
        if (isClosed || breaks > BREAKS) throw thrown;
        await again();
      }
    }
  }

  return pulled(next, () => {
    isClosed = true;
    // Read to its end the wire is kept for the next question.
    if (answer.readableEnded || answer.complete) answer.resume();
    else answer.on('error', () => {}).destroy();
  });
}

function cutOut(whole: Readable, { from, to }: { from: number; to: number }): Readable {
  const chunks = whole[Symbol.asyncIterator]();
  let at = 0;
  return pulled(
    async () => {
      if (at > to) return null;
      const { value, done } = (await chunks.next()) as IteratorResult<Buffer>;
      if (done) return null;
      const begin = at;
      at += value.length;
      return value.subarray(Math.max(0, from - begin), Math.max(0, to + 1 - begin));
    },
    () => void whole.on('error', () => {}).destroy(),
  );
}
