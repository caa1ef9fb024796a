import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { md5 } from './digest.ts';
import { DOMAIN, memoryEdge, probeAccounts, type NotedHandler } from './loopback-edge.fixture.ts';
import { fakeSdp } from './sip-js-phone.fixture.ts';
import { wirePhone, type Ask } from './wire-phone.fixture.ts';

const GUEST = 'guest-Zm9vYmFyMTI';
const TO = 'group';

let line: ReturnType<typeof memoryEdge>;
let passes: Map<string, { ha1: string; to: string }>;

beforeEach(() => {
  vi.useFakeTimers();
  passes = new Map([[GUEST, { ha1: md5(`${GUEST}:${DOMAIN}:pw-${GUEST}`), to: TO }]]);
  const guests = {
    find: async (guest: string) => passes.get(guest) ?? null,
    spend: async (guest: string) => passes.delete(guest),
  };
  line = memoryEdge({ accounts: { ...probeAccounts, guests } });
});
afterEach(async () => {
  await line.edge.stop();
  vi.useRealTimers();
});

function aGuest(name = GUEST) {
  const phone = wirePhone(line.edge, name);
  phone.connect();
  return phone;
}
type Guest = ReturnType<typeof aGuest>;

const calls = () => line.events.filter((event) => event.type === 'invited');
const suspicions = (): string[] => line.events.flatMap((event) => (event.type === 'suspicious' ? [event.what] : []));

/** The first INVITE gets a nonce, the second proves the guest; what was sent last. */
async function invites(guest: Guest, to = TO, { secret, ...ask }: Ask & { secret?: string } = {}) {
  const challenged = await guest.answerTo(guest.call(to, ask), 200);
  expect(challenged.status).toBe(401);
  const nonce = /nonce="([^"]+)"/.exec(challenged.header('www-authenticate')!)![1]!;
  const proof = guest.proof({
    nonce,
    method: 'INVITE',
    uri: `sip:${to}@${DOMAIN}`,
    ...(secret === undefined ? {} : { secret }),
  });
  return guest.call(to, { ...ask, headers: [...(ask.headers ?? []), proof] });
}

async function refusalOf(guest: Guest, to = TO, ask: Ask & { secret?: string } = {}): Promise<number> {
  const invite = await invites(guest, to, ask);
  await vi.advanceTimersByTimeAsync(5_000);
  return (await guest.answerTo(invite, 200)).status!;
}

async function talking() {
  const guest = aGuest();
  const invite = await invites(guest);
  await vi.advanceTimersByTimeAsync(0);
  const { call } = calls()[0]!;
  await call.accept();
  const dialog = guest.dialogOf(invite, await guest.answerTo(invite, 200));
  guest.acknowledge(TO, dialog);
  return { guest, call, dialog, notes: (call.handle as NotedHandler).notes };
}

test('[CHAT-08] a guest with a pass makes one call, which both sides can end', async () => {
  const { guest, dialog, notes } = await talking();
  expect(calls()).toMatchObject([{ account: GUEST, isGuest: true, to: TO }]);
  expect(line.edge.stats()).toMatchObject({ registrations: 0, calls: 1, dialogs: 1 });
  expect((await guest.answerTo(guest.inDialog('BYE', TO, dialog), 200)).status).toBe(200);
  expect(notes).toEqual(['accepted', 'ended bye by them null']);
});

test('[CHAT-08] a second call is refused: on the same connection, and with the same pass on another', async () => {
  const { guest, dialog } = await talking();
  expect(await guest.status('INVITE', { to: TO, body: fakeSdp() })).toBe(403);
  await guest.answerTo(guest.inDialog('BYE', TO, dialog), 200);
  expect(await guest.status('INVITE', { to: TO, body: fakeSdp() })).toBe(403);
  expect(await refusalOf(aGuest())).toBe(403);
  expect(calls()).toHaveLength(1);
});

test('[CHAT-08] two calls at once with one pass are one call', async () => {
  const [one, other] = [aGuest(), aGuest()];
  await Promise.all([invites(one), invites(other)]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls()).toHaveLength(1);
});

test.each(['525512345678', '1001', '9196', '4444', 'guest-another-one', 'Group'])(
  '[CHAT-08] a guest cannot call %s, and keeps the pass',
  async (to) => {
    expect(await refusalOf(aGuest(), to)).toBe(403);
    expect(suspicions()).toContain('guestElsewhere');
    expect(calls()).toHaveLength(0);
    await invites(aGuest());
    await vi.advanceTimersByTimeAsync(0);
    expect(calls()).toHaveLength(1);
  },
);

test('[CHAT-08] a pass that ran out, one nobody gave and a wrong word are refused alike', async () => {
  expect(await refusalOf(aGuest('guest-nobody-knows-me'))).toBe(403);
  expect(await refusalOf(aGuest(), TO, { secret: 'guessed' })).toBe(403);
  passes.clear();
  expect(await refusalOf(aGuest())).toBe(403);
  expect(calls()).toHaveLength(0);
});

test('[CHAT-08] a guest cannot register, before or during the call', async () => {
  const stranger = aGuest();
  const registering = stranger.register();
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await registering).status).toBe(403);
  const { guest } = await talking();
  const again = guest.register();
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await again).status).toBe(403);
  expect(line.edge.isRegistered(GUEST)).toBe(false);
});

test('[CHAT-08] a guest cannot hand the call on, nor speak for others', async () => {
  const { guest, dialog } = await talking();
  expect(
    (await guest.answerTo(guest.inDialog('REFER', TO, dialog, { headers: [`Refer-To: <sip:1001@${DOMAIN}>`] }), 200))
      .status,
  ).toBe(405);
  expect(await guest.status('INVITE', { to: TO, from: '1001', body: fakeSdp() })).toBe(403);
  passes.set(GUEST, { ha1: md5(`${GUEST}:${DOMAIN}:pw-${GUEST}`), to: TO });
  expect(await refusalOf(aGuest(), TO, { headers: [`P-Asserted-Identity: <sip:1001@${DOMAIN}>`] })).toBe(403);
});

test('[CHAT-08] a page that closes has hung up: the call ends with its connection', async () => {
  const { guest, notes } = await talking();
  guest.drop();
  expect(notes).toEqual(['accepted', 'disconnected', 'ended lost by them null']);
  expect(line.edge.stats()).toMatchObject({ sockets: 0, calls: 0, dialogs: 0 });
});

test('[CHAT-08] a guest who has called is let go; nobody keeps a connection for nothing', async () => {
  const { guest, dialog } = await talking();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(guest.closedWith, 'while they talk').toBeNull();
  guest.touch();
  await guest.answerTo(guest.inDialog('BYE', TO, dialog), 200);
  for (let seconds = 0; seconds < 40 && guest.closedWith === null; seconds += 1) {
    guest.touch();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(guest.closedWith).toBe(1001);
  expect(line.edge.stats()).toMatchObject({ sockets: 0, calls: 0, dialogs: 0, transactions: 0 });
});

test('[CHAT-08] without passes a guest is a stranger', async () => {
  await line.edge.stop();
  line = memoryEdge();
  expect(await aGuest().status('INVITE', { to: TO, body: fakeSdp() })).toBe(403);
});
