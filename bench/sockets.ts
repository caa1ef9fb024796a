import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '#platform/server/db/open-db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import { userChannel } from '#shared/user-channel.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { benchDatabase } from './database.ts';
import { flags } from './product.ts';
import { medianFigures, print } from './report.ts';

/*
 * 10,000 signed-in sockets in one process: memory per socket, and the processor time of sending one event to
 * one of them, beside bare `ws` that sends the same bytes. Ours includes proof and rights of each, the transaction, the sequencer and the
 * hub. Memory is that of a process at rest. Ours and bare take turns, five times; then as many as a process may open files for, up to 20,000.
 */
const SOCKETS = Number(process.env['SOCKETS'] ?? 10_000);
const RUNS = Number(process.env['RUNS'] ?? 5);
const MOST = Number(process.env['MOST'] ?? 20_000);
const ROUNDS = 20;
/** Each with a few pages, and with rights as an agent has them. */
const PEOPLE = Number(process.env['PEOPLE'] ?? 500);
const FUNCTIONS = Array.from({ length: 30 }, (_, index) => `bench.function-${index}`);
/** Files of a process besides its sockets. */
const OTHER_FILES = 300;

interface Reading {
  rss: number;
  heap: number;
  cpuUs: number;
}

interface Measured {
  open: number;
  kbPerSocket: number;
  heapPerSocket: number;
  usPerMessage: number;
}

const database = await benchDatabase();
await migrate(database.url);
const db = openDb({ url: database.url, report() {} });
const tenantId = await aTenant(db);
const sessionIds: number[] = [];
for (let index = 0; index < PEOPLE; index += 1)
  sessionIds.push((await aMember(db, tenantId, { functions: FUNCTIONS })).sessionId);

const runs: { ours: Measured; bare: Measured }[] = [];
for (let run = 0; run < RUNS; run += 1)
  runs.push({
    bare: await measure('bare', SOCKETS, null),
    ours: await measure('ours', SOCKETS, await tickets(SOCKETS)),
  });
const most = Math.min(MOST, openFiles() - OTHER_FILES);
const full = most > SOCKETS ? await measure('ours', most, await tickets(most)) : null;
await db.close();
await database.stop();

const figure = medianFigures(runs);
print(`sockets: ${SOCKETS} signed-in sockets in one process, median of ${RUNS}`, [
  figure('sockets.open', 'sockets', ({ open }) => open),
  figure('sockets.memory', 'KB/socket', ({ kbPerSocket }) => kbPerSocket, 'at most 1.2 of the reference'),
  figure('sockets.heap', 'KB/socket', ({ heapPerSocket }) => heapPerSocket),
  figure('sockets.fanout.cpu', 'µs/recipient', ({ usPerMessage }) => usPerMessage, 'at most 1.2 of the reference'),
  ...(full
    ? [
        {
          bench: 'sockets.most.open',
          ours: full.open,
          reference: null,
          unit: 'sockets',
          goal: '20,000 in one process',
        },
        { bench: 'sockets.most.memory', ours: full.kbPerSocket, reference: null, unit: 'KB/socket' },
        { bench: 'sockets.most.fanout.cpu', ours: full.usPerMessage, reference: null, unit: 'µs/recipient' },
      ]
    : []),
]);

/** A ticket lives 30 s for people; a bench that opens thousands takes longer. */
async function tickets(count: number): Promise<string[]> {
  const made = Array.from({ length: count }, () => randomBytes(24).toString('base64url'));
  await db.pool.query(
    `insert into ticket (hash, session_id, purpose, expires_at)
     select hash, session_id, $3, now() + interval '10 min' from unnest($1::bytea[], $2::bigint[]) as t (hash, session_id)`,
    [made.map(hashToken), made.map((_, index) => sessionIds[index % PEOPLE]), userChannel.path],
  );
  return made;
}

/** How many files a process may open; the system raises it for `node` as far as it may. */
function openFiles(): number {
  try {
    const [, most] = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === 'unlimited' ? Number.POSITIVE_INFINITY : Number(most ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

async function measure(which: 'ours' | 'bare', sockets: number, passes: string[] | null): Promise<Measured> {
  const server = fork(join(import.meta.dirname, 'sockets-server.ts'), [which, database.url, String(tenantId)], {
    execArgv: [...flags, '--expose-gc'],
  });
  const { port } = (await answer(server)) as { port: number };
  const empty = await read(server, { atRest: true });
  const client = fork(join(import.meta.dirname, 'sockets-client.ts'), [
    `ws://127.0.0.1:${port}${userChannel.path}`,
    String(sockets),
  ]);
  client.send({ tickets: passes });
  const { ready, failed } = (await answer(client)) as { ready: number; failed: number };
  if (failed > 0) throw new Error(`${which}: ${failed} sockets could not be opened`);
  const full = await read(server, { atRest: true });
  const arrived = new Promise<void>((resolve) =>
    client.on('message', ({ rounds }: { rounds?: number }) => {
      if (rounds === ROUNDS) resolve();
    }),
  );
  server.send({ do: 'send', times: ROUNDS });
  await arrived;
  const after = await read(server, { atRest: false });
  client.kill();
  server.kill();
  return {
    open: ready,
    kbPerSocket: (full.rss - empty.rss) / 1_024 / sockets,
    heapPerSocket: (full.heap - empty.heap) / 1_024 / sockets,
    usPerMessage: (after.cpuUs - full.cpuUs) / ROUNDS / sockets,
  };
}

async function read(server: ChildProcess, { atRest }: { atRest: boolean }): Promise<Reading> {
  server.send({ do: 'measure', atRest });
  return (await answer(server)) as Reading;
}

async function answer(child: ChildProcess): Promise<unknown> {
  return ((await once(child, 'message')) as [unknown])[0];
}
