import { expect, test } from 'vitest';
import type { Files, FilesPlace } from './files.port.ts';

const bytes = (...chunks: string[]) =>
  (async function* () {
    for (const chunk of chunks) yield new TextEncoder().encode(chunk);
  })();

async function gathered(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const all = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

const read = async (content: AsyncIterable<Uint8Array>): Promise<string> =>
  new TextDecoder().decode(await gathered(content));

/** Bytes that differ from place to place, in chunks that fit no size of anybody's. */
const LARGE = 9_000_001;
const CHUNK = 100_003;
let made: Uint8Array | null = null;
function largeBytes(): Uint8Array {
  if (made) return made;
  made = new Uint8Array(LARGE);
  for (let at = 0; at < LARGE; at += 1) made[at] = at * 31 + (at >> 11);
  return made;
}
async function* large(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < LARGE; at += CHUNK) yield largeBytes().subarray(at, at + CHUNK);
}
function isLarge(part: Uint8Array, from: number): boolean {
  const whole = largeBytes();
  for (let at = 0; at < part.length; at += 1) if (part[at] !== whole[from + at]) return false;
  return true;
}

/** What every place for files must do. */
export function filesSuite(open: () => Files | Promise<Files>): void {
  test('what was put can be got, whole and in part', async () => {
    const files = await open();
    expect(await files.put('t1/a.txt', bytes('hello ', 'world'))).toEqual({ bytes: 11 });
    expect(await read((await files.get('t1/a.txt'))!.content)).toBe('hello world');
    const part = (await files.get('t1/a.txt', { from: 6, to: 8 }))!;
    expect(part.bytes).toBe(11);
    expect(await read(part.content)).toBe('wor');
    expect(await read((await files.get('t1/a.txt', { from: 6, to: 800 }))!.content)).toBe('world');
  });

  test('a large file comes back as it was, and every part of it', async () => {
    const files = await open();
    expect(await files.put('t1/large', large())).toEqual({ bytes: LARGE });
    const whole = (await files.get('t1/large'))!;
    expect(whole.bytes).toBe(LARGE);
    const content = await gathered(whole.content);
    expect([content.byteLength, isLarge(content, 0)]).toEqual([LARGE, true]);
    for (const [from, to] of [
      [0, 0],
      [65_535, 65_536],
      [65_536, 131_071],
      [8_388_600, 8_388_700],
      [LARGE - 1, LARGE - 1],
      [1_000_000, 5_000_000],
    ] as const) {
      const part = await gathered((await files.get('t1/large', { from, to }))!.content);
      expect([part.byteLength, isLarge(part, from)]).toEqual([to - from + 1, true]);
    }
  });

  test('an empty file is a file', async () => {
    const files = await open();
    expect(await files.put('t1/empty', bytes())).toEqual({ bytes: 0 });
    const found = (await files.get('t1/empty'))!;
    expect([found.bytes, await read(found.content)]).toEqual([0, '']);
  });

  test('what is put again takes the place of what was there', async () => {
    const files = await open();
    await files.put('t1/again', bytes('first and longer'));
    expect(await read((await files.get('t1/again', { from: 0, to: 4 }))!.content)).toBe('first');
    await files.put('t1/again', bytes('second'));
    expect(await read((await files.get('t1/again', { from: 0, to: 5 }))!.content)).toBe('second');
    expect(await read((await files.get('t1/again'))!.content)).toBe('second');
  });

  test('a stream that breaks off leaves nothing behind', async () => {
    const files = await open();
    const broken = (async function* () {
      yield new Uint8Array(10);
      throw new Error('cut');
    })();
    await expect(files.put('t1/b.txt', broken)).rejects.toThrow('cut');
    expect(await files.get('t1/b.txt')).toBeNull();
    const brokenLate = (async function* () {
      yield* large();
      throw new Error('cut late');
    })();
    await expect(files.put('t1/b.txt', brokenLate)).rejects.toThrow('cut late');
    expect(await files.get('t1/b.txt')).toBeNull();
  });

  test('whoever gives up reading half-way holds up nobody', async () => {
    const files = await open();
    await files.put('t1/large', large());
    for (let times = 0; times < 20; times += 1) {
      const { content } = (await files.get('t1/large'))!;
      for await (const chunk of content) if (chunk.byteLength > 0) break;
    }
    expect(await read((await files.get('t1/large', { from: 0, to: 0 }))!.content)).toHaveLength(1);
  });

  test('removing twice is removing once', async () => {
    const files = await open();
    await files.put('t1/c.txt', bytes('x'));
    await files.remove('t1/c.txt');
    await files.remove('t1/c.txt');
    expect(await files.get('t1/c.txt')).toBeNull();
    expect(await files.get('t1/c.txt', { from: 0, to: 0 })).toBeNull();
  });

  test('there is a number for what still fits', async () => {
    expect(await (await open()).freeBytes()).toBeGreaterThan(0);
  });

  test('a key cannot leave the place', async () => {
    const files = await open();
    await expect((async () => files.get('../secret'))()).rejects.toThrow();
    await expect((async () => files.put('t1/../../x', bytes('x')))()).rejects.toThrow();
  });

  test('what is finished is not forgotten as unfinished', async () => {
    const files = await open();
    await files.put('t1/kept', bytes('kept'));
    expect(await files.forgetUnfinished(0)).toBe(0);
    expect(await read((await files.get('t1/kept'))!.content)).toBe('kept');
  });
}

/** What every place by itself must do besides. */
export function filesPlaceSuite(open: () => FilesPlace | Promise<FilesPlace>): void {
  filesSuite(open);

  test('the keys of all files are told, and of nothing else', async () => {
    const files = await open();
    const wanted = ['installation/z', 't1/a', 't1/b.osf', 't10/a', 't2/c'];
    for (const key of wanted) await files.put(key, bytes(key));
    await files.remove('t1/a');
    const found: string[] = [];
    for await (const key of files.keys()) found.push(key);
    expect(found.sort()).toEqual(wanted.filter((key) => key !== 't1/a'));
  });
}
