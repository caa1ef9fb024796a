import { expect, test, vi } from 'vitest';
import { aViewer } from '#platform/web/page.fixture.tsx';
import { softphoneWith } from './index.ts';

test('[CC-09] nothing of the phone is fetched where nobody sits: on a wall, or without a voice seat', async () => {
  const loadParts = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('fetched')));
  const { start } = softphoneWith(loadParts);
  const go = () => {};
  await start!({ viewer: aViewer({ voiceSeat: true }), go, isUnattended: true });
  await start!({ viewer: aViewer({ voiceSeat: false }), go });
  expect(loadParts).not.toHaveBeenCalled();
  await expect(start!({ viewer: aViewer({ voiceSeat: true }), go, isUnattended: false })).rejects.toThrow('fetched');
  // What was begun beside it comes to its end before the test does.
  await import('./desk/open-phone-desk.ts');
});
