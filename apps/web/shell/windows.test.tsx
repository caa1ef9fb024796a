import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { webFeature } from '#platform/web/feature.ts';
import { useWindow } from '#platform/web/windows.ts';
import { showShell } from './shell.fixture.tsx';

function Opener() {
  const checkEquipment = useWindow('equipmentCheck');
  return checkEquipment ? <button onClick={checkEquipment}>Check</button> : <p>nothing to open</p>;
}
const routes = [{ path: '/trial', title: 'trial.title' as never, page: () => Promise.resolve({ default: Opener }) }];
const bringing = (open: () => void, isMeant: boolean) =>
  webFeature({
    name: 'other',
    text: () => Promise.resolve({}),
    routes: [],
    windows: { equipmentCheck: { open, when: () => isMeant } },
  });

test('a page opens the window another feature brought', async () => {
  const open = vi.fn<() => void>();
  await showShell({ at: '/trial', routes, features: [bringing(open, true)] });
  fireEvent.click(await screen.findByRole('button', { name: 'Check' }));
  expect(open).toHaveBeenCalledOnce();
});

test('a window that is not meant for the viewer cannot be opened, and one nobody brought neither', async () => {
  const { unmount } = await showShell({ at: '/trial', routes, features: [bringing(() => {}, false)] });
  await screen.findByText('nothing to open');
  unmount();
  await showShell({ at: '/trial', routes });
  await screen.findByText('nothing to open');
});
