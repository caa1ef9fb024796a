import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VisitorPass, VisitorPhone, VisitorPhoneEvent } from '#core/chat/visitor-phone.port.ts';
import { fakeExchange, type FakeExchange } from './exchange.fixture.ts';
import { openVisitorPhone } from './open-visitor-phone.ts';

const pass: VisitorPass = {
  guest: 'guest-1234567890',
  ha1: 'f'.repeat(32),
  domain: 'exchange.test',
  url: 'wss://exchange.test/cc/sip/a',
  to: 'group',
  ice_servers: [],
};
let exchange: FakeExchange;
let phone: VisitorPhone;
let events: VisitorPhoneEvent[];
let openMicrophone: () => Promise<never>;
let closed: number;

beforeEach(() => {
  vi.useFakeTimers();
  exchange = fakeExchange();
  events = [];
  closed = 0;
  openMicrophone = () => new Promise<never>(() => {});
  phone = openVisitorPhone({
    transport: exchange.transport,
    sound: {
      open: async () => 'open',
      close: () => void (closed += 1),
      openMicrophone: () => openMicrophone(),
      playVoice: () => {},
    },
  });
  phone.onEvent((event) => void events.push(event));
});
afterEach(() => {
  phone.hangUp();
  vi.useRealTimers();
});
const settle = (ms = 50): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

test('[CHAT-08] a visitor’s telephone never registers', async () => {
  phone.call(pass);
  await settle(400_000);
  expect(exchange.received.filter((message) => message.startsWith('REGISTER'))).toEqual([]);
});

test('[CHAT-08] a connection that goes ends the call, once, and lets go of the microphone', async () => {
  phone.call(pass);
  await settle();
  exchange.drop();
  await settle();
  expect(events).toEqual([{ type: 'ended', by: 'lost', status: null }]);
  expect(closed).toBe(1);
  await settle(60_000);
  expect(events).toHaveLength(1);
});

test('[CHAT-08] an exchange that cannot be reached is told as lost', async () => {
  exchange.isReachable = false;
  phone.call(pass);
  await settle();
  expect(events).toEqual([{ type: 'ended', by: 'lost', status: null }]);
});

test('[CHAT-08] whoever hung up hears nothing more, and may call again', async () => {
  phone.call(pass);
  await settle();
  phone.hangUp();
  await settle();
  expect(events).toEqual([]);
  openMicrophone = () => Promise.reject(new DOMException('Pulled out.', 'NotFoundError'));
  phone.call({ ...pass, guest: 'guest-0987654321' });
  await settle();
  expect(events).toEqual([{ type: 'ended', by: 'us', status: 488 }]);
});
