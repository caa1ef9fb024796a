import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { presentToasts, type Toast } from '#platform/web/toast.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { failures } from '#shared/errors.ts';
import { SEAT_ALLOCATED, seatsApi, type SeatAllocated } from '../contract.ts';
import { seats } from './index.ts';
import SeatMenu from './seat-menu.tsx';
import { seatQueue } from './seat-queue.ts';
import SeatQueueHost from './seat-queue-host.tsx';

let stop = (): void => {};
let toasts: Toast[] = [];
beforeEach(async () => {
  await ensureFeatureTexts(seats);
  stop = seatQueue.follow();
  toasts = [];
  presentToasts((one) => toasts.push(one));
});
afterEach(() => {
  stop();
  seatQueue.moved('');
  shellDialogs.close();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const none = { at: 'none', ahead: 0 };

/** A server whose text seats are all taken until it is told otherwise. */
function aServer() {
  const state = { granted: false, ahead: 2, online: 0, places: { text: none, voice: none } as object };
  const asked = fakeServer(({ url, body }) => {
    if (url === seatsApi.seatAllocation.path) {
      if (state.granted) state.online = 1;
      return { data: { granted: state.granted, ahead: state.ahead } };
    }
    if (url === seatsApi.seatPlaces.path) return { data: state.places };
    if (
      url === seatsApi.switchOnlineStatus.path &&
      (body as { online_status: number }).online_status === 1 &&
      !state.granted
    )
      return { code: failures.seatNotGranted.code };
    return { data: { online_status: state.online, seatInUse: 'text' } };
  });
  return { state, times: (endpoint: { path: string }) => asked.filter(({ url }) => url === endpoint.path).length };
}

const deliverSeat = (change: Partial<SeatAllocated>) =>
  act(() => deliverEvent(SEAT_ALLOCATED, { type: 'text', at: 'waiting', ahead: 0, isLost: false, ...change }));
const shown = () => shellDialogs.current();

test('[QUEUE-01] going online without a free seat queues: the dialog is on its page, the menu says it, and a granted seat says so too', async () => {
  const server = aServer();
  seatQueue.moved('/interactive/chat');
  await showPage(<SeatMenu />, { feature: seats });
  fireEvent.click(await screen.findByRole('button', { name: 'Conversations: Offline' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Online' }));
  expect(await screen.findByRole('button', { name: 'Conversations: Waiting for a seat' })).toBeTruthy();
  expect(shown()).toMatchObject({ kind: 'busy', seat: 'text', ahead: 2, waitSec: 5 });
  expect(server.times(seatsApi.seatAllocation)).toBe(1);
  deliverSeat({ ahead: 1 });
  expect(shown()).toMatchObject({ ahead: 1 });
  deliverSeat({ at: 'granted' });
  expect(shown()).toBeNull();
  expect(await screen.findByText('A text seat is yours. You are online and get conversations.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Conversations: Offline' })).toBeTruthy();
});

test('[QUEUE-02] the button of the dialog asks again, and a free seat is granted by it', async () => {
  const server = aServer();
  seatQueue.moved('/workBench');
  expect(await seatQueue.want('voice')).toBe(false);
  const dialog = shown();
  if (dialog?.kind !== 'busy') throw new Error('no dialog');
  expect(await dialog.retry()).toBe(false);
  server.state.granted = true;
  expect(await dialog.retry()).toBe(true);
  expect(seatQueue.current().voice).toBeNull();
  expect(toasts.at(-1)).toMatchObject({
    tone: 'success',
    text: 'A voice seat is yours. Your phone is being connected.',
  });
});

test('[QUEUE-02] [SHELL-25] moving to a page while queued asks again; the dialog stays on its own', async () => {
  const server = aServer();
  seatQueue.moved('/home');
  await seatQueue.want('text');
  expect(shown()).toBeNull();
  expect(toasts).toMatchObject([{ tone: 'info', text: 'All text seats are taken. 2 people are ahead of you.' }]);
  seatQueue.moved('/interactive/chat');
  expect(shown()).toMatchObject({ kind: 'busy', seat: 'text' });
  seatQueue.moved('/workBench');
  expect(shown()).toBeNull();
  expect(server.times(seatsApi.seatAllocation)).toBe(3);
  await vi.waitFor(() => expect(seatQueue.current().text).toBe(2));
});

test('[QUEUE-01] giving up leaves the line; offline in the menu does the same', async () => {
  const server = aServer();
  seatQueue.moved('/interactive/chat');
  await showPage(<SeatMenu />, { feature: seats });
  await act(() => seatQueue.want('text'));
  fireEvent.click(await screen.findByRole('button', { name: 'Conversations: Waiting for a seat' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Offline' }));
  expect(await screen.findByRole('button', { name: 'Conversations: Offline' })).toBeTruthy();
  expect(shown()).toBeNull();
  expect(server.times(seatsApi.giveUpSeat)).toBe(1);
});

test('[QUEUE-01] a page loaded anew while waiting knows its place, and other tabs follow what one was told', async () => {
  const server = aServer();
  server.state.places = { text: { at: 'waiting', ahead: 3 }, voice: none };
  await showPage(<SeatQueueHost />, { feature: seats, at: '/interactive/chat' });
  await vi.waitFor(() => expect(shown()).toMatchObject({ kind: 'busy', seat: 'text', ahead: 3 }));
  expect(server.times(seatsApi.seatAllocation)).toBe(0);
  deliverSeat({ type: 'voice', at: 'waiting', ahead: 0 });
  expect(seatQueue.current()).toMatchObject({ text: 3, voice: 0 });
  deliverSeat({ at: 'none', isLost: true });
  expect(shown()).toBeNull();
  expect(await screen.findByText(/You lost your place in the line for a text seat/)).toBeTruthy();
});

test('[QUEUE-01] an answer that was overtaken by the grant does not bring the waiting back', async () => {
  aServer();
  seatQueue.moved('/workBench');
  const asked = seatQueue.want('voice');
  deliverEvent(SEAT_ALLOCATED, { type: 'voice', at: 'granted', ahead: 0, isLost: false });
  await asked;
  expect(seatQueue.current().voice).toBeNull();
  expect(shown()).toBeNull();
});

test('[QUEUE-01] what a page read before it asked for a seat does not end the waiting, and is read again', async () => {
  const server = aServer();
  const readEarly = Promise.withResolvers<object>();
  server.state.places = readEarly.promise;
  const read = seatQueue.read();
  seatQueue.moved('/home');
  expect(await seatQueue.want('voice')).toBe(false);
  server.state.places = { text: none, voice: { at: 'waiting', ahead: 1 } };
  readEarly.resolve({ text: none, voice: none });
  await read;
  expect(seatQueue.current().voice).toBe(1);
  expect(server.times(seatsApi.seatPlaces)).toBe(2);
});

test('[QUEUE-01] who waits for a kind of seat is told of that kind only', () => {
  const given = vi.fn<() => void>();
  const end = seatQueue.onGiven('voice', given);
  deliverEvent(SEAT_ALLOCATED, { type: 'text', at: 'granted', ahead: 0, isLost: false });
  expect(given).not.toHaveBeenCalled();
  deliverEvent(SEAT_ALLOCATED, { type: 'voice', at: 'granted', ahead: 0, isLost: false });
  expect(given).toHaveBeenCalledTimes(1);
  end();
});
