import { expect, test, vi } from 'vitest';
import { aViewer } from '#platform/web/page.fixture.tsx';
import { viewer } from '#platform/web/viewer.ts';
import { softphoneWith } from './index.ts';

test('[CC-09] nothing of the phone is fetched where nobody sits: on a wall, or without a voice seat', async () => {
  const loadParts = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('fetched')));
  const { start } = softphoneWith(loadParts);
  const go = () => {};
  await start!({ viewer: aViewer({ voiceSeat: true }), go, isUnattended: true });
  const end = await start!({ viewer: aViewer({ voiceSeat: false }), go });
  end();
  expect(loadParts).not.toHaveBeenCalled();
  await expect(start!({ viewer: aViewer({ voiceSeat: true }), go, isUnattended: false })).rejects.toThrow('fetched');
  // What was begun beside it comes to its end before the test does.
  await import('./desk/open-phone-desk.ts');
});

test('[CC-09] whoever gets a voice seat while the page is open has a phone at once, and once', async () => {
  const loadParts = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
  const seated = aViewer({ voiceSeat: true });
  const begin = async () => {
    viewer.set(aViewer({ voiceSeat: false }));
    return (await softphoneWith(loadParts).start!({ viewer: viewer.get()!, go: () => {} })) as () => void;
  };
  const end = await begin();
  viewer.set(aViewer({ voiceSeat: false, name: 'Ana Castillo' }));
  expect(loadParts).not.toHaveBeenCalled();
  viewer.set(seated);
  viewer.set(aViewer({ voiceSeat: true, name: 'Ana Castillo' }));
  expect(loadParts).toHaveBeenCalledTimes(1);
  end();
  const leave = await begin();
  leave();
  viewer.set(seated);
  expect(loadParts).toHaveBeenCalledTimes(1);
  await import('./desk/open-phone-desk.ts');
});
