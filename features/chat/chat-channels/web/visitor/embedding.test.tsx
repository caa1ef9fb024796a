import { afterEach, expect, test, vi } from 'vitest';
import { openEmbedding } from './embedding.ts';

const KEY = 'shop';

afterEach(() => vi.restoreAllMocks());

/** The page in a frame of a site, which says something. */
function framed() {
  const site = { postMessage: vi.fn<Window['postMessage']>() } as unknown as Window;
  vi.spyOn(window, 'parent', 'get').mockReturnValue(site);
  const embedding = openEmbedding(KEY);
  const say = (data: object, source: Window = site): void =>
    void window.dispatchEvent(new MessageEvent('message', { data, source }));
  return { embedding, say };
}

test('[CHAT-08] a page in a frame is not seen until its site says so, and not any more as soon as it says that', () => {
  const { embedding, say } = framed();
  expect(embedding.isShown.get()).toBe(false);
  say({ openseat: KEY, shown: true });
  expect(embedding.isShown.get()).toBe(true);
  say({ openseat: KEY, identity: 'ana' });
  say({ openseat: 'another', shown: false });
  say({ openseat: KEY, shown: false }, window);
  expect(embedding.isShown.get()).toBe(true);
  say({ openseat: KEY, shown: false });
  expect(embedding.isShown.get()).toBe(false);
});

test('[CHAT-08] a page of its own is seen', () => {
  expect(openEmbedding(KEY).isShown.get()).toBe(true);
});
