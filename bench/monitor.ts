import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { makeAgent } from '#features/team/agents/server/index.ts';
import { monitorSocket } from '#features/voice/monitoring/contract.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { benchDatabase } from './database.ts';
import { flags } from './product.ts';
import { medianFigures, percentile, print } from './report.ts';

/*
 * An agent's status changes, and 500 who look see it: the time from the order to each of their sockets. Ours decides,
 * stores it, finds out what is different and tells it; bare `ws` sends as many bytes to as many sockets.
 */
const WATCHERS = Number(process.env['WATCHERS'] ?? 500);
const AGENTS = Number(process.env['AGENTS'] ?? 500);
const ROUNDS = Number(process.env['ROUNDS'] ?? 40);
/** Ours and bare take turns. */
const RUNS = Number(process.env['RUNS'] ?? 5);
/** Longer than the pause between two messages: each change is alone. */
const APART_MS = 400;

interface Measured {
  all: number[];
  cpuMs: number;
}

const database = await benchDatabase();
await migrate(database.url);
const db = openDb({ url: database.url, report() {} });
const tenantId = await aTenant(db);
const userIds: number[] = [];
for (let index = 0; index < AGENTS; index += 1) {
  const member = await aMember(db, tenantId, { voiceSeat: true });
  await db.everyTenant('a phone', (tx) => makeAgent(tx, member));
  userIds.push(member.userId);
}
await db.everyTenant('a group', async (tx) => {
  const { rows } = await sql<{
    id: number;
  }>`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, 'Sales', 1001) returning id`.execute(
    tx.as(),
  );
  await sql`insert into agent_group_member (tenant_id, group_id, user_id) select ${tenantId}, ${rows[0]!.id}, unnest(${userIds}::bigint[])`.execute(
    tx.as(),
  );
});
const supervisor = await aMember(db, tenantId, { functions: ['monitoring.view'] });
const sessions = openSessions(db, systemClock);

const runs: { ours: Measured; bare: Measured }[] = [];
for (let run = 0; run < RUNS; run += 1)
  runs.push({ bare: await measure('bare', null), ours: await measure('ours', await tickets()) });
await db.close();
await database.stop();

const figure = medianFigures(runs);
const GOAL = 'at most 1.3 of the reference';
print(`monitor: a status change of one of ${AGENTS} agents, seen by ${WATCHERS} sockets; median of ${RUNS}`, [
  figure('monitor.seen.p50', 'ms', ({ all }) => percentile(all, 0.5), GOAL),
  figure('monitor.seen.p99', 'ms', ({ all }) => percentile(all, 0.99), `${GOAL}, and everywhere within 1,000 ms`),
  figure('monitor.seen.last', 'ms', ({ all }) => Math.max(...all)),
  figure('monitor.change.cpu', 'ms/change', ({ cpuMs }) => cpuMs, GOAL),
]);

async function tickets(): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < WATCHERS; index += 1)
    made.push(await sessions.issueTicket(supervisor.sessionId, monitorSocket.path));
  // A ticket lives 30 s for people; a bench that opens hundreds may take longer.
  await db.pool.query("update ticket set expires_at = now() + interval '10 min'");
  return made;
}

async function measure(which: 'ours' | 'bare', passes: string[] | null): Promise<Measured> {
  const order = [which, database.url, String(tenantId), String(userIds[0])];
  const server = fork(join(import.meta.dirname, 'monitor-server.ts'), order, { execArgv: [...flags] });
  const { port } = await answerOf<{ port: number }>(server);
  const client = fork(join(import.meta.dirname, 'monitor-client.ts'), [
    `ws://127.0.0.1:${port}${monitorSocket.path}`,
    String(WATCHERS),
  ]);
  client.send({ tickets: passes });
  const { failed } = await answerOf<{ failed: number }>(client);
  if (failed > 0) throw new Error(`${which}: ${failed} sockets could not be opened`);
  const all: number[] = [];
  let cpuUs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const arrived = answerOf<{ arrivedMs: number[] }>(client);
    const begun = answerOf<{ atMs: number; cpuUs: number }>(server);
    server.send({ do: 'change', round });
    const { atMs } = await begun;
    all.push(...(await arrived).arrivedMs.map((ms) => ms - atMs));
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
    const read = answerOf<{ cpuUs: number }>(server);
    server.send({ do: 'measure' });
    cpuUs += (await read).cpuUs;
  }
  client.kill();
  server.kill();
  return { all, cpuMs: cpuUs / 1_000 / ROUNDS };
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  return ((await once(child, 'message')) as [T])[0];
}
