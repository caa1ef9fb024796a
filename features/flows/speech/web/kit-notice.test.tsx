import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { SPEECH_EMBEDDED, speechApi, type EmbeddedState } from '../contract.ts';
import { speech } from './index.ts';
import KitNotice from './kit-notice.tsx';

afterEach(() => vi.unstubAllGlobals());

async function aNotice(kit: EmbeddedState) {
  fakeServer(({ url }) => ({ data: url.startsWith(speechApi.kit.path) ? kit : null }));
  const onReady = vi.fn<() => void>();
  await showPage(<KitNotice onReady={onReady} />, { feature: speech });
  return { onReady, pushState: (state: EmbeddedState) => act(() => deliverEvent(SPEECH_EMBEDDED, state)) };
}

test('[FLOW-11] a page that needs the voice says how far it is, and goes on by itself when it is there', async () => {
  const { onReady, pushState } = await aNotice({ at: 'fetching', doneBytes: 40, totalBytes: 100 });
  expect(await screen.findByText('Fetching the voice kit, 40 %')).toBeTruthy();
  pushState({ at: 'fetching', doneBytes: 75, totalBytes: 100 });
  expect(screen.getByText('Fetching the voice kit, 75 %')).toBeTruthy();
  expect(onReady).not.toHaveBeenCalled();
  pushState({ at: 'ready' });
  expect(onReady).toHaveBeenCalledOnce();
  expect(screen.queryByRole('status')).toBeNull();
});

test('[FLOW-11] what could not be fetched says what to do', async () => {
  const { pushState } = await aNotice({ at: 'fetching', doneBytes: 0, totalBytes: 0 });
  pushState({ at: 'unavailable', why: 'npm could not fetch a package (ENOTFOUND)' });
  expect(screen.getByRole('alert').textContent).toMatch(/ENOTFOUND.*npm run speech/);
});
