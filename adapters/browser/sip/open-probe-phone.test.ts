import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProbePhone, ProbePhoneEvent } from '#core/line-check/probe-phone.port.ts';
import type { LineAccount } from '#core/phone/phone-line.port.ts';
import { fakeExchange, type FakeExchange } from './exchange.fixture.ts';
import { openProbePhone } from './open-probe-phone.ts';

const account: LineAccount = {
  number: 'test-1-2-3-abc',
  ha1: 'f'.repeat(32),
  domain: 'exchange.test',
  url: 'wss://exchange.test/cc/sip/main',
  iceServers: [],
  reportEverySec: 5,
};
let exchange: FakeExchange;
let phone: ProbePhone;
let events: ProbePhoneEvent[];
let closed: number;
let openMicrophone: () => Promise<never>;

beforeEach(() => {
  vi.useFakeTimers();
  exchange = fakeExchange();
  [events, closed] = [[], 0];
  openMicrophone = () => new Promise<never>(() => {});
  phone = openProbePhone({
    transport: exchange.transport,
    sound: {
      openMicrophone: () => openMicrophone(),
      playVoice: () => {},
      listen: () => {},
      close: () => void (closed += 1),
    },
  });
  phone.onEvent((event) => void events.push(event));
});
afterEach(() => {
  phone.close();
  vi.useRealTimers();
});
const settle = (ms = 50): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const sentMessages = (method: string): string[] => exchange.received.filter((message) => message.startsWith(method));

test('[LINE-01] a line is registered by an account of its own', async () => {
  phone.open(account);
  await settle();
  expect(events).toEqual([{ type: 'registered' }]);
  expect(sentMessages('REGISTER')[0]).toContain('sip:test-1-2-3-abc@exchange.test');
});

test.each([
  ['a connection that cannot be made', 'connect'],
  ['an account the exchange does not take', 'register'],
])('[LINE-01] %s is told once: %s', async (_what, why) => {
  if (why === 'connect') exchange.isReachable = false;
  else exchange.answers['REGISTER'] = 403;
  phone.open(account);
  await settle();
  expect(events).toEqual([{ type: 'failed', why }]);
  await settle(60_000);
  expect(events).toHaveLength(1);
});

test('[LINE-01] a connection that breaks off is told, and the sound is put away', async () => {
  phone.open(account);
  await settle();
  exchange.drop();
  await settle();
  expect(events).toEqual([{ type: 'registered' }, { type: 'failed', why: 'connect' }]);
  expect(closed).toBe(1);
});

test('[LINE-01] without anything to send there is no call', async () => {
  openMicrophone = () => Promise.reject(new Error('No sound.'));
  phone.open(account);
  await settle();
  phone.call('9196', { isHeard: false, sink: null });
  await settle();
  expect(events.at(-1)).toEqual({ type: 'failed', why: 'unanswered' });
});

test('[LINE-01] whoever closes hears nothing more, and may open the next line at once', async () => {
  phone.open(account);
  await settle();
  phone.close();
  phone.open({ ...account, url: 'wss://exchange.test/cc/sip/second' });
  await settle();
  expect(events).toEqual([{ type: 'registered' }, { type: 'registered' }]);
});

test('[LINE-01] a test phone is called by nobody', async () => {
  phone.open({ ...account, number: '1001' });
  await settle();
  exchange.invite('abc');
  await settle();
  expect(exchange.received.some((message) => message.startsWith('SIP/2.0 480'))).toBe(true);
  expect(events).toEqual([{ type: 'registered' }]);
});
