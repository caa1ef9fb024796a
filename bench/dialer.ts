import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { callPasses } from '#features/chat/chat-channels/server/index.ts';
import { aCampaign, atWork } from '#features/outbound/dialer/server/engine.fixture.ts';
import { openCampaignEngine } from '#features/outbound/dialer/server/index.ts';
import { takeBatch } from '#features/outbound/dialer/server/take-batch.ts';
import { chances } from '#features/team/agent-groups/core/routing.fixture.ts';
import { aDesk } from '#features/team/agent-groups/server/desk.fixture.ts';
import { openCallPlans, roomOnLines } from '#features/voice/call-routes/server/index.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import { systemClock } from '#platform/server/clock.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { systemTimer } from '#platform/server/timer.ts';
import { benchDatabase, fillBare } from './database.ts';
import { aBenchCarrier, type CarrierHabits } from './dialer-carrier.ts';
import { print } from './report.ts';

/*
 * The engine of campaigns with the real database, board, line and plans; calls are led by chance and cost nothing. First what one transaction
 * after another writes down, then what leaves by a flow that may have a thousand calls at once, then a list of a million, then a hundred agents.
 * People here are ten times as quick as people are: a second of it is ten of theirs.
 */
const [LIST, AGENTS, LINES] = [1_000_000, 100, 500];
const [COMMIT_MS, FLOW_MS, LIST_MS, AGENTS_MS] = [10_000, 15_000, 15_000, 40_000];
const QUICK: CarrierHabits = { answerRate: 0.3, ringMs: 1_200, talkMs: 13_500, wrapUpMs: 0 };

const { url, stop } = await benchDatabase();
const db = openDb({ url, max: 10, report: () => {} });
await migrate(url);
const luck = chances(20_261_118);

/** The engine as a process has it that is the home of everybody. */
async function anEngine(habits: CarrierHabits) {
  const house = aDesk(db);
  const plans = openCallPlans({ ...house, catalogue: emptyCatalogue() }, callPasses(db));
  const carrier = aBenchCarrier({ board: house.board, plans }, habits, () => luck.chance());
  const engine = openCampaignEngine(
    {
      ...house,
      db,
      clock: systemClock,
      after: systemTimer,
      desk: carrier.desk,
      plans,
      queues: house.desk,
      room: (tx, ask) => roomOnLines(house, tx, ask),
      doors: () => [],
      flows: null,
      machine: { roomForFlows: () => Infinity },
      newCallId: randomUUID,
    },
    { isHere: () => true, find: async () => ({ at: 'here' }) },
  );
  await house.start();
  await engine.start();
  return {
    ...house,
    engine,
    seen: carrier.seen,
    async stop() {
      await engine.stop();
      await house.stop();
    },
  };
}

/** Customers by one statement: numbers of Mexico City of no country whose hours anybody minds. */
const fill = (id: number, tenantId: number, count: number): Promise<void> =>
  fillBare(db, ['campaign_customer'], (client) =>
    client.query(
      `insert into campaign_customer (tenant_id, campaign_id, number, country, name, consent)
       select $1, $2, (525510000000 + n)::text, '', 'Customer ' || n, 1 from generate_series(1, $3::int) n`,
      [tenantId, id, count],
    ),
  );

/** What is written down by transactions of fifty, one after another, without any call. */
async function committed(): Promise<number> {
  const { tenantId, id } = await aCampaign(db, { kind: 'ai', customers: 0, settings: { flowId: 1 } });
  await fill(id, tenantId, 50_000);
  const parts = {
    room: async () => ({ is: 'open', lines: Infinity, starts: Infinity }) as const,
    newCallId: randomUUID,
  };
  const from = performance.now();
  let begun = 0;
  while (performance.now() - from < COMMIT_MS)
    begun += await db.tenant({ tenantId }, async (tx) => {
      const ask = { campaignId: id, wanted: 50, leaving: 0, passes: 0, nowMs: systemClock.nowMs() };
      return (await takeBatch(parts, tx, ask)).begun.length;
    });
  return (begun / (performance.now() - from)) * 1_000;
}

