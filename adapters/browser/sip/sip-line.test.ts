import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LineAccount, LineEvent, PhoneLine } from '#core/phone/phone-line.port.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { fakeExchange, type FakeExchange } from './exchange.fixture.ts';
import { openSipLine } from './open-sip-line.ts';

const account: LineAccount = {
  url: 'wss://exchange.test/cc/sip/a',
  domain: 'exchange.test',
  number: '1001',
  ha1: 'f'.repeat(32),
  iceServers: [],
  reportEverySec: 5,
};
let exchange: FakeExchange;
let line: PhoneLine;
let events: LineEvent[];
let openMicrophone: () => Promise<never>;

beforeEach(() => {
  vi.useFakeTimers();
  exchange = fakeExchange();
  events = [];
  openMicrophone = () => Promise.reject(new DOMException('There is none.', 'NotFoundError'));
  line = openSipLine({
    transport: exchange.transport,
    network: { window: new EventTarget(), connection: null },
    sound: { openMicrophone: () => openMicrophone(), playVoice: () => {} },
  });
  line.onEvent((event) => void events.push(event));
});
afterEach(() => {
  line.stop();
  vi.useRealTimers();
});

const settle = (ms = 50): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const eventsOf = (...types: LineEvent['type'][]) => events.filter(({ type }) => types.includes(type));
const arrived = () => events.flatMap((event) => (event.type === 'incoming' ? [event.session] : []));
const sentMessages = (start: string) => exchange.received.filter((message) => message.startsWith(start));

async function registered(): Promise<void> {
  line.start(account);
  await settle();
  line.register();
  await settle();
}

test('[CALL-08] a phone connects, registers for 300 s and refreshes in time without a word', async () => {
  await registered();
  expect(events).toEqual([{ type: 'connected' }, { type: 'registered' }]);
  expect(sentMessages('REGISTER')[0]).toContain('expires=300');
  expect(line.look()).toEqual({ isUp: true, isRegistered: true, session: null });
  await settle(299_000);
  expect(sentMessages('REGISTER')).toHaveLength(2);
  expect(eventsOf('registered')).toHaveLength(1);
});

test('[CALL-08] a refused registration says its status, also when a refresh is refused', async () => {
  exchange.answers['REGISTER'] = 403;
  await registered();
  expect(eventsOf('registrationFailed', 'registered', 'unregistered')).toEqual([
    { type: 'registrationFailed', status: 403 },
  ]);
  exchange.answers['REGISTER'] = 200;
  line.register();
  await settle();
  exchange.answers['REGISTER'] = 404;
  await settle(299_000);
  expect(eventsOf('registrationFailed', 'registered', 'unregistered').slice(1)).toEqual([
    { type: 'registered' },
    { type: 'registrationFailed', status: 404 },
  ]);
  expect(line.look().isRegistered).toBe(false);
});

test('[CALL-08] leaving on purpose is told as unregistered', async () => {
  await registered();
  line.unregister();
  await settle();
  expect(eventsOf('unregistered')).toHaveLength(1);
  expect(sentMessages('REGISTER').at(-1)).toContain('expires=0');
});

test('[CALL-21] a server that cannot be reached is an error and a failed connection, and may be tried again', async () => {
  exchange.isReachable = false;
  line.start(account);
  await settle();
  expect(events).toMatchObject([
    { type: 'error', which: 'connect', session: null },
    { type: 'disconnected', failed: true },
  ]);
  exchange.isReachable = true;
  line.start(account);
  await settle();
  expect(events.at(-1)).toEqual({ type: 'connected' });
});

test('[CALL-21] an address that is none is told like a server that is not there', async () => {
  line = openSipLine({
    network: { window: new EventTarget(), connection: null },
    sound: { openMicrophone, playVoice: () => {} },
  });
  line.onEvent((event) => void events.push(event));
  line.start({ ...account, url: 'nowhere' });
  await settle();
  expect(events).toMatchObject([
    { type: 'error', which: 'connect' },
    { type: 'disconnected', failed: true },
  ]);
});

test('[CALL-08] the same phone comes back after a loss: its contact stays, so that the exchange knows its calls', async () => {
  await registered();
  exchange.drop();
  await settle();
  expect(events.at(-1)).toEqual({ type: 'disconnected', failed: false });
  expect(line.look().isUp).toBe(false);
  await registered();
  const contacts = sentMessages('REGISTER').map((message) => /^Contact: <([^>]+)>/m.exec(message)![1]);
  expect(contacts).toHaveLength(2);
  expect(new Set(contacts).size).toBe(1);
});

test('a registration cut off with its connection does not hold up the next one, and only one is refreshed', async () => {
  exchange.answers['REGISTER'] = undefined;
  await registered();
  const [cutOff] = sentMessages('REGISTER');
  exchange.drop();
  await settle();
  exchange.answers['REGISTER'] = 200;
  await registered();
  // The exchange kept the answer for the phone that was away.
  exchange.answer(cutOff!, 200);
  await settle();
  expect(eventsOf('registered')).toHaveLength(1);
  const before = sentMessages('REGISTER').length;
  await settle(299_000);
  expect(sentMessages('REGISTER')).toHaveLength(before + 1);
});

test('asked twice at once, it asks the registrar once', async () => {
  line.start(account);
  await settle();
  line.register();
  line.register();
  await settle();
  expect([sentMessages('REGISTER').length, eventsOf('registered').length]).toEqual([1, 1]);
});

