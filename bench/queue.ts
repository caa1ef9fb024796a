import { sql } from 'kysely';
import type { Agent, Group, NewEntry, RoutingEvent } from '#features/team/agent-groups/core/routing.ts';
import { emptyRouting, routingMachine, type Routing } from '#features/team/agent-groups/core/routing-machine.ts';
import { aCall, aGroup, anAgent, chances } from '#features/team/agent-groups/core/routing.fixture.ts';
import { aDesk, aGroupOf } from '#features/team/agent-groups/server/desk.fixture.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { aTenant } from '#test/builders.ts';
import { benchDatabase } from './database.ts';
import { median, percentile, print } from './report.ts';

/*
 * 500 agents in 50 groups, each in three, some with skills; 10,000 callers wait, one in ten for a skill. An agent
 * becomes free, is given a call, takes it, and another caller comes: five events a turn, one of them an offer. Beside
 * it the same turns by looking through everybody who waits, and by a plain heap that knows neither groups nor skills.
 */
const RUNS = 5;
const [AGENTS, GROUPS, WAITING, TURNS] = [500, 50, 10_000, 4_000];
const skill = { skill: 'es', level: 5, required: true, relaxAfterSec: 600 };
const groups: Group[] = Array.from({ length: GROUPS }, (_, index) =>
  aGroup({ id: index + 1, maxWaitSec: 36_000, overflow: { kind: 'voicemail' }, announcePosition: true }),
);
const agents: Agent[] = Array.from({ length: AGENTS }, (_, index) =>
  anAgent(index + 1, {
    routable: false,
    groups: [(index % GROUPS) + 1, ((index * 7 + 3) % GROUPS) + 1, ((index * 13 + 5) % GROUPS) + 1].filter(
      (id, at, all) => all.indexOf(id) === at,
    ),
    skills: index % 3 === 0 ? { es: 6 } : {},
  }),
);
const luck = chances(20_261_115);
const entries: NewEntry[] = Array.from({ length: WAITING + TURNS }, (_, index) =>
  aCall(`call-${index}`, {
    groupId: luck.between(1, GROUPS),
    priority: luck.chance() < 0.05 ? 5 : 0,
    queuedAtMs: index,
    requirements: luck.chance() < 0.1 ? [skill] : [],
  }),
);

function machine(): { perSecond: number; eachMs: number[] } {
  let routing: Routing = emptyRouting;
  let events = 0;
  const send = (event: RoutingEvent) => {
    const step = routingMachine(routing, event);
    routing = step.state;
    events += 1;
    return step.effects;
  };
  for (const group of groups) send({ type: 'groupChanged', group, nowMs: 0 });
  for (const agent of agents) send({ type: 'agentChanged', agent, nowMs: 0 });
  for (const entry of entries.slice(0, WAITING)) send({ type: 'callQueued', entry, nowMs: entry.queuedAtMs });
  const eachMs: number[] = [];
  events = 0;
  const from = performance.now();
  for (let turn = 0; turn < TURNS; turn += 1) {
    const nowMs = WAITING + turn;
    const agent = agents[turn % AGENTS]!;
    const before = performance.now();
    const offer = send({ type: 'agentChanged', agent: { ...agent, routable: true, idleSinceMs: nowMs }, nowMs }).find(
      (effect) => effect.type === 'offer',
    );
    eachMs.push(performance.now() - before);
    if (offer) {
      send({ type: 'agentChanged', agent: { ...agent, idleSinceMs: nowMs }, nowMs });
      send({ type: 'offerEnded', callId: offer.callId, userId: agent.userId, outcome: 'answered', nowMs });
    }
    send({ type: 'tick', nowMs });
    send({ type: 'callQueued', entry: entries[WAITING + turn]!, nowMs });
  }
  return { perSecond: events / ((performance.now() - from) / 1_000), eachMs };
}

/** The same turns by a list that is looked through; the five events cost it one search and one push. */
function scan(): number {
  let waiting = entries.slice(0, WAITING);
  const from = performance.now();
  const turns = TURNS / 10;
  for (let turn = 0; turn < turns; turn += 1) {
    const agent = agents[turn % AGENTS]!;
    let best: NewEntry | null = null;
    for (const entry of waiting) {
      if (
        !agent.groups.includes(entry.groupId) ||
        !entry.requirements.every((one) => (agent.skills[one.skill] ?? 0) >= one.level)
      )
        continue;
      if (
        best === null ||
        entry.priority > best.priority ||
        (entry.priority === best.priority && entry.queuedAtMs < best.queuedAtMs)
      )
        best = entry;
    }
    waiting = waiting.filter((entry) => entry !== best);
    waiting.push(entries[WAITING + turn]!);
  }
  return (5 * turns) / ((performance.now() - from) / 1_000);
}

