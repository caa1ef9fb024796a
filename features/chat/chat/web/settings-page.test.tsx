import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { chatChannelsApi } from '#features/chat/chat-channels/contract.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { chatApi } from '../contract.ts';
import { chatTexts } from './chat.fixture.tsx';
import QrCodes from './header/qr-codes.tsx';
import ChatSettingsPage from './settings-page.tsx';

afterEach(() => vi.unstubAllGlobals());

test('[CHAT-04] sound and blinking are settings of the person, each saved at once', async () => {
  const kept = { message_sound: true, message_flashing: true };
  const asked = fakeServer(({ method, body }) => ({ data: method === 'PUT' ? Object.assign(kept, body) : kept }));
  await showPage(<ChatSettingsPage />, { feature: chatTexts });
  fireEvent.click(await screen.findByRole('switch', { name: /Blinking title/ }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({
      url: chatApi.saveSettings.path,
      body: { message_flashing: false },
    }),
  );
});

test('[SHELL-16] the header has a code for each way to write to us, and none while nothing is set up', async () => {
  fakeServer(({ url }) => ({
    data:
      url === chatChannelsApi.entries.path
        ? [
            { kind: 'whatsapp', name: 'Sales', address: 'https://wa.me/525512345678' },
            { kind: 'web', name: 'Help', address: 'https://seat.example/c/help' },
          ]
        : null,
  }));
  await showPage(<QrCodes />, { feature: chatTexts });
  fireEvent.click(await screen.findByRole('button', { name: 'Chat with us on a phone' }));
  const [whatsapp, web] = await screen.findAllByRole('link');
  expect(whatsapp?.getAttribute('href')).toBe('https://wa.me/525512345678');
  expect(web?.getAttribute('href')).toBe('https://seat.example/c/help');
  await waitFor(() => expect(whatsapp?.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/));
});

test('[SHELL-16] nothing is shown while nothing is set up', async () => {
  const asked = fakeServer(() => ({ data: [] }));
  await showPage(<QrCodes />, { feature: chatTexts });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Chat with us on a phone' })).toBeNull();
});
