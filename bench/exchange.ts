import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { answerOf, openHouse } from './exchange-house.ts';
import { phonesProcess } from './exchange-phones-process.ts';
import { percentile, print, type Figure } from './report.ts';

/*
 * The product's own server with calls between WebRTC phones, which are in another process: processor time of a call that goes on,
 * forwarded, mixed (a supervisor listens to each) and recorded; calls set up and ended per second of processor; how long a phone
 * waits for ringing; memory. Beside it a bare relay of the same library that joins the same phones. 100 % is one core; the
 * database is not in it, encryption is; what the database does for a call is told apart.
 */
const SIZES = [20, 50, 100] as const;
const MIXED = 50;
const SECONDS = 10;
/** Of a core: with hundreds of phones registered, this is rest. */
const RESTING_SHARE = 0.1;
/** Calls at once, and pairs that take turns: whoever just hung up is busy for a moment more. */
const CHURN = { atOnce: 8, pairs: 40, seconds: 10 };
const pairsOf = (from: number, to: number): [number, number][] =>
  Array.from({ length: to - from }, (_, at) => [2 * (from + at), 2 * (from + at) + 1]);
const MOST = SIZES.at(-1)!;
/** Of the 50 packets a second that each phone is sent. */
const LEAST_HEARD = 49;

interface Talking {
  /** Percent of a core, all calls together. */
  percent: number;
  phonesPercent: number;
  /** Packets a second that each phone heard; 50 were sent. */
  heard: number;
  /** Phones whose call ended by itself: a machine too busy loses sound. */
  lost: number;
}

