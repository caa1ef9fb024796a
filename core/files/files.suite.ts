import { expect, test } from 'vitest';
import type { Files } from './files.port.ts';

const bytes = (...chunks: string[]) =>
  (async function* () {
    for (const chunk of chunks) yield new TextEncoder().encode(chunk);
  })();

async function read(content: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of content) text += decoder.decode(chunk, { stream: true });
  return text;
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
  });

  test('a stream that breaks off leaves nothing behind', async () => {
    const files = await open();
    const broken = (async function* () {
      yield new Uint8Array(10);
      throw new Error('cut');
    })();
    await expect(files.put('t1/b.txt', broken)).rejects.toThrow('cut');
    expect(await files.get('t1/b.txt')).toBeNull();
  });

  test('removing twice is removing once', async () => {
    const files = await open();
    await files.put('t1/c.txt', bytes('x'));
    await files.remove('t1/c.txt');
    await files.remove('t1/c.txt');
    expect(await files.get('t1/c.txt')).toBeNull();
  });

  test('there is a number for what still fits', async () => {
    expect(await (await open()).freeBytes()).toBeGreaterThan(0);
  });

  test('a key cannot leave the place', async () => {
    const files = await open();
    await expect((async () => files.get('../secret'))()).rejects.toThrow();
    await expect((async () => files.put('t1/../../x', bytes('x')))()).rejects.toThrow();
  });
}
