import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MOST_WAIT_FOR_AGENT_MS } from '#core/call/campaign-call.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { systemTimer, type After } from '#platform/server/timer.ts';
import { testDb } from '#test/test-db.ts';
import { openTestExchange } from '#test/test-exchange.ts';
import { aSettings } from '../core/call-player.fixture.ts';
import { aTenantHouse, aVoice, soon, type House } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 40_000 });

/** The two seconds of a test end when it says so, however busy the machine is. */
const waits: (() => void)[] = [];
const after: After = (ms, act) => (ms === MOST_WAIT_FOR_AGENT_MS ? (waits.push(act), () => {}) : systemTimer(ms, act));

const { db, close } = await testDb();
const ha1 = (account: string): string =>
  createHash('md5').update(`${account}:openseat.test:secret-${account}`).digest('hex');
const exchange = await openTestExchange({ accounts: { find: async (account) => ({ ha1: ha1(account) }) } });
const voice = aVoice(db, { telephony: exchange.telephony, after });
const { campaigns } = voice.desk;
const told: string[] = [];
campaigns.onEvent(({ type }) => void told.push(type));
beforeAll(voice.start);
afterAll(async () => {
  await voice.stop();
  await exchange.close();
  await close();
  expect(voice.problems).toEqual([]);
  expect(exchange.bugs).toEqual([]);
});

const CUSTOMER_HZ = 500;
const ANA_HZ = 900;

async function picksUp({ tenantId }: House) {
  const callId = randomUUID();
  campaigns.dial({
    callId,
    tenantId,
    number: exchange.outside.number,
    country: 'MX',
    trunks: [{ id: 1, name: exchange.outside.line }],
    routerId: 0,
    displayNumber: '525550000101',
    ringMs: 20_000,
    task: { taskId: '7', taskName: 'Renewals', customerId: null },
    language: 'en-US',
    settings: aSettings({ recordCalls: false }),
    then: { kind: 'agents', groupId: null, machine: { rule: 'connect' }, abandonedSoundId: null },
  });
  await soon(() => exchange.outside.rung()).toBeTruthy();
  const customer = exchange.outside.rung()!;
  expect(customer.sipCallId()).toBe(callId);
  customer.ring();
  await customer.answer();
  await soon(() => told.at(-1)).toBe('answered');
  return { callId, customer };
}

test('customer and agent of a campaign hear each other on real phones, and the phone is told to answer by itself', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const ana = await voice.aMemberWithPhone(tenant.tenantId);
  const phone = await exchange.phone(ana.sipNum);
  await soon(() => voice.agentNow(ana).whyNotRoutable).toBeNull();
  const { callId, customer } = await picksUp(tenant);
  customer.speak(CUSTOMER_HZ);
  expect(await campaigns.offer(tenant.tenantId, callId, ana.userId)).toBe(true);
  await soon(() => phone.rung()).toBeTruthy();
  const anas = phone.rung()!;
  expect(anas.header(CallHeader.answersItself)).toBe('1');
  await anas.answer();
  anas.speak(ANA_HZ);
  await soon(() => customer.hears()).toEqual([ANA_HZ]);
  await soon(() => anas.hears()).toEqual([CUSTOMER_HZ]);
  await anas.hangUp();
  await soon(() => customer.at()).toBe('over');
  await soon(() => told.at(-1)).toBe('ended');
});

test('who finds nobody hears a message, and their 9 is heard through it', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const { customer } = await picksUp(tenant);
  expect(await customer.hears()).toEqual([]);
  waits.at(-1)!();
  await soon(() => told.at(-1)).toBe('abandoned');
  await customer.key('9');
  await soon(() => told.at(-1)).toBe('optedOut');
  await soon(() => customer.at()).toBe('over');
  await soon(() => told.at(-1)).toBe('ended');
});
