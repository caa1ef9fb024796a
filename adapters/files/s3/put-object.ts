import { inSizes } from '../in-sizes.ts';
import { completionOf, wordIn } from './bucket-words.ts';
import { BucketRefusal } from './open-bucket.ts';
import type { Bucket } from './bucket.ts';

/** One request up to this size, several beyond; 10,000 parts are the most there may be: 80 GB. */
export const PART_BYTES = 8 * 1_048_576;
/** Parts on their way at once; each is held until it is there, so that it can be sent again. */
const PARTS_AT_ONCE = 3;

/** Puts an object, whole or not at all; answers its size. */
export async function putObject(bucket: Bucket, key: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const parts = inSizes(content, PART_BYTES);
  try {
    const first = (await parts.next()).value!;
    if (first.isLast) {
      await bucket.ask({ method: 'PUT', key, body: first.piece }, [200]);
      return first.piece.length;
    }
    return await putInParts(bucket, key, first.piece, parts);
  } finally {
    await parts.return(undefined);
  }
}

async function putInParts(
  bucket: Bucket,
  key: string,
  first: Buffer,
  others: AsyncGenerator<{ piece: Buffer }>,
): Promise<number> {
  const begun = await bucket.ask({ method: 'POST', key, query: { uploads: '' } }, [200]);
  const uploadId = wordIn(begun.body, 'UploadId');
  if (!uploadId) throw new BucketRefusal(200, 'no UploadId');
  try {
    const { bytes, tags } = await sendParts(bucket, { key, uploadId }, first, others);
    await complete(bucket, { key, uploadId }, tags, bytes);
    return bytes;
  } catch (thrown) {
    // What cannot be taken back now is taken back by the sweep of the unfinished.
    await bucket.ask({ method: 'DELETE', key, query: { uploadId } }, [200, 204, 404]).catch(() => {});
    throw thrown;
  }
}

interface Upload {
  key: string;
  uploadId: string;
}

async function sendParts(
  bucket: Bucket,
  { key, uploadId }: Upload,
  first: Buffer,
  others: AsyncGenerator<{ piece: Buffer }>,
): Promise<{ bytes: number; tags: string[] }> {
  const tags: string[] = [];
  const onTheirWay = new Set<Promise<void>>();
  let problem: unknown = null;
  let bytes = 0;
  let number = 0;
  const send = (piece: Buffer): void => {
    number += 1;
    const [place, query] = [number - 1, { partNumber: String(number), uploadId }];
    bytes += piece.length;
    const sent = bucket
      .ask({ method: 'PUT', key, query, body: piece }, [200])
      .then(({ answer }) => void (tags[place] = answer.headers.etag ?? ''))
      .catch((thrown: unknown) => void (problem ??= thrown))
      .finally(() => onTheirWay.delete(sent));
    onTheirWay.add(sent);
  };
  send(first);
  try {
    for await (const { piece } of others) {
      while (onTheirWay.size >= PARTS_AT_ONCE) await Promise.race(onTheirWay);
      if (problem !== null) throw problem;
      send(piece);
    }
  } finally {
    // Nothing may arrive after the upload was given up.
    await Promise.all(onTheirWay);
  }
  if (problem !== null) throw problem;
  return { bytes, tags };
}

async function complete(
  bucket: Bucket,
  { key, uploadId }: Upload,
  tags: readonly string[],
  bytes: number,
): Promise<void> {
  const body = Buffer.from(completionOf(tags.map((tag, place) => ({ number: place + 1, tag }))));
  try {
    const { body: answerBody } = await bucket.ask({ method: 'POST', key, query: { uploadId }, body }, [200]);
    // The status goes out before the work is done: what went wrong then stands in the words.
    if (/<Error[\s>]/.test(answerBody)) throw new BucketRefusal(500, wordIn(answerBody, 'Code') ?? '');
  } catch (thrown) {
    // An answer that was lost on its way is asked for again, of an upload that is complete by then.
    const isUnknown = thrown instanceof BucketRefusal && thrown.code === 'NoSuchUpload';
    if (!isUnknown || (await bytesOf(bucket, key)) !== bytes) throw thrown;
  }
}

async function bytesOf(bucket: Bucket, key: string): Promise<number | null> {
  const { status, answer } = await bucket.ask({ method: 'HEAD', key }, [200, 404]);
  return status === 200 ? Number(answer.headers['content-length']) : null;
}
