import { expect, test, vi } from 'vitest';
import { startStaleRelease } from './stale-release.ts';

test('a page older than the release is loaded again once, not in a circle', () => {
  const reload = vi.fn<() => void>();
  startStaleRelease(reload);
  const missing = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  missing();
  missing();
  expect(reload).toHaveBeenCalledTimes(1);
});
