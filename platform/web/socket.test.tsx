import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { channel } from '#shared/channel.ts';
import { failures } from '#shared/errors.ts';
import { FakeSocket, fakeSockets } from '#test/fake-socket.ts';
import { departure } from './failure-handler.ts';
import { holdSignOut } from './held-sign-out.ts';
import { fakeServer } from './page-server.fixture.ts';
import { ownSession, session, suspension } from './session.ts';
import { openSocket } from './socket.ts';
import { presentToasts, type Toast } from './toast.ts';

const agents = channel({
  path: '/cc/try',
  access: 'signedIn',
  summary: 'A channel.',
  proof: 'ticket',
  up: z.object({ eventType: z.number() }),
  down: z.object({ id: z.string(), word: z.string() }),
  ping: { message: { eventType: 7 }, everyMs: 30_000, silenceMs: 90_000 },
  reconnect: { everyMs: 5_000, attempts: 60 },
});

let last: () => FakeSocket;
let tickets = 0;
const ticket = async () => `t${(tickets += 1)}`;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  ({ last } = fakeSockets());
  tickets = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[SOCK-01] the page connects with a fresh ticket, pings every 30 s and reads messages', async () => {
  const words: string[] = [];
  const socket = openSocket(agents, {
    ticket,
    query: () => ({ sipNumber: '8001' }),
    onMessage: (message) => words.push(message.word),
  });
  expect(socket.send({ eventType: 8 })).toBe(false);
  await settle();
  expect(new URL(last().url).search).toBe('?sipNumber=8001&token=t1');
  last().accept();
  last().answer({ data: { id: '1', word: 'hello' } });
  await vi.advanceTimersByTimeAsync(30_000);
  last().answer({ data: { id: '1', word: 'pong' } });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(words).toEqual(['hello', 'pong']);
  expect(last().sent).toEqual([{ eventType: 7 }, { eventType: 7 }]);
  socket.leave();
});

test('[SOCK-02] a lost connection comes back after 5 s with a new ticket and asks for what it missed', async () => {
  const missed: string[] = [];
  const socket = openSocket(agents, {
    ticket,
    onMessage: () => {},
    eventIdOf: (message) => message.id,
    onMissed: (id) => missed.push(id),
  });
  await settle();
  last().accept();
  last().answer({ data: { id: '41', word: 'x' } });
  last().drop(1006);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(FakeSocket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(last().url).toContain('token=t2');
  last().accept();
  expect(missed).toEqual(['41']);
  socket.leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test('[complaint 1] a page that wakes on a dead line has another within a second', async () => {
  const socket = openSocket(agents, { ticket, onMessage: () => {} });
  await settle();
  last().accept();
  document.dispatchEvent(new Event('resume'));
  expect(last().sent).toEqual([{ eventType: 7 }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect([FakeSocket.all[0]!.readyState, new URL(last().url).search]).toEqual([3, '?token=t2']);
  socket.leave();
});

test('[SOCK-02] [CHAT-02] 4001 signs the user out, in the words of the specification', async () => {
  const went: string[] = [];
  vi.spyOn(departure, 'go').mockImplementation((address) => void went.push(address));
  fakeServer(() => ({ code: failures.signedOut.code }));
  session.start('secret');
  openSocket(agents, { ticket, onMessage: () => {} });
  await settle();
  last().accept();
  last().drop(4001);
  await vi.waitFor(() => expect(went).toEqual(['/login?reason=tokenExpired']));
  expect(session.token()).toBeNull();
});

test('people of a team that was suspended are told why at once, whatever they are in the middle of', async () => {
  const went: string[] = [];
  vi.spyOn(departure, 'go').mockImplementation((address) => void went.push(address));
  const asked = fakeServer(() => ({ code: failures.tenantDisabled.code, msg: 'The bill of May is open.' }));
  const letGo = holdSignOut({ isOn: () => true, watch: () => () => {}, showHeld: () => {} });
  session.start('secret');
  const open = () => openSocket(agents, { ticket, onMessage: () => {} });
  open();
  open();
  await settle();
  for (const socket of FakeSocket.all) {
    socket.accept();
    socket.drop(4001);
  }
  await vi.waitFor(() => expect(went).toEqual(['/suspended']));
  expect([session.token(), suspension.why(), asked.length]).toEqual([null, 'The bill of May is open.', 1]);
  letGo();
});

test('whoever helped inside another team is put out of it alone', async () => {
  const went: string[] = [];
  vi.spyOn(departure, 'go').mockImplementation((address) => void went.push(address));
  fakeServer(() => ({ code: failures.signedOut.code }));
  ownSession.keep('mine', '/operator/tenants/4?tab=help', 'Borealis');
  session.start('theirs');
  openSocket(agents, { ticket, onMessage: () => {} });
  await settle();
  last().accept();
  last().drop(4001);
  await vi.waitFor(() => expect(went).toEqual(['/operator/tenants/4?tab=help']));
  expect([session.token(), ownSession.resume({ isLeft: false })]).toEqual(['mine', null]);
  session.end();
});

test('[SOCK-03] a code other than 0 on the socket is told', async () => {
  const toasts: Toast[] = [];
  presentToasts((one) => toasts.push(one));
  const socket = openSocket(agents, { ticket, onMessage: () => {} });
  await settle();
  last().accept();
  last().answer({ code: 403, msg: 'Not your seat' });
  expect(toasts).toMatchObject([{ tone: 'error' }]);
  socket.leave();
});
