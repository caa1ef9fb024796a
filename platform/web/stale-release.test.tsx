import { afterEach, expect, test, vi } from 'vitest';
import { startStaleRelease } from './stale-release.ts';

const missing = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

/** The page of one release, and a server that answers with what it has. */
function pageOf(release: string, server: () => Promise<Response>) {
  // Nothing loads scripts here.
  vi.spyOn(document, 'querySelector').mockReturnValue({ src: `/assets/${release}.js` } as never);
  const asked = vi.fn<typeof fetch>(server);
  vi.stubGlobal('fetch', asked);
  const reload = vi.fn<() => void>();
  startStaleRelease(reload);
  return { reload, asked };
}
const serves = (release: string) => async () =>
  new Response(`<script type="module" src="/assets/${release}.js"></script>`);
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a page older than the release is loaded again once, not in a circle', async () => {
  const { reload } = pageOf('one', serves('two'));
  missing();
  await settled();
  missing();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page whose server is away stays, and so does one that is not old', async () => {
  const away = pageOf('three', () => Promise.reject(new TypeError('Failed to fetch')));
  missing();
  await settled();
  expect(away.asked).toHaveBeenCalled();
  expect(away.reload).not.toHaveBeenCalled();
  const same = pageOf('four', serves('four'));
  missing();
  await settled();
  expect(same.asked).toHaveBeenCalled();
  expect(same.reload).not.toHaveBeenCalled();
});
