import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { rehearsalNumbers } from '#adapters/telephony/rehearsal/rehearsal-numbers.ts';
import { chances } from '#features/team/agent-groups/core/routing.fixture.ts';
import type { AgentPost } from './exchange-agent.ts';
import { openHouse, type House } from './exchange-house.ts';
import type { ProbeReading } from './exchange-probe.ts';
import type { SoakOrder, SoakTally } from './soak-agents.ts';

/*
 * Agents in processes of their own call everybody and everything for a while, by chance of a seed; customers call in, phones vanish.
 * After a minute of it, and again at the end, all leave, and what the server still holds is counted. The second count must not
 * exceed the first.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '20261115' },
    warmup: { type: 'string', default: '1' },
  },
});
const [MINUTES, SEED, WARM_UP_MINUTES] = [Number(values.minutes), Number(values.seed), Number(values.warmup)];
const TEAMS = 3;
const TEAM = 4;
const DIDS = ['525550009001', '525550009002'] as const;
/** What phones that vanished leave behind is given up within 32 s; who speaks to a voicemail may take two minutes. */
const SETTLE_MS = 200_000;
/** Whether what grows goes on growing is seen by looking more than twice. */
const LOOK_EVERY_MS = 300_000;

/** What may be more afterwards, by how much: pools and caches breathe. Everything else must return exactly. */
const ROOM: Record<string, number> = {
  'open files': 12,
  'rss MB': 40,
  'heap MB': 8,
  // The ways to the database, which on its own machine is reached by a socket in a folder.
  'handle PipeWrap': 12,
  'handle TCPSocketWrap': 12,
  'handle Timeout': 6,
  threads: 2,
};

/** Nobody is there, so none of it may be. */
const mustBeNone = [
  'phone sockets',
  'registrations',
  'dialogs',
  'transactions',
  'timers of SIP',
  'legs',
  'own calls',
  'open records',
  'waiting',
  'agents in a call',
  'open attempts',
  'agents online',
];

/** Those that only refuse are many and all alike: one in ten is enough. */
const numbers = rehearsalNumbers
  .filter(({ refusal }, at) => refusal === null || at % 10 === 0)
  .map(({ number }) => number);

