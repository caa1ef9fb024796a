import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { houseLacks } from '#adapters/telephony/asterisk/config/start-asterisk-house.ts';
import type { Db } from '#platform/server/db/db.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { newKey, writeKeys } from '#platform/server/secrets/key-file.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { aTenant } from '#test/builders.ts';
import { startAsteriskCluster, type AsteriskCluster } from './asterisk-cluster.ts';
import { cpuMsOf, familyCpuMsOf } from './cpu-time.ts';
import { benchDatabase } from './database.ts';
import { startProcess, type DeskProcess } from './desk-processes.ts';
import { AgentStatus } from './exchange-agent.ts';
import { furnish, hire, openGroup, type AgentPost } from './exchange-house.ts';
import { phonesProcess } from './exchange-phones-process.ts';
import { percentile, print, type Figure } from './report.ts';

/*
 * Two processes on one database. First what it costs to ask the one that is not at home: the same questions and orders at home beside them.
 * Then calls set up and ended, and the processor time each takes, through the embedded exchange (at home, and led there by the other process)
 * and through Kamailio and two Asterisk nodes, with the same phones, in the same run.
 */
const ASKED = 400;
const AT_ONCE = 8;
const PEOPLE = 40;
const CHURN = { atOnce: 8, seconds: 10 };
const WARM_UP_SEC = 3;
const PATIENCE_MS = 15_000;

interface Cluster {
  db: Db;
  database: Awaited<ReturnType<typeof benchDatabase>>;
  processes: DeskProcess[];
  asterisk: AsteriskCluster | null;
  stop(): Promise<void>;
}

interface ClusterTeam {
  tenantId: number;
  posts: AgentPost[];
}

async function openCluster(isAtEdge: boolean): Promise<Cluster> {
  const database = await benchDatabase();
  const endings: (() => Promise<unknown>)[] = [() => database.stop()];
  const stop = async (): Promise<void> => {
    for (const end of endings.splice(0).toReversed()) await end();
  };
  try {
    const keyFile = join(database.dataDir, 'secrets.key');
    writeFileSync(keyFile, '');
    writeKeys(keyFile, [newKey()]);
    const asterisk = isAtEdge ? await startAsteriskCluster(database) : null;
    if (asterisk) endings.push(() => asterisk.end());
    const processes: DeskProcess[] = [];
    for (const index of [1, 2]) {
      const one = await startProcess(index, database.url, database.dataDir, { env: asterisk?.env ?? {} });
      endings.push(() => one.end());
      processes.push(one);
    }
    const db = openDb({ url: database.url, max: 4, report() {} });
    endings.push(() => db.close());
    return { db, database, processes, asterisk, stop };
  } catch (problem) {
    await stop();
    throw problem;
  }
}

/** A team at home in the first process, whose people come to the one named. */
async function openTeam(
  { db, processes, asterisk }: Cluster,
  { did, comesTo }: { did: string; comesTo: number },
): Promise<ClusterTeam> {
  const [home, other] = processes;
  const tenantId = await aTenant(db, { name: `Cluster ${did}` });
  await furnish(db, tenantId);
  const hired = await hire({ db, tenantId, origin: (comesTo === 0 ? home : other)!.origin }, PEOPLE);
  const posts = hired.map((post) => (asterisk ? { ...post, isAtEdge: true } : post));
  await openGroup(db, tenantId, 'Cluster', did, posts);
  // Whoever is asked first becomes the home.
  await ask(home!.origin, posts[0]!, '/cc/api/desk/v1/state');
  return { tenantId, posts };
}

async function ask(origin: string, post: AgentPost, path: string, body?: object): Promise<number> {
  const startedMs = performance.now();
  await answerTo(origin, post, path, body);
  return performance.now() - startedMs;
}

async function answerTo<Data>(origin: string, { token }: AgentPost, path: string, body?: object): Promise<Data> {
  const answer = await fetch(`${origin}${path}`, {
    method: body ? 'POST' : 'GET',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Data };
  if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

/** So many of them, some at once; in turn at home and at the other, so that what else the machine does weighs on both. */
async function askBoth(
  { processes }: Cluster,
  posts: readonly AgentPost[],
  one: (origin: string, post: AgentPost, n: number) => Promise<number>,
): Promise<{ home: number[]; passed: number[] }> {
  const times = { home: [] as number[], passed: [] as number[] };
  for (let n = 0; n < 2 * ASKED; n += AT_ONCE) {
    const which = (n / AT_ONCE) % 2 === 0 ? 'home' : 'passed';
    const { origin } = processes[which === 'home' ? 0 : 1]!;
    const took = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => one(origin, posts[(n + at) % posts.length]!, n + at)),
    );
    // The first ones open connections.
    if (n >= 4 * AT_ONCE) times[which].push(...took);
  }
  return times;
}

/** People who go on a break and come back, which is written down each time. */
async function orderBoth(cluster: Cluster, posts: readonly AgentPost[]): Promise<{ home: number[]; passed: number[] }> {
  const [home] = cluster.processes;
  const sipNumbers = new Map<AgentPost, string>();
  for (const post of posts) {
    const { sipNum } = await answerTo<{ sipNum: string }>(home!.origin, post, '/cc/api/agent/v1/sipInfo', {
      agentName: post.email,
      deviceUniqueIdentification: 'bench',
      takeOver: true,
    });
    sipNumbers.set(post, sipNum);
    await ask(home!.origin, post, '/cc/api/agentStatus/v1/web', { status: 'login-web', sipNum });
  }
  return askBoth(cluster, posts, (origin, post, n) =>
    ask(origin, post, '/cc/api/agentStatus/v1/event', {
      sipNumber: sipNumbers.get(post)!,
      status: Math.floor(n / AT_ONCE) % 2 === 0 ? AgentStatus.onBreak : AgentStatus.available,
      timeStamp: '',
      eventType: StatusEvent.changed,
    }),
  );
}

