import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { aTenantHouse, aVoice, soon } from '#features/voice/calls/server/calls.fixture.ts';
import { publishedFlow } from '#features/flows/flows/server/index.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { testDb } from '#test/test-db.ts';
import { openTestExchange } from '#test/test-exchange.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openLog } from '#platform/server/log.ts';
import { openFlowHost } from './flow-host.ts';
import { openTalks } from './open-talks.ts';
import { storedTalks } from './talks.fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const { db, close } = await testDb();
const exchange = await openTestExchange({ accounts: { find: async () => null } });
const speech = fakeSpeech();
const problems: string[] = [];
const shelf = { published: publishedFlow };
const talks = openTalks(
  {
    db,
    clock: systemClock,
    log: openLog('error', { write: (line) => void problems.push(line) }),
    exchange: { domain: 'openseat.test', node: 'flows', iceServers: () => [] },
  },
  {
    speech,
    shelf,
    sounds: { samples: async () => null },
    outside: async () => {
      throw new Error('nobody');
    },
  },
);
const voice = aVoice(db, { telephony: exchange.telephony, flows: openFlowHost(db, talks, shelf) });
beforeAll(voice.start);
afterAll(async () => {
  await voice.stop();
  await talks.stop();
  await exchange.close();
  await close();
  expect([...problems, ...voice.problems, ...exchange.bugs]).toEqual([]);
});

const spoken = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const intents = [
  { key: 'sales', name: 'Sales', examples: ['sales'] },
  { key: 'help', name: 'Help', examples: ['help'] },
];
const reception = aFlow(
  {
    ask: { kind: 'listen', settings: { ...spoken('Sales or help?'), intents } },
    bye: { kind: 'hangUp', settings: spoken('Goodbye.') },
  },
  ['start next ask', 'ask sales bye', 'ask help bye'],
);

/** A tenant whose number is answered by a flow. */
async function aFlowHouse(flow: Flow) {
  const house = await aTenantHouse(db, { carrier: 'main' });
  await db.everyTenant('a flow', async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into flow (tenant_id, name, draft, published_version) values (${house.tenantId}, 'Reception', '{}', 1) returning id`.execute(
      tx.as(),
    );
    await sql`insert into flow_version (tenant_id, flow_id, version, flow) values (${house.tenantId}, ${rows[0]!.id}, 1, ${JSON.stringify(flow)}::jsonb)`.execute(
      tx.as(),
    );
    await sql`update did_number set inbound_config = 2, flow_id = ${rows[0]!.id} where number = ${house.did}`.execute(
      tx.as(),
    );
  });
  return house;
}

test('[CC-07] a published flow answers a number on a real exchange: it is heard, hears, understands, says goodbye and hangs up', async () => {
  const house = await aFlowHouse(reception);
  const customer = exchange.outside.callIn(house.did, '525512345678');
  await soon(() => customer.hears()).not.toEqual([]);
  // It has asked its question.
  await soon(async () => (await storedTalks(db, house.tenantId))[0]?.types.length ?? 0).toBeGreaterThan(4);
  await soon(() => customer.hears()).toEqual([]);
  speech.recognizer.hears('help', { phrase: 'help' });
  customer.speak(700);
  await soon(() => speech.recognizer.asks.length).toBeGreaterThan(0);
  customer.beSilent();
  await soon(async () => (await storedTalks(db, house.tenantId))[0]?.result).toBe(AiCallResult.communicated);
  await soon(async () => (await voice.records(house.tenantId))[0]).toMatchObject({
    outcome: CallOutcome.talked,
    ended: true,
    ended_by: 'server',
  });
});

test('[CC-07] keys pressed on a real line reach the flow', async () => {
  const menu = aFlow({ menu: { kind: 'listen', settings: { ...spoken('Press a key.'), intents: [] } } }, [
    'start next menu',
  ]);
  const house = await aFlowHouse(menu);
  const customer = exchange.outside.callIn(house.did, '525512345678');
  await soon(() => customer.hears()).not.toEqual([]);
  await customer.key('4');
  await soon(async () => (await storedTalks(db, house.tenantId))[0]?.types ?? []).toContain(24);
  await customer.hangUp();
  await soon(async () => (await storedTalks(db, house.tenantId))[0]?.result).toBe(AiCallResult.userHungUp);
});
