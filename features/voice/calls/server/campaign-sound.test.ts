import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AnswererEar } from '#core/call/answerer-ear.port.ts';
import { MOST_WAIT_FOR_AGENT_MS, type CampaignCallEnd } from '#core/call/campaign-call.ts';
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
/** Takes whoever is loud for somebody who spoke, and for a person. */
const ear: AnswererEar = {
  listen(stream, onAnswerer) {
    let isHeard = false;
    stream.onFrame((frame) => {
      if (isHeard || !frame.some((sample) => Math.abs(sample) > 2_000)) return;
      isHeard = true;
      onAnswerer({ is: 'speech' });
      onAnswerer({ is: 'person', silentMs: 0 });
    });
    return () => {};
  },
};
const voice = aVoice(db, { telephony: exchange.telephony, after, ear });
const { campaigns } = voice.desk;
const eventTypes: string[] = [];
const ends: CampaignCallEnd[] = [];
campaigns.onEvent((event) => {
  eventTypes.push(event.type);
  if (event.type === 'ended') ends.push(event.end);
});
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

type Rule = 'connect' | 'hangUp';

async function dials({ tenantId }: House, rule: Rule) {
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
    goal: { kind: 'agents', groupId: null, machine: { rule }, abandonedSoundId: null },
  });
  await soon(() => exchange.outside.rung()).toBeTruthy();
  const customer = exchange.outside.rung()!;
  expect(customer.sipCallId()).toBe(callId);
  return { callId, customer };
}

async function picksUp(tenant: House) {
  const { callId, customer } = await dials(tenant, 'connect');
  customer.ring();
  await customer.answer();
  await soon(() => eventTypes.at(-1)).toBe('answered');
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
  expect([anas.header(CallHeader.answersItself), anas.header('Answer-Mode')]).toEqual(['1', 'Auto']);
  await anas.answer();
  anas.speak(ANA_HZ);
  await soon(() => customer.hears()).toEqual([ANA_HZ]);
  await soon(() => anas.hears()).toEqual([CUSTOMER_HZ]);
  await anas.hangUp();
  await soon(() => customer.at()).toBe('over');
  await soon(() => eventTypes.at(-1)).toBe('ended');
});

test('who finds nobody hears a message, and their 9 is heard through it', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const { customer } = await picksUp(tenant);
  expect(await customer.hears()).toEqual([]);
  waits.at(-1)!();
  await soon(() => eventTypes.at(-1)).toBe('abandoned');
  await customer.key('9');
  await soon(() => eventTypes.at(-1)).toBe('optedOut');
  await soon(() => customer.at()).toBe('over');
  await soon(() => eventTypes.at(-1)).toBe('ended');
});

test('where machines are listened for, who speaks is heard before the answer and after it', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const mailbox = await dials(tenant, 'hangUp');
  mailbox.customer.speakEarly();
  mailbox.customer.speak(CUSTOMER_HZ);
  await soon(() => voice.desk.call(tenant.tenantId, mailbox.callId)?.current().campaign?.spokeEarly).toBe(true);
  await mailbox.customer.decline(480);
  await soon(() => ends.at(-1)).toMatchObject({ earlyVoicemail: true, wasAnswered: false });
  const { customer } = await dials(tenant, 'hangUp');
  customer.ring();
  await customer.answer();
  await soon(() => eventTypes.at(-1)).toBe('rang');
  customer.speak(CUSTOMER_HZ);
  await soon(() => eventTypes.at(-1)).toBe('answered');
  await customer.hangUp();
  await soon(() => ends.at(-1)).toMatchObject({ wasAnswered: true, endedBy: 'customer' });
});
