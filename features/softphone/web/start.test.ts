import { expect, test, vi } from 'vitest';
import { aViewer } from '#platform/web/test-page.tsx';
import { softphoneWith } from './index.ts';

test('[CC-09] nothing of the phone is fetched where nobody sits: on a wall, or without a voice seat', async () => {
  const loadParts = vi.fn(() => new Promise<never>(() => {}));
  const { start } = softphoneWith(loadParts);
  const go = () => {};
  await start!({ viewer: aViewer({ voiceSeat: true }), go, isUnattended: true });
  await start!({ viewer: aViewer({ voiceSeat: false }), go });
  expect(loadParts).not.toHaveBeenCalled();
  void start!({ viewer: aViewer({ voiceSeat: true }), go, isUnattended: false });
  expect(loadParts).toHaveBeenCalledTimes(1);
});