interface Churned {
  perSecond: number;
  ringP50Ms: number;
  ringP99Ms: number;
  refused: number;
  productMs: number;
  postgresMs: number;
  exchangeMs: number;
}

async function churn(cluster: Cluster, { posts }: ClusterTeam): Promise<Churned> {
  const phones = phonesProcess();
  try {
    await phones.ask({ do: 'seat', posts });
    const pairs = Array.from({ length: posts.length / 2 }, (_, at): [number, number] => [2 * at, 2 * at + 1]);
    await phones.ask({ do: 'churn', pairs, atOnce: CHURN.atOnce, seconds: WARM_UP_SEC });
    await wait(2_000);
    const [before, beganMs] = [cpuOf(cluster), performance.now()];
    const { calls, refused, ringMs } = await phones.ask<{ calls: number; refused: number; ringMs: number[] }>({
      do: 'churn',
      pairs,
      ...CHURN,
    });
    const lastedMs = performance.now() - beganMs;
    // What they leave to be written down belongs to them.
    await wait(2_000);
    const after = cpuOf(cluster);
    const each = (part: keyof typeof after): number => (after[part] - before[part]) / calls;
    return {
      perSecond: (calls * 1_000) / lastedMs,
      ringP50Ms: percentile(ringMs, 0.5),
      ringP99Ms: percentile(ringMs, 0.99),
      refused,
      productMs: each('product'),
      postgresMs: each('postgres'),
      exchangeMs: each('exchange'),
    };
  } finally {
    phones.child.kill('SIGKILL');
  }
}

const cpuOf = ({ processes, database, asterisk }: Cluster) => ({
  product: cpuMsOf(...processes.map((one) => one.pid())),
  postgres: familyCpuMsOf(database.pid),
  exchange: asterisk
    ? [asterisk.parts.edge, ...asterisk.parts.nodes].reduce((sum, part) => {
        const pid = part.pid();
        return sum + (pid === null ? 0 : familyCpuMsOf(pid));
      }, 0)
    : 0,
});

const figures: Figure[] = [];
const notes = [`load average before the run ${loadavg()[0]!.toFixed(1)}`];

const embedded = await openCluster(false);
let [atHome, led]: [Churned | null, Churned | null] = [null, null];
try {
  const team = await openTeam(embedded, { did: '525550009101', comesTo: 0 });
  const asked = await askBoth(embedded, team.posts, (origin, post) => ask(origin, post, '/cc/api/desk/v1/state'));
  const ordered = await orderBoth(embedded, team.posts.slice(0, AT_ONCE));
  for (const [name, times] of [
    ['question', asked],
    ['order', ordered],
  ] as const)
    for (const share of [0.5, 0.99])
      figures.push({
        bench: `cluster.${name}.p${share * 100}`,
        ours: percentile(times.passed, share),
        reference: percentile(times.home, share),
        unit: 'ms',
        goal: 'passed on, beside asked at home',
      });
  atHome = await churn(embedded, team);
  led = await churn(embedded, await openTeam(embedded, { did: '525550009102', comesTo: 1 }));
} finally {
  await embedded.stop();
}

const lacks = houseLacks();
let outside: Churned | null = null;
if (lacks) notes.push(`no Asterisk beside it: ${lacks}`);
else {
  const cluster = await openCluster(true);
  try {
    outside = await churn(cluster, await openTeam(cluster, { did: '525550009103', comesTo: 0 }));
  } finally {
    await cluster.stop();
  }
}

const calls: [string, string, (one: Churned) => number][] = [
  ['perSecond', 'calls/s', (one) => one.perSecond],
  ['ring.p50', 'ms', (one) => one.ringP50Ms],
  ['ring.p99', 'ms', (one) => one.ringP99Ms],
  ['cpu.product', 'ms/call', (one) => one.productMs],
  ['cpu.postgres', 'ms/call', (one) => one.postgresMs],
  ['cpu.exchange', 'ms/call', (one) => one.exchangeMs],
  ['cpu', 'ms/call', (one) => one.productMs + one.postgresMs + one.exchangeMs],
];
for (const [name, unit, of] of calls) {
  const reference = outside ? of(outside) : null;
  figures.push({
    bench: `cluster.calls.${name}`,
    ours: of(atHome!),
    reference,
    unit,
    goal: 'embedded beside Asterisk',
  });
  if (name !== 'cpu.exchange')
    figures.push({
      bench: `cluster.led.${name}`,
      ours: of(led!),
      reference: of(atHome!),
      unit,
      goal: 'led by the other',
    });
}
print('cluster: two processes, questions passed on, calls embedded beside Asterisk', figures);
for (const [name, one] of [
  ['embedded', atHome],
  ['led', led],
  ['Asterisk', outside],
] as const)
  if (one) notes.push(`${name}: ${one.refused} calls refused because somebody had just hung up`);
for (const note of notes) console.log(`  ${note}`);
// The phones' own threads would keep it for ever.
process.exit(0);
