import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { benchDatabase } from './database.ts';
import { print } from './report.ts';

/*
 * 10,000 signed-in sockets in one process: memory per socket, and the processor time of sending one event to
 * one of them, beside bare `ws` that sends the same bytes. Ours includes the transaction, the sequencer and the hub.
 */
const SOCKETS = Number(process.env['SOCKETS'] ?? 10_000);
const ROUNDS = 20;

interface Reading {
  rss: number;
  heap: number;
  cpuUs: number;
}

const database = await benchDatabase();
await migrate(database.url);
const db = openDb({ url: database.url, report() {} });
const tenantId = await aTenant(db);
const member = await aMember(db, tenantId);
const sessions = openSessions(db, systemClock);

const bare = await measure('bare', null);
const tickets: string[] = [];
for (let i = 0; i < SOCKETS; i += 1) tickets.push(await sessions.issueTicket(member.sessionId, '/home/api/realtime'));
// A ticket lives 30 s for people; a bench that opens thousands takes longer.
await db.pool.query("update ticket set expires_at = now() + interval '10 min'");
const ours = await measure('ours', tickets);
await db.close();
await database.stop();

print(`sockets: ${SOCKETS} signed-in sockets in one process`, [
  { bench: 'sockets.open', ours: ours.open, reference: bare.open, unit: 'sockets' },
  { bench: 'sockets.memory', ours: ours.kbPerSocket, reference: bare.kbPerSocket, unit: 'KB/socket' },
  { bench: 'sockets.fanout.cpu', ours: ours.usPerMessage, reference: bare.usPerMessage, unit: 'µs/recipient' },
]);

async function measure(
  which: 'ours' | 'bare',
  passes: string[] | null,
): Promise<{ open: number; kbPerSocket: number; usPerMessage: number }> {
  const server = fork(join(import.meta.dirname, 'sockets-server.ts'), [which, database.url, String(tenantId)], {
    execArgv: ['--expose-gc'],
  });
  const { port } = (await answer(server)) as { port: number };
  const empty = await read(server);
  const client = fork(join(import.meta.dirname, 'sockets-client.ts'), [
    `ws://127.0.0.1:${port}/home/api/realtime`,
    String(SOCKETS),
  ]);
  client.send({ tickets: passes });
  const { ready, failed } = (await answer(client)) as { ready: number; failed: number };
  if (failed > 0) throw new Error(`${which}: ${failed} sockets could not be opened`);
  const full = await read(server);
  const arrived = new Promise<void>((resolve) =>
    client.on('message', ({ rounds }: { rounds?: number }) => {
      if (rounds === ROUNDS) resolve();
    }),
  );
  server.send({ do: 'send', times: ROUNDS });
  await arrived;
  const after = await read(server);
  client.kill();
  server.kill();
  return {
    open: ready,
    kbPerSocket: (full.rss - empty.rss) / 1_024 / SOCKETS,
    usPerMessage: (after.cpuUs - full.cpuUs) / ROUNDS / SOCKETS,
  };
}

async function read(server: ChildProcess): Promise<Reading> {
  server.send({ do: 'measure' });
  return (await answer(server)) as Reading;
}

async function answer(child: ChildProcess): Promise<unknown> {
  return ((await once(child, 'message')) as [unknown])[0];
}
