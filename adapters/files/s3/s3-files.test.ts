import { afterAll, expect, onTestFinished, test } from 'vitest';
import { filesPlaceSuite } from '#core/files/files.suite.ts';
import { openBucket } from './open-bucket.ts';
import { PART_BYTES } from './put-object.ts';
import { s3Files, tryBucket } from './s3-files.ts';
import { s3Server } from './s3-server.fixture.ts';

const shared = await s3Server();
afterAll(() => shared.stop());

let opened = 0;
function filesOf(server: Awaited<ReturnType<typeof s3Server>>, nowMs = () => Date.now()) {
  const bucket = openBucket(server.account, { nowMs: () => Date.now(), pause: async () => {} });
  onTestFinished(() => bucket.close());
  const trouble: unknown[] = [];
  opened += 1;
  const files = s3Files({ bucket, prefix: `house-${opened}/`, nowMs, away: (problem) => trouble.push(problem) });
  return { files, trouble, bucket, place: (key: string) => `house-${opened}/${key}` };
}

filesPlaceSuite(() => filesOf(shared).files);

async function aServer() {
  const server = await s3Server();
  onTestFinished(() => server.stop());
  return server;
}

const one = async function* (content: Uint8Array | string) {
  yield Buffer.from(content);
};

async function read(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('a store that is busy for a moment is asked again', async () => {
  const server = await aServer();
  const { files, trouble } = filesOf(server);
  server.faults.push({ status: 503, code: 'SlowDown' }, { status: 500 });
  await files.put('t1/a', one('kept'));
  server.faults.push({ status: 503 });
  expect((await read((await files.get('t1/a'))!.content)).toString()).toBe('kept');
  expect(trouble).toEqual([]);
});

test('a store that is away keeps nothing and says so; once it is back, everything goes on', async () => {
  const server = await aServer();
  const { files, trouble } = filesOf(server);
  await files.put('t1/a', one('kept'));
  await server.stop();
  await expect(files.put('t1/b', one('lost?'))).rejects.toMatchObject({ name: 'filesAway' });
  await expect(files.get('t1/a')).rejects.toMatchObject({ name: 'filesAway' });
  await expect(files.remove('t1/a')).rejects.toMatchObject({ name: 'filesAway' });
  expect(trouble).toHaveLength(3);
  await server.again();
  await files.put('t1/b', one('kept now'));
  expect((await read((await files.get('t1/b'))!.content)).toString()).toBe('kept now');
});

test('a bucket that is not there, or an address of something else, is a store that is away and no file that is gone', async () => {
  const server = await aServer();
  const { files, trouble } = filesOf(server);
  await files.put('t1/a', one('kept'));
  for (const code of ['NoSuchBucket', '']) {
    server.faults.push({ status: 404, code });
    await expect(files.get('t1/a')).rejects.toMatchObject({ name: 'filesAway' });
    server.faults.push({ status: 404, code });
    await expect(files.remove('t1/a')).rejects.toMatchObject({ name: 'filesAway' });
  }
  expect(trouble).toMatchObject([{ code: 'NoSuchBucket' }, { code: 'NoSuchBucket' }, { code: '' }, { code: '' }]);
  expect((await read((await files.get('t1/a'))!.content)).toString()).toBe('kept');
  expect(await files.get('t1/never')).toBeNull();
});

test('a wire that breaks while a file is read is taken up where it broke', async () => {
  const server = await aServer();
  const { files } = filesOf(server);
  const content = Buffer.alloc(500_000, 'ab7-');
  await files.put('t1/a', one(content));
  server.faults.push({ cutAfter: 100_000 }, { cutAfter: 50_000 });
  expect((await read((await files.get('t1/a'))!.content)).equals(content)).toBe(true);
  server.faults.push({ cutAfter: 1_000 });
  const part = await read((await files.get('t1/a', { from: 100, to: 200_000 }))!.content);
  expect(part.equals(content.subarray(100, 200_001))).toBe(true);
});

test('a file that was replaced while it was read is not put together of both', async () => {
  const server = await aServer();
  const { files, place } = filesOf(server);
  await files.put('t1/a', one(Buffer.alloc(500_000, 'a')));
  server.faults.push({ cutAfter: 100_000 }, { status: 412, code: 'PreconditionFailed' });
  const { content } = (await files.get('t1/a'))!;
  await expect(read(content)).rejects.toThrow();
  expect(server.objects.has(place('t1/a'))).toBe(true);
});

test('a large file goes in parts; of one that breaks off no part stays', async () => {
  const server = await aServer();
  const { files, place } = filesOf(server);
  const large = Buffer.alloc(PART_BYTES * 2 + 5, 'x');
  // Begin and the parts in any order: some part of it fails, and is sent again.
  server.faults.push({ status: 500 }, { status: 503 });
  expect(await files.put('t1/large', one(large))).toEqual({ bytes: large.length });
  expect(server.objects.get(place('t1/large'))!.length).toBe(large.length);
  const broken = (async function* () {
    yield large;
    throw new Error('cut');
  })();
  await expect(files.put('t1/broken', broken)).rejects.toThrow('cut');
  expect([server.uploads.size, server.objects.has(place('t1/broken'))]).toEqual([0, false]);
});

test('an end of an upload whose answer was lost is an end', async () => {
  const server = await aServer();
  const { files, bucket, place } = filesOf(server);
  const { ask } = bucket;
  let isLost = false;
  bucket.ask = async (call, expected) => {
    const isEnd = call.method === 'POST' && call.query?.['uploadId'] !== undefined;
    const answer = await ask(call, expected);
    if (!isEnd || isLost) return answer;
    isLost = true;
    return ask(call, expected);
  };
  await files.put('t1/large', one(Buffer.alloc(PART_BYTES + 1)));
  expect([isLost, server.objects.get(place('t1/large'))!.length]).toEqual([true, PART_BYTES + 1]);
});

test('uploads that were never finished are taken away once they are old', async () => {
  const server = await aServer();
  let nowMs = Date.now();
  const { files, bucket, place } = filesOf(server, () => nowMs);
  for (const key of ['t1/a', 't1/b', 't1/c'])
    await bucket.ask({ method: 'POST', key: place(key), query: { uploads: '' } }, [200]);
  await bucket.ask({ method: 'POST', key: 'of-others/a', query: { uploads: '' } }, [200]);
  expect(await files.forgetUnfinished(3_600_000)).toBe(0);
  nowMs += 7_200_000;
  expect(await files.forgetUnfinished(3_600_000)).toBe(3);
  expect([...server.uploads.values()].map(({ key }) => key)).toEqual(['of-others/a']);
});

test('a store that does not know us is told from one that is away', async () => {
  const server = await aServer();
  const stranger = openBucket({ ...server.account, secret: 'wrong' }, { nowMs: () => Date.now() });
  onTestFinished(() => stranger.close());
  await expect(tryBucket(stranger, 'check')).rejects.toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  const { bucket } = filesOf(server);
  await tryBucket(bucket, 'check');
  expect(server.objects.size).toBe(0);
});