const luck = chances(SEED);
const house = await openHouse({ logLevel: 'warn' });
console.log(
  `soak: ${MINUTES} minutes after ${WARM_UP_MINUTES} of warm-up, seed ${SEED}, load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
const posts = await house.hire(TEAMS * TEAM);
await house.db.everyTenant('a soak', (tx) =>
  sql`update agent set record_calls = true, wrap_up = true where tenant_id = ${house.tenantId}`.execute(tx.as()),
);
// Two machines that were left to each other by a transfer would talk for ever.
await house.db.everyTenant('a soak', (tx) =>
  sql`insert into tenant_setting (tenant_id, name, value) values (${house.tenantId}, 'maxDurationOfSingleCall', '60')`.execute(
    tx.as(),
  ),
);
const groupIds = [
  await house.openGroup('Sales', DIDS[0], posts.slice(0, 8)),
  await house.openGroup('Support', DIDS[1], posts.slice(4)),
];
const colleagues = (
  await house.db.everyTenant('a soak', (tx) =>
    sql<{
      userId: number;
      sipNum: string;
    }>`select user_id "userId", sip_num "sipNum" from agent where tenant_id = ${house.tenantId}`.execute(tx.as()),
  )
).rows;
const tally: SoakTally = { did: {}, wrong: [] };

let failed = false;
try {
  await traffic(WARM_UP_MINUTES);
  const before = await settled(null);
  await traffic(MINUTES);
  const after = await settled(before);
  failed = report(before, after);
} finally {
  await house.stop();
}
process.exit(failed ? 1 : 0);

interface Team {
  child: ChildProcess;
  posts: AgentPost[];
}

function openTeam(members: AgentPost[]): Team {
  const child = fork(join(import.meta.dirname, 'soak-agents.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  // A team killed on purpose says nothing any more.
  child.on('error', () => {});
  child.send({ posts: members, colleagues, groupIds, numbers, seed: luck.between(1, 1e9) } satisfies SoakOrder);
  return { child, posts: members };
}

async function traffic(minutes: number): Promise<void> {
  console.log(`calls for ${minutes} minutes`);
  const teams = Array.from({ length: TEAMS }, (_, at) => openTeam(posts.slice(at * TEAM, (at + 1) * TEAM)));
  const fromMs = Date.now();
  let nextLookMs = fromMs + LOOK_EVERY_MS;
  for (const untilMs = fromMs + minutes * 60_000; Date.now() < untilMs;) {
    await wait(luck.between(300, 2_500));
    await callIn();
    if (Date.now() >= nextLookMs) {
      nextLookMs += LOOK_EVERY_MS;
      const minute = Math.round((Date.now() - fromMs) / 60_000);
      console.log(`  minute ${minute}: ${memoryOf(await house.measure())}`);
    }
    if (luck.chance() < 0.02) await killAndReplace(teams, luck.between(0, TEAMS - 1));
  }
  await Promise.all(
    teams.map(async ({ child }) => {
      child.send('leave');
      const [childTally] = (await Promise.race([
        once(child, 'message'),
        wait(60_000, [{ did: {}, wrong: ['a team does not leave'] }]),
      ])) as [SoakTally];
      for (const [what, times] of Object.entries(childTally.did)) tally.did[what] = (tally.did[what] ?? 0) + times;
      tally.wrong.push(...childTally.wrong);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }),
  );
  await hangUpCustomers();
}

/** All phones of a team vanish in the middle of whatever they do; the people come back. */
async function killAndReplace(teams: Team[], at: number): Promise<void> {
  const { child, posts: members } = teams[at]!;
  tally.did['team killed'] = (tally.did['team killed'] ?? 0) + 1;
  child.kill('SIGKILL');
  await once(child, 'exit');
  teams[at] = openTeam(members);
}

async function callIn(): Promise<void> {
  await rehearse('callIn', { did: DIDS[luck.between(0, 1)], seed: luck.between(0, 1e9) });
  tally.did['customer called'] = (tally.did['customer called'] ?? 0) + 1;
}

async function hangUpCustomers(): Promise<void> {
  const stage = await rehearse<{ customers: { customerId: string; state: string }[] }>('stage', {});
  for (const { customerId, state } of stage?.customers ?? [])
    if (state !== 'ended') await rehearse('hangUp', { customerId });
}

async function rehearse<Data>(what: string, body: object): Promise<Data | null> {
  const { token } = posts[luck.between(0, posts.length - 1)]!;
  const answer = await fetch(`${house.origin}/cc/api/rehearsal/v1/${what}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { code, data, msg } = (await answer.json()) as { code: number; data: Data; msg: string };
  if (code !== 0) tally.wrong.push(`${what}: ${code} ${msg}`);
  return data;
}

/** What is resident and neither JavaScript's nor room it keeps is code, native memory and what malloc has not given back. */
function memoryOf({ rss, heap, heapRoom }: ProbeReading): string {
  return `resident ${inMB(rss)} MB, of JavaScript ${inMB(heap)} in ${inMB(heapRoom)}, the rest ${inMB(rss - heapRoom)}`;
}

