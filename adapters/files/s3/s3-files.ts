import { assertFileKey } from '#core/files/file-keys.ts';
import type { FilesPlace } from '#core/files/files.port.ts';
import { Failure } from '#shared/errors.ts';
import { elementsIn, wordIn } from './bucket-words.ts';
import { getObject } from './get-object.ts';
import { assertGone } from './open-bucket.ts';
import type { Bucket, BucketCall } from './bucket.ts';
import { putObject } from './put-object.ts';

export interface S3Parts {
  bucket: Bucket;
  /** Before every key: several installations may share a bucket. Empty, or with a slash at its end. */
  prefix: string;
  nowMs(): number;
  /** The store cannot be reached, or refuses us. */
  away(problem: unknown): void;
}

/** Files in a bucket that speaks S3. */
export function s3Files({ bucket, prefix, nowMs, away }: S3Parts): FilesPlace {
  const placeOf = (key: string): string => {
    assertFileKey(key);
    return `${prefix}${key}`;
  };

  /** Whatever the store says that we did not ask for, files are away; what went wrong with the content itself stays what it is. */
  async function reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof ContentBroke) throw thrown.cause;
      away(thrown);
      throw new Failure('filesAway');
    }
  }

  async function take(call: BucketCall): Promise<void> {
    const { status, body } = await bucket.ask(call, [200, 204, 404]);
    if (status === 404) assertGone(body);
  }

  async function* pages(
    query: Record<string, string>,
    next: (body: string) => Record<string, string> | null,
    expected: readonly number[],
  ): AsyncGenerator<string> {
    for (let more: Record<string, string> | null = {}; more;) {
      const asked: Record<string, string> = { prefix, ...query, ...more };
      const { body }: { body: string } = await reached(() =>
        bucket.ask({ method: 'GET', key: '', query: asked }, expected),
      );
      yield body;
      more = wordIn(body, 'IsTruncated') === 'true' ? next(body) : null;
    }
  }

  return {
    put: (key, content) => {
      const place = placeOf(key);
      return reached(async () => ({ bytes: await putObject(bucket, place, markContentErrors(content)) }));
    },
    get: (key, range) => {
      const place = placeOf(key);
      return reached(() => getObject(bucket, place, range));
    },
    remove: (key) => {
      const place = placeOf(key);
      return reached(() => take({ method: 'DELETE', key: place }));
    },
    freeBytes: async () => Infinity,
    async forgetUnfinished(olderThanMs) {
      let gone = 0;
      // Some stores keep no list of them and sweep by themselves: 501.
      for await (const body of pages({ uploads: '' }, nextUploads, [200, 501]))
        for (const upload of elementsIn(body, 'Upload')) {
          const [key, uploadId] = [wordIn(upload, 'Key'), wordIn(upload, 'UploadId')];
          const begunMs = Date.parse(wordIn(upload, 'Initiated') ?? '');
          if (!key || !uploadId || !(begunMs < nowMs() - olderThanMs)) continue;
          await reached(() => take({ method: 'DELETE', key, query: { uploadId } }));
          gone += 1;
        }
      return gone;
    },
    async *keys() {
      for await (const body of pages({ 'list-type': '2' }, nextKeys, [200]))
        for (const entry of elementsIn(body, 'Contents')) {
          const key = wordIn(entry, 'Key');
          if (key?.startsWith(prefix)) yield key.slice(prefix.length);
        }
    },
  };
}

const nextKeys = (body: string): Record<string, string> | null => {
  const token = wordIn(body, 'NextContinuationToken');
  return token ? { 'continuation-token': token } : null;
};

const nextUploads = (body: string): Record<string, string> | null => {
  const key = wordIn(body, 'NextKeyMarker');
  return key ? { 'key-marker': key, 'upload-id-marker': wordIn(body, 'NextUploadIdMarker') ?? '' } : null;
};

/** What was to be kept broke off: that is no fault of the store. */
class ContentBroke extends Error {
  override readonly cause: unknown;
  constructor(cause: unknown) {
    super('the content broke off');
    this.cause = cause;
  }
}

async function* markContentErrors(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (thrown) {
    throw new ContentBroke(thrown);
  }
}

/** Whether files can be kept there: puts, reads and removes one. Throws what the store said. */
export async function tryBucket(bucket: Bucket, key: string): Promise<void> {
  await bucket.ask({ method: 'PUT', key, body: Buffer.from('OpenSeat') }, [200]);
  await bucket.ask({ method: 'GET', key }, [200]);
  await bucket.ask({ method: 'DELETE', key }, [200, 204]);
}