const figures: Figure[] = [];
const notes: string[] = [
  `load average before the run ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
];

const floor = await measureRelay();
await measureProduct();
print('exchange: calls between WebRTC phones', figures);
for (const note of notes) console.log(`  ${note}`);

async function talking(
  phones: ReturnType<typeof phonesProcess>,
  cpuUs: () => Promise<number>,
  count: number,
  seconds = SECONDS,
): Promise<Talking> {
  await wait(1_500);
  const [phonesBefore, before, beganMs] = [
    await phones.ask<{ cpuUs: number }>({ do: 'count' }),
    await cpuUs(),
    performance.now(),
  ];
  await wait(seconds * 1_000);
  const [after, lastedMs] = [await cpuUs(), performance.now() - beganMs];
  const phonesAfter = await phones.ask<{ cpuUs: number; heard: number; talking: number }>({ do: 'count' });
  return {
    percent: (after - before) / 10 / lastedMs,
    phonesPercent: (phonesAfter.cpuUs - phonesBefore.cpuUs) / 10 / lastedMs,
    heard: phonesAfter.heard / count / (lastedMs / 1_000),
    lost: Math.max(0, count - phonesAfter.talking),
  };
}

async function measureRelay(): Promise<{ percent: Map<number, number>; kbPerCall: number; setupPerCpuSec: number }> {
  const relay = fork(join(import.meta.dirname, 'exchange-relay.ts'), [String(await freeUdpPort())], {
    execArgv: ['--expose-gc'],
  });
  const ask = async <Answer>(order: object): Promise<Answer> => {
    relay.send(order);
    return (await answerOf(relay)) as Answer;
  };
  const phones = phonesProcess();
  const cpuUs = async (): Promise<number> => (await ask<{ cpuUs: number }>({ cpu: true })).cpuUs;
  const join_ = async (pairs: number): Promise<void> => {
    const { offers } = await phones.ask<{ offers: string[] }>({ do: 'offer', count: 2 * pairs });
    const { answers } = await ask<{ answers: string[] }>({ offers });
    await phones.ask({ do: 'accept', answers });
  };
  const part = async (pairs: number): Promise<void> => {
    await ask({ close: 2 * pairs });
    await phones.ask({ do: 'close', count: 2 * pairs });
  };

  const rounds = async (seconds: number): Promise<number> => {
    let made = 0;
    for (const untilMs = performance.now() + seconds * 1_000; performance.now() < untilMs; made += CHURN.atOnce) {
      await join_(CHURN.atOnce);
      await part(CHURN.atOnce);
    }
    return made;
  };
  await rounds(2);
  const before = await cpuUs();
  const made = await rounds(CHURN.seconds / 2);
  const setupPerCpuSec = made / (((await cpuUs()) - before) / 1e6);

  const empty = await ask<{ rss: number }>({ measure: true });
  const percent = new Map<number, number>();
  let joined = 0;
  for (const size of SIZES) {
    await join_(size - joined);
    joined = size;
    percent.set(size, (await talking(phones, cpuUs, 2 * size)).percent);
  }
  const full = await ask<{ rss: number }>({ measure: true });
  phones.child.kill();
  relay.kill();
  return { percent, kbPerCall: (full.rss - empty.rss) / 1_024 / MOST, setupPerCpuSec };
}

async function measureProduct(): Promise<void> {
  const house = await openHouse();
  const phones = phonesProcess();
  const pairs = pairsOf(0, MIXED);
  const supervisors = Array.from({ length: MIXED }, (_, at) => 2 * MOST + at);
  const churn = { do: 'churn', pairs: pairsOf(0, CHURN.pairs), atOnce: CHURN.atOnce } as const;
  const floorOfMixed = floor.percent.get(MIXED)!;
  try {
    await phones.ask({ do: 'seat', posts: await house.hire(2 * MOST + MIXED) });
    await phones.ask({ ...churn, seconds: 3 });
    const idle = await talking(phones, house.cpuUs, 1, SECONDS / 2);
    figures.push({ bench: 'exchange.idle', ours: idle.percent, reference: null, unit: '% core' });

    const empty = await house.measure();
    let joined = 0;
    for (const size of SIZES) {
      await phones.ask({ do: 'talk', pairs: pairsOf(joined, size) });
      joined = size;
      noteFigures(
        `exchange.cpuPerCall.${size}`,
        await talking(phones, house.cpuUs, 2 * size),
        size,
        floor.percent.get(size)!,
      );
    }
    const full = await house.measure();
    figures.push({
      bench: 'exchange.memoryPerCall',
      ours: (full.rss - empty.rss) / 1_024 / MOST,
      reference: floor.kbPerCall,
      unit: 'KB',
    });
    await phones.ask({ do: 'hangUp', phones: pairsOf(MIXED, MOST).map(([caller]) => caller) });

    // A supervisor listens to each call: both sides are decoded, added and encoded for a third phone.
    await phones.ask({ do: 'monitor', pairs: supervisors.map((phone, at) => [phone, 2 * at]) });
    noteFigures(
      `exchange.cpuPerCall.mixed.${MIXED}`,
      await talking(phones, house.cpuUs, 3 * MIXED),
      MIXED,
      floorOfMixed,
    );
    await phones.ask({ do: 'hangUp', phones: [...supervisors, ...pairs.map(([caller]) => caller)] });

    await house.db.everyTenant('a bench', (tx) =>
      sql`update agent set record_calls = true where tenant_id = ${house.tenantId}`.execute(tx.as()),
    );
    await phones.ask({ do: 'talk', pairs });
    noteFigures(
      `exchange.cpuPerCall.recorded.${MIXED}`,
      await talking(phones, house.cpuUs, 2 * MIXED),
      MIXED,
      floorOfMixed,
    );
    await phones.ask({ do: 'hangUp', phones: pairs.map(([caller]) => caller) });
    await house.db.everyTenant('a bench', (tx) =>
      sql`update agent set record_calls = false where tenant_id = ${house.tenantId}`.execute(tx.as()),
    );
    await writtenRecords(house);

    // As the relay: what comes before is over, and the code is warm (measuring collects rubbish, and with it code that rests).
    await resting(house);
    await phones.ask({ ...churn, seconds: 3 });
    await writtenRecords(house);
    await resting(house);
    const [before, databaseBefore] = [await house.cpuUs(), await house.database()];
    const churned = await phones.ask<{ calls: number; refused: number; ringMs: number[] }>({
      ...churn,
      seconds: CHURN.seconds,
    });
    const unwritten = await writtenRecords(house);
    const cpuSec = ((await house.cpuUs()) - before) / 1e6;
    const database = await house.database();
    notes.push(
      `${churned.calls} calls set up and ended in ${CHURN.seconds} s, ${CHURN.atOnce} at once, ${churned.refused} refused, ${unwritten} not written down`,
    );
    figures.push({
      bench: 'exchange.setupPerCpuSec',
      ours: churned.calls / cpuSec,
      reference: floor.setupPerCpuSec,
      unit: 'calls',
    });
    figures.push({
      bench: 'exchange.setupDatabaseCpu',
      ours: (database.cpuMs - databaseBefore.cpuMs) / churned.calls,
      reference: null,
      unit: 'ms a call',
    });
    figures.push({
      bench: 'exchange.setupTransactions',
      ours: (database.transactions - databaseBefore.transactions) / churned.calls,
      reference: null,
      unit: 'a call',
    });
    figures.push({
      bench: 'exchange.inviteTo180.p50',
      ours: percentile(churned.ringMs, 0.5),
      reference: null,
      unit: 'ms',
    });
    figures.push({
      bench: 'exchange.inviteTo180.p99',
      ours: percentile(churned.ringMs, 0.99),
      reference: null,
      unit: 'ms',
    });
  } finally {
    phones.child.kill();
    await house.stop();
  }
}

function noteFigures(
  bench: string,
  { percent, phonesPercent, heard, lost }: Talking,
  calls: number,
  reference: number,
): void {
  figures.push({ bench, ours: percent / calls, reference: reference / calls, unit: '% core' });
  const starved = heard < LEAST_HEARD ? ', too few: the machine is busy, the figure is too low' : '';
  notes.push(
    `${bench.slice('exchange.cpuPerCall.'.length)}: ${heard.toFixed(1)} packets/s heard${starved}, phones ${phonesPercent.toFixed(0)} %${lost > 0 ? `, ${lost} phones lost their call` : ''}`,
  );
}

/** Waits until every call that ended is written down; answers how many are not. */
async function writtenRecords({ db, tenantId }: Awaited<ReturnType<typeof openHouse>>): Promise<number> {
  for (let times = 0; ; times += 1) {
    const { rows } = await db.everyTenant('a bench', (tx) =>
      sql<{
        open: number;
      }>`select count(*) open from call_record where tenant_id = ${tenantId} and ended_at is null`.execute(tx.as()),
    );
    if (rows[0]!.open === 0 || times === 50) return rows[0]!.open;
    await wait(100);
  }
}

/** Waits until the server has nothing left to do of what was before. */
async function resting({ cpuUs }: Awaited<ReturnType<typeof openHouse>>): Promise<void> {
  for (let times = 0, last = await cpuUs(); times < 20; times += 1) {
    await wait(500);
    const now = await cpuUs();
    if ((now - last) / 1e6 < RESTING_SHARE * 0.5) return;
    last = now;
  }
}

function freeUdpPort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