/** What leaves by a flow, planned and with its end written down. */
async function dialled(): Promise<number> {
  const bench = await anEngine({ ...QUICK, ringMs: 300, talkMs: 500 });
  const settings = { flowId: 1, callsAtOnce: 1_000, retry: { attempts: 1, waits: [] } };
  const { tenantId, id } = await aCampaign(db, { kind: 'ai', customers: 0, settings });
  await fill(id, tenantId, 50_000);
  const from = performance.now();
  await bench.engine.moveIn(tenantId);
  await pause(FLOW_MS);
  const perSecond = (bench.seen.dialled / (performance.now() - from)) * 1_000;
  await bench.stop();
  return perSecond;
}

const megabytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1_048_576;
};

/** A list of a million: how soon somebody is dialled, and how much more memory it takes while it goes on. */
async function aMillion(): Promise<{ startMs: number; grewMb: number }> {
  const bench = await anEngine({ ...QUICK, ringMs: 300, talkMs: 500 });
  const settings = { flowId: 1, callsAtOnce: 200, retry: { attempts: 1, waits: [] } };
  const { tenantId, id } = await aCampaign(db, { kind: 'ai', customers: 0, settings });
  await fill(id, tenantId, LIST);
  const from = performance.now();
  await bench.engine.moveIn(tenantId);
  while (bench.seen.firstMs === null) await pause(5);
  const startMs = bench.seen.firstMs - from;
  await pause(3_000);
  const before = megabytes();
  await pause(LIST_MS);
  const grewMb = megabytes() - before;
  await bench.stop();
  return { startMs, grewMb };
}

/** A hundred agents on five hundred lines: how busy they are, how many found nobody, and what it costs this process. */
async function aHundredAgents() {
  const bench = await anEngine(QUICK);
  const settings = { dispatchType: 3, retry: { attempts: 1, waits: [] } };
  const { tenantId, id } = await aCampaign(db, { customers: 0, settings, line: { maxCalls: LINES } });
  await fill(id, tenantId, 100_000);
  for (let n = 0; n < AGENTS; n += 1) await atWork(db, bench, tenantId);
  await bench.engine.moveIn(tenantId);
  await pause(AGENTS_MS / 4);
  const [from, cpu, talked] = [performance.now(), process.cpuUsage(), bench.seen.talkedMs];
  await pause(AGENTS_MS);
  const lastedMs = performance.now() - from;
  const used = process.cpuUsage(cpu);
  const { answered, abandoned, mostAtOnce } = bench.seen;
  const figures = {
    busy: (bench.seen.talkedMs - talked) / (lastedMs * AGENTS),
    abandoned: abandoned / Math.max(1, answered),
    cores: (used.user + used.system) / 1_000 / lastedMs,
    mostAtOnce,
  };
  await bench.stop();
  return figures;
}

const plain = (bench: string, ours: number, unit: string, goal?: string) => ({
  bench: `dialer.${bench}`,
  ours,
  reference: null,
  unit,
  ...(goal && { goal }),
});
print('Attempts', [
  plain('committed', await committed(), 'a second', '200'),
  plain('dialled', await dialled(), 'a second'),
]);
const list = await aMillion();
print('A list of a million', [
  plain('million.start', list.startMs / 1_000, 's', '5'),
  plain('million.grew', list.grewMb, 'MB', 'flat'),
]);
const people = await aHundredAgents();
print('A hundred agents on five hundred lines', [
  plain('agents.busy', people.busy, 'share'),
  plain('agents.abandoned', people.abandoned, 'share', 'at most 0.03'),
  plain('agents.cores', people.cores, 'cores', 'two with the database'),
  plain('agents.lines', people.mostAtOnce, 'at once', 'at most 500'),
]);
await db.close();
await stop();
