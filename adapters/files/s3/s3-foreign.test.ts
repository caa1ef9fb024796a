import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { filesPlaceSuite } from '#core/files/files.suite.ts';
import { startForeignStore, type ForeignStore } from './foreign-store.fixture.ts';
import { openBucket } from './open-bucket.ts';
import { PART_BYTES } from './put-object.ts';
import { s3Files, tryBucket } from './s3-files.ts';

// A store that others wrote, in the folder `npm run interop files` fetched it into; without it these wait for that command.
const packages = process.env['S3_STORE_PACKAGES'];

describe.skipIf(packages === undefined)('a store that others wrote', () => {
  let store: ForeignStore;
  beforeAll(async () => {
    store = await startForeignStore(packages!, mkdtempSync(join(tmpdir(), 'openseat-store-')));
  });
  afterAll(() => store.stop());

  let opened = 0;
  const aBucket = () => {
    const bucket = openBucket(store.account, { nowMs: () => Date.now() });
    onTestFinished(() => bucket.close());
    return bucket;
  };
  function filesOf() {
    opened += 1;
    const trouble = (problem: unknown) => console.error(problem);
    return s3Files({ bucket: aBucket(), prefix: `house-${opened}/`, nowMs: () => Date.now(), away: trouble });
  }

  filesPlaceSuite(filesOf);

  test('knows us, and nobody with another secret', async () => {
    await tryBucket(aBucket(), 'check');
    const stranger = openBucket({ ...store.account, secret: 'wrong' }, { nowMs: () => Date.now() });
    onTestFinished(() => stranger.close());
    await expect(tryBucket(stranger, 'check')).rejects.toMatchObject({ status: 403 });
    const lost = openBucket({ ...store.account, url: `${store.account.url}-nowhere` }, { nowMs: () => Date.now() });
    onTestFinished(() => lost.close());
    await expect(tryBucket(lost, 'check')).rejects.toMatchObject({ status: 404, code: 'NoSuchBucket' });
  });

  test('takes a file in many parts', async () => {
    const files = filesOf();
    const content = randomBytes(PART_BYTES * 4 + 77);
    await files.put(
      't1/large',
      (async function* () {
        for (let at = 0; at < content.length; at += 1_000_000) yield content.subarray(at, at + 1_000_000);
      })(),
    );
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await files.get('t1/large'))!.content) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });
});
