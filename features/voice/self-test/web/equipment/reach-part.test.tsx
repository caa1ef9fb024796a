import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import type { Reach } from '../../contract.ts';
import { asksForCheck, CHECK_ADDRESS } from './check-window.ts';
import { selfTestTexts } from '../texts.ts';
import ReachPart from './parts/reach-part.tsx';

const sound = { udpPort: 40_000, isPortFixed: true, address: '203.0.113.7', hasStun: true, hasTurn: true };
const served: Reach = {
  url: 'https://calls.example',
  isUrlGuessed: false,
  isSecure: true,
  certificateUntil: '2027-02-01 00:00:00',
  sound,
};

async function show(reach: Reach, voiceSeat = true) {
  fakeServer(() => ({ data: reach }));
  await showPage(<ReachPart />, {
    viewer: aViewer({ voiceSeat }),
    feature: { name: 'self-test', text: selfTestTexts },
  });
}

test('[EQUIP-01] a server that others reach says so, and gives the address to try from another computer', async () => {
  await show(served);
  expect(await screen.findByText(`https://calls.example${CHECK_ADDRESS}`)).toBeTruthy();
  expect(screen.getByText(/good until/)).toBeTruthy();
  expect(screen.getByText(/UDP port 40,?000: let it/)).toBeTruthy();
  expect(screen.queryByText('Look here')).toBeNull();
  expect(screen.getByRole('button', { name: 'Check this computer' })).toBeTruthy();
});

test('[EQUIP-01] a server for this machine alone says what is to be set', async () => {
  const alone = { ...sound, isPortFixed: false, address: null, hasTurn: false };
  await show({ ...served, isUrlGuessed: true, isSecure: false, certificateUntil: null, sound: alone }, false);
  expect(await screen.findByText(/PUBLIC_URL/)).toBeTruthy();
  for (const words of [/MEDIA_PORT/, /MEDIA_ADDRESS/, /TURN_URLS/]) expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByText(`${window.location.origin}${CHECK_ADDRESS}`)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Check this computer' })).toBeNull();
});

test('[EQUIP-01] the address opens the check', () => {
  expect(asksForCheck(new URL(CHECK_ADDRESS, 'https://calls.example').search)).toBe(true);
  expect(asksForCheck('?guide=1')).toBe(false);
});