function inMB(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

type Counts = Record<string, number>;

/** Counts again and again until nothing is more than it was, or patience ends. */
async function settled(before: Counts | null): Promise<Counts> {
  const untilMs = Date.now() + SETTLE_MS;
  for (;;) {
    await wait(3_000);
    const now = await count(house);
    const isQuiet = before ? grown(before, now).length === 0 : mustBeNone.every((what) => now[what] === 0);
    if (isQuiet || Date.now() > untilMs) return now;
    console.log(
      `  still there: ${(before ? grown(before, now) : mustBeNone.filter((what) => now[what] !== 0)).map((what) => `${what} ${now[what]}`).join(', ')}`,
    );
  }
}

function grown(before: Counts, after: Counts): string[] {
  return Object.keys(after).filter((what) =>
    mustBeNone.includes(what) ? after[what] !== 0 : after[what]! > (before[what] ?? 0) + (ROOM[what] ?? 0),
  );
}

async function count({ db, pid, tenantId, ...server }: House): Promise<Counts> {
  const [metrics, probe] = [await server.metrics(), await server.measure()];
  const { rows } = await db.everyTenant('a soak', (tx) =>
    sql<Counts>`select
    (select count(*) from call_record where tenant_id = ${tenantId} and ended_at is null) "open records",
    (select count(*) from queue_entry where tenant_id = ${tenantId} and ended_at is null and kind = 'call') waiting,
    (select count(*) from agent_state where tenant_id = ${tenantId} and call_id is not null) "agents in a call",
    (select count(*) from agent_state where tenant_id = ${tenantId} and status <> 0) "agents online",
    (select count(*) from call_attempt where tenant_id = ${tenantId} and ended_at is null) "open attempts"`.execute(
      tx.as(),
    ),
  );
  const exchange = (name: string): number => metrics[`openseat_exchange_${name}`] ?? -1;
  return {
    'phone sockets': exchange('phone_sockets'),
    registrations: exchange('registrations'),
    dialogs: exchange('dialogs'),
    transactions: exchange('transactions'),
    'timers of SIP': exchange('timers'),
    legs: exchange('legs'),
    'own calls': exchange('own_calls'),
    ...rows[0]!,
    'UDP sockets': udpSockets(pid),
    'open files': probe.files,
    threads: probe.threads,
    'rss MB': inMB(probe.rss),
    'heap MB': inMB(probe.heap),
    ...Object.fromEntries(Object.entries(probe.handles).map(([kind, number]) => [`handle ${kind}`, number])),
  };
}

/** UDP sockets of a process, the media library's own among them; 0 where the system does not tell. */
function udpSockets(pid: number): number {
  try {
    const inodes = new Set(
      ['udp', 'udp6'].flatMap((kind) =>
        readFileSync(`/proc/${pid}/net/${kind}`, 'utf8')
          .split('\n')
          .slice(1)
          .flatMap((line) => line.trim().split(/\s+/)[9] ?? []),
      ),
    );
    return readdirSync(`/proc/${pid}/fd`).filter((file) => {
      try {
        return inodes.has(/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${file}`))?.[1] ?? '');
      } catch {
        return false;
      }
    }).length;
  } catch {
    return 0;
  }
}

function report(before: Counts, after: Counts): boolean {
  const left = grown(before, after);
  console.log(`\n${'what'.padEnd(28)}${'before'.padStart(8)}${'after'.padStart(8)}`);
  for (const what of new Set([...Object.keys(before), ...Object.keys(after)])) {
    console.log(
      `${what.padEnd(28)}${String(before[what] ?? 0).padStart(8)}${String(after[what] ?? 0).padStart(8)}${left.includes(what) ? '  ← did not return' : ''}`,
    );
  }
  console.log(
    `\ndid: ${Object.entries(tally.did)
      .toSorted(([, a], [, b]) => b - a)
      .map(([what, times]) => `${what} ${times}`)
      .join(', ')}`,
  );
  // What had to be put right afterwards counts as a bug, too.
  const bugs = readFileSync(house.logFile, 'utf8')
    .split('\n')
    .filter((line) => /"level":(50|60)|left in a call that is over/.test(line));
  for (const problem of new Set([...tally.wrong, ...bugs])) console.log(`wrong: ${problem.slice(0, 600)}`);
  console.log(JSON.stringify({ soak: MINUTES, seed: SEED, left, wrong: tally.wrong.length, bugs: bugs.length }));
  return left.length > 0 || tally.wrong.length > 0 || bugs.length > 0;
}