/** A plain heap of everybody: what a queue without groups, skills and agents costs. */
function heap(): number {
  const list: NewEntry[] = [];
  const before = (a: NewEntry, b: NewEntry) =>
    a.priority > b.priority || (a.priority === b.priority && a.queuedAtMs < b.queuedAtMs);
  const swap = (a: number, b: number) => ([list[a], list[b]] = [list[b]!, list[a]!]);
  const push = (entry: NewEntry) => {
    let at = list.push(entry) - 1;
    while (at > 0 && before(list[at]!, list[(at - 1) >> 1]!)) at = (swap(at, (at - 1) >> 1), (at - 1) >> 1);
  };
  const pop = () => {
    swap(0, list.length - 1);
    list.pop();
    for (let at = 0, child = 1; child < list.length; child = 2 * at + 1) {
      if (child + 1 < list.length && before(list[child + 1]!, list[child]!)) child += 1;
      if (!before(list[child]!, list[at]!)) break;
      at = (swap(at, child), child);
    }
  };
  for (const entry of entries.slice(0, WAITING)) push(entry);
  const from = performance.now();
  for (let turn = 0; turn < TURNS; turn += 1) {
    pop();
    push(entries[WAITING + turn]!);
  }
  return (5 * TURNS) / ((performance.now() - from) / 1_000);
}

const [ours, scanned, heaped, times] = [[] as number[], [] as number[], [] as number[], [] as number[]];
machine();
for (let run = 0; run < RUNS; run += 1) {
  scanned.push(scan());
  heaped.push(heap());
  const { perSecond, eachMs } = machine();
  ours.push(perSecond);
  times.push(...eachMs);
}

// Calls put in line and written down, all at once as after an outage of the carrier; beside one plain insert each.
const [CALLS, WRITERS] = [2_000, 20];
const database = await benchDatabase();
await migrate(database.url);
const db = openDb({ url: database.url, report() {} });
const tenantId = await aTenant(db);
const groupId = await aGroupOf(db, tenantId, []);
const it = aDesk(db);
await it.start();
const stored = { desk: [] as number[], plain: [] as number[] };
for (let run = 0; run < 3; run += 1) {
  const plainFrom = performance.now();
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => insertEvery(run, writer)));
  stored.plain.push(CALLS / ((performance.now() - plainFrom) / 1_000));
  const from = performance.now();
  await Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      it.desk.enqueue({ tenantId, groupId, callId: `call-${run}-${index}`, customerNumber: '525512345678' }),
    ),
  );
  stored.desk.push(CALLS / ((performance.now() - from) / 1_000));
}
await it.stop();
await db.close();
await database.stop();

print(`queue: ${AGENTS} agents, ${GROUPS} groups, ${WAITING} waiting`, [
  {
    bench: 'queue.decisions',
    ours: median(ours),
    reference: median(scanned),
    unit: 'events/s',
    goal: 'ratio ≥ 5 (reference: looking through everybody)',
  },
  {
    bench: 'queue.decisions.heap',
    ours: median(ours),
    reference: median(heaped),
    unit: 'events/s',
    goal: 'reference: a plain heap, without groups and skills',
  },
  { bench: 'queue.offer.p99', ours: percentile(times, 0.99) * 1_000, reference: null, unit: 'µs', goal: '≤ 1000' },
  {
    bench: 'queue.stored',
    ours: median(stored.desk),
    reference: median(stored.plain),
    unit: 'calls/s',
    goal: 'ratio ≥ 1 (reference: one insert each)',
  },
]);

async function insertEvery(run: number, writer: number): Promise<void> {
  for (let index = writer; index < CALLS; index += WRITERS) {
    await db.tenant({ tenantId }, (tx) =>
      sql`insert into queue_entry (call_id, group_id, kind, customer_number, priority, queued_at, entered_at, state, left_why, ended_at, node)
        values (${`plain-${run}-${index}`}, ${groupId}, 'call', '', 0, now(), now(), 'left', '', now(), '')`.execute(
        tx.as(),
      ),
    );
  }
}