test('[CALL-02] a call that arrives is told with our headers under our names, and rings', async () => {
  await registered();
  exchange.invite('c-1', ['X-Call-Id: 77', 'X-CC-Agent: a', 'X-Asm-Ip: n1', 'Subject: none of ours']);
  await settle();
  expect(eventsOf('incoming')).toMatchObject([
    {
      from: '5215550000',
      fromName: 'Somebody',
      headers: { [CallHeader.callId]: '77', [CallHeader.ccAgent]: 'a', [CallHeader.asmIp]: 'n1' },
    },
  ]);
  expect(Object.keys((eventsOf('incoming')[0] as { headers: object }).headers)).toHaveLength(3);
  expect(sentMessages('SIP/2.0 180')).toHaveLength(1);
});

test('[CALL-02] complaint 5: a caller who gives up is told at once, and nothing follows', async () => {
  await registered();
  exchange.invite('c-1');
  await settle();
  exchange.cancel('c-1');
  const [session = ''] = arrived();
  expect(events.at(-1)).toEqual({ type: 'ended', session, status: 487, by: 'them', reason: 'normal' });
  const count = events.length;
  line.answer(session);
  line.decline(session, 603);
  await settle(70_000);
  expect(events).toHaveLength(count);
  expect(line.look().session).toBeNull();
});

test('[CALL-19] a declined call gets the status that was asked for', async () => {
  await registered();
  exchange.invite('c-1');
  await settle();
  const [session = ''] = arrived();
  line.decline(session, 603);
  await settle();
  expect(sentMessages('SIP/2.0 603')).toHaveLength(1);
  expect(eventsOf('ended')).toEqual([{ type: 'ended', session, status: 603, by: 'us', reason: 'reject' }]);
});

test('[CALL-19] nobody answers for 60 s: the call is refused', async () => {
  await registered();
  exchange.invite('c-1');
  await settle(59_000);
  expect(eventsOf('ended')).toEqual([]);
  await settle(2_000);
  expect(sentMessages('SIP/2.0 480')).toHaveLength(1);
  expect(eventsOf('ended')).toMatchObject([{ status: 480, by: 'us' }]);
});

test('[CALL-21] without a microphone the exchange is told 488, not that nobody was there', async () => {
  await registered();
  exchange.invite('c-1');
  await settle();
  const [session = ''] = arrived();
  line.answer(session);
  await settle();
  expect(sentMessages('SIP/2.0 488')).toHaveLength(1);
  expect(eventsOf('error', 'ended')).toMatchObject([
    { which: 'microphone', session, detail: 'NotFoundError: There is none.' },
    { type: 'ended', session, status: 488, by: 'us', reason: 'unsupported' },
  ]);
});

test('a caller who gives up while the person is asked for the microphone leaves nothing open', async () => {
  let allow: (microphone: never) => void = () => {};
  const close = vi.fn<() => void>();
  openMicrophone = () => new Promise((resolve) => (allow = resolve));
  await registered();
  exchange.invite('c-1');
  await settle();
  line.answer(arrived()[0]!);
  exchange.cancel('c-1');
  allow({ track: {}, onTrack: () => {}, close } as never);
  await settle();
  expect(close).toHaveBeenCalledOnce();
  expect(eventsOf('ended')).toHaveLength(1);
});

test('two calls are told apart: refusing the second leaves the first ringing', async () => {
  await registered();
  exchange.invite('c-1');
  exchange.invite('c-2');
  await settle();
  const [first, second] = arrived();
  line.decline(second!, 486);
  await settle();
  expect(eventsOf('ended')).toMatchObject([{ session: second, status: 486 }]);
  expect(line.look().session).toBe(first!);
});

test('[CALL-21] a call that cannot be placed ends, with an error before it', async () => {
  line.call('early', '5551234');
  line.start(account);
  expect(eventsOf('error', 'ended')).toMatchObject([
    { which: 'call', session: 'early' },
    { type: 'ended', session: 'early', reason: 'unsupported' },
  ]);
  await settle();
  line.call('mute', '5551234');
  await settle();
  expect(eventsOf('error', 'ended').slice(2)).toMatchObject([
    { which: 'microphone', session: 'mute' },
    { type: 'ended', session: 'mute', status: 488, by: 'us' },
  ]);
  line.call('odd', 'no one@');
  expect(eventsOf('ended').at(-1)).toMatchObject({ session: 'odd' });
});

test('hanging up what is over still tells its end; other commands do nothing', async () => {
  await registered();
  const count = events.length;
  line.hold('gone', true);
  line.sendTone('gone', '1');
  line.mute('gone', true);
  line.answer('gone');
  expect(events).toHaveLength(count);
  line.hangUp('gone');
  expect(events.at(-1)).toEqual({ type: 'ended', session: 'gone', status: null, by: 'us', reason: 'normal' });
});

test('a command of the server by MESSAGE is told and accepted', async () => {
  await registered();
  exchange.say(
    [
      'MESSAGE sip:1001@phone.invalid SIP/2.0',
      'Via: SIP/2.0/WS exchange.test;branch=z9hG4bKm',
      'Max-Forwards: 70',
      'From: <sip:exchange@exchange.test>;tag=m',
      'To: <sip:1001@exchange.test>',
      'Call-ID: m',
      'CSeq: 1 MESSAGE',
      'Content-Type: application/json',
      'Content-Length: 24',
      '',
      '{"command":"unregister"}',
    ].join('\r\n'),
  );
  await settle();
  expect(events.at(-1)).toEqual({
    type: 'message',
    via: 'message',
    contentType: 'application/json',
    body: '{"command":"unregister"}',
  });
  expect(sentMessages('SIP/2.0 200')).toHaveLength(1);
});

test('a line that was stopped says goodbye and nothing more', async () => {
  await registered();
  exchange.invite('c-1');
  await settle();
  const count = events.length;
  line.stop();
  await settle();
  expect(events).toHaveLength(count);
  expect(sentMessages('SIP/2.0 603')).toHaveLength(1);
  expect(sentMessages('REGISTER').at(-1)).toContain('expires=0');
});
