import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#platform/web/query-client.ts';
import { session } from '#platform/web/session.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { SEATS_CHANGED, seatsApi } from '../contract.ts';
import { seats } from './index.ts';
import { keepSeat } from './keep-seat.ts';
import SeatMenu from './seat-menu.tsx';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

test('[SHELL-13] [STATUS-12] the text seat is switched on and off in the header, and follows other tabs', async () => {
  let online = 0;
  const asked = fakeServer(({ url, body }) => {
    if (url === seatsApi.switchOnlineStatus.path) online = (body as { online_status: number }).online_status;
    return { data: { online_status: online, seatInUse: 'text' } };
  });
  await showPage(<SeatMenu />, { feature: seats });
  stops.push(keepSeat(7));
  fireEvent.click(await screen.findByRole('button', { name: 'Conversations: Offline' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Online' }));
  expect(await screen.findByText('You are online and get conversations.')).toBeTruthy();
  expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({
    url: '/admin/saas_plat/user/switch_online_status',
    body: { online_status: 1 },
  });
});

function leavePage(afterMs: number, others = false) {
  session.start('a-token');
  const asked = fakeServer(() => ({ data: null }));
  let nowMs = 1_000;
  stops.push(keepSeat(7, { areThere: () => others, leave: () => {} }, () => nowMs));
  window.dispatchEvent(new Event('beforeunload'));
  nowMs += afterMs;
  window.dispatchEvent(new Event('pagehide'));
  return asked;
}

test.each([
  [0, 1],
  [5, 1],
  [6, 0],
])('[STATUS-12] a page that goes %i ms after it was about to be left sends %i goodbye', (afterMs, count) => {
  const asked = leavePage(afterMs);
  expect(asked).toHaveLength(count);
  if (count > 0)
    expect(asked[0]).toMatchObject({
      method: 'PUT',
      url: '/saas_plat/user/switch_online_status',
      body: { online_status: 0 },
      headers: { authorization: 'Bearer a-token' },
    });
});

test('[STATUS-12] while another tab is open nobody goes offline', () => {
  expect(leavePage(0, true)).toHaveLength(0);
});

test('[STATUS-12] what another tab chose is known here', () => {
  stops.push(keepSeat(7));
  deliverEvent(SEATS_CHANGED, { online_status: 1, seatInUse: 'text' });
  expect(queryClient.getQueryData(keyOf(seatsApi.onlineStatus, {}))).toEqual({ online_status: 1, seatInUse: 'text' });
});
