import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FlowPhone, FlowPhoneAccount, FlowPhoneEvent } from '#core/flow-test/flow-phone.port.ts';
import { fakeExchange, type FakeExchange } from './exchange.fixture.ts';
import { openFlowPhone } from './open-flow-phone.ts';

const account: FlowPhoneAccount = {
  number: 'test-1-2-3-abc',
  ha1: 'f'.repeat(32),
  domain: 'exchange.test',
  url: 'wss://exchange.test/cc/sip/main',
  iceServers: [],
  audioDirectory: 'tones/marimba',
};
let exchange: FakeExchange;
let phone: FlowPhone;
let events: FlowPhoneEvent[];
let bell: string[];
let closed: number;

beforeEach(() => {
  vi.useFakeTimers();
  exchange = fakeExchange();
  [events, bell, closed] = [[], [], 0];
  phone = openFlowPhone({
    transport: exchange.transport,
    bell: { ring: (tone) => void bell.push(tone), stop: () => void bell.push('stop') },
    sound: {
      open: async () => 'open',
      close: () => void (closed += 1),
      openMicrophone: () => Promise.reject(new Error('No sound.')),
      playVoice: () => {},
    },
  });
  phone.onEvent((event) => void events.push(event));
});
afterEach(() => {
  phone.close();
  vi.useRealTimers();
});
const settle = (ms = 50): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const registers = (): string[] => exchange.received.filter((message) => message.startsWith('REGISTER'));

test('[FLOW-06] [FLOW-13] the phone of a test registers by its account, for 300 seconds', async () => {
  phone.register(account);
  await settle();
  expect(events).toEqual([{ type: 'registered' }]);
  expect(registers()[0]).toContain('sip:test-1-2-3-abc@exchange.test');
  expect(registers()[0]).toContain('expires=300');
});

test('[FLOW-06] a connection that cannot be made, or breaks, is named “WebSocket closed”, once', async () => {
  exchange.isReachable = false;
  phone.register(account);
  await settle();
  expect(events).toEqual([{ type: 'failed', text: 'WebSocket closed' }]);
  exchange.isReachable = true;
  phone.register(account);
  await settle();
  exchange.drop();
  await settle();
  expect(events.slice(1)).toEqual([{ type: 'registered' }, { type: 'failed', text: 'WebSocket closed' }]);
});

test('[FLOW-06] an account that is not taken is another failure, and says so', async () => {
  exchange.answers['REGISTER'] = 403;
  phone.register(account);
  await settle();
  expect(events).toEqual([{ type: 'failed', text: 'Registration refused (403)' }]);
});

test('[FLOW-06] an exchange that never answers is a failure too: nobody waits for ever', async () => {
  exchange.answers['REGISTER'] = undefined;
  phone.register(account);
  await settle(40_000);
  expect(events).toEqual([{ type: 'failed', text: 'Registration refused (408)' }]);
});

test('[FLOW-06] [FLOW-13] a call rings by the sounds it was given until it is over, and is told once', async () => {
  phone.register({ ...account, number: '1001' });
  await settle();
  exchange.invite('abc');
  await settle();
  expect([events.at(-1), bell.at(-1)]).toEqual([{ type: 'incoming' }, 'marimba']);
  exchange.cancel('abc');
  await settle();
  expect([events.at(-1), bell.at(-1)]).toEqual([{ type: 'ended' }, 'stop']);
  expect(events.filter(({ type }) => type === 'ended')).toHaveLength(1);
});

test('[FLOW-10] whoever closes it hears nothing more, and no microphone stays open', async () => {
  phone.register({ ...account, number: '1001' });
  await settle();
  exchange.invite('abc');
  await settle();
  const eventCount = events.length;
  phone.close();
  await settle(1_000);
  expect([events.length, closed, bell.at(-1)]).toEqual([eventCount, 1, 'stop']);
});
