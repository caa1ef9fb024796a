import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openAccount } from '#features/money/ledger/server/index.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import type { Db } from '#platform/server/db/db.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { familyCpuMsOf } from './cpu-time.ts';
import { benchDatabase } from './database.ts';
import type { ProbeReading } from './exchange-probe.ts';
import { flags, freePort } from './product.ts';

const root = join(import.meta.dirname, '..');
const FUNCTIONS = ['calls.use', 'calls.monitor', 'rehearsal.use', 'agent-groups.use', 'routes.use'];

/** Somebody who may sit down at a phone. */
export interface AgentPost {
  origin: string;
  userId: number;
  token: string;
  email: string;
  /** Phones are at an exchange outside, which looks for ways to them itself. */
  isAtEdge?: boolean;
}

/** The product in a process of its own, with a tenant that no limit stands in the way of. */
export interface House {
  origin: string;
  db: Db;
  tenantId: number;
  pid: number;
  logFile: string;
  /** People with a phone each, signed in to the pages but not sitting yet. */
  hire(count: number): Promise<AgentPost[]>;
  /** An agent group and a number that leads to it. */
  openGroup(name: string, did: string, agents: readonly AgentPost[]): Promise<number>;
  cpuUs(): Promise<number>;
  /** What its database has done so far. */
  database(): Promise<{ cpuMs: number; transactions: number }>;
  /** After its rubbish was collected. */
  measure(): Promise<ProbeReading>;
  /** Figures of `/metrics` without labels, by name. */
  metrics(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

export async function openHouse({ logLevel = 'silent' }: { logLevel?: string } = {}): Promise<House> {
  const database = await benchDatabase();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const logFile = join(database.dataDir, 'server.log');
  const server = fork(join(root, 'apps/server/main.ts'), [], {
    cwd: root,
    execArgv: [...flags, '--expose-gc', '--import', pathToFileURL(join(import.meta.dirname, 'exchange-probe.ts')).href],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: join(database.dataDir, 'product'),
      DATABASE_URL: database.url,
      DEMO: '1',
      LOG_LEVEL: logLevel,
      MEDIA_BIND: '127.0.0.1',
      MEDIA_PORT: '0',
    },
  });
  server.stdout!.pipe(createWriteStream(logFile));
  while (
    !(await fetch(`${origin}/api/echo`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null) throw new Error('the product did not start');
    await wait(50);
  }
  const db = openDb({ url: database.url, report() {} });
  const tenantId = await aTenant(db, { name: 'Bench' });
  await furnish(db, tenantId);
  const ask = async (what: 'cpu' | 'measure'): Promise<ProbeReading> => {
    server.send({ do: what });
    return (await answerOf(server)) as ProbeReading;
  };
  return {
    origin,
    db,
    tenantId,
    pid: server.pid!,
    logFile,
    hire: (count) => hire({ db, tenantId, origin }, count),
    openGroup: (name, did, agents) => openGroup(db, tenantId, name, did, agents),
    cpuUs: async () => (await ask('cpu')).cpuUs,
    database: async () => ({ cpuMs: familyCpuMsOf(database.pid), transactions: await transactionsIn(db) }),
    measure: () => ask('measure'),
    async metrics() {
      const text = await (await fetch(`${origin}/metrics`)).text();
      return Object.fromEntries(
        text
          .split('\n')
          .flatMap((line) => (/^\w+ [\d.e+-]+$/.test(line) ? [[line.split(' ')[0]!, Number(line.split(' ')[1])]] : [])),
      );
    },
    async stop() {
      await db.close();
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      await database.stop();
      rmSync(database.dataDir, { recursive: true, force: true });
    },
  };
}

/** People with a phone each, signed in to the pages but not sitting yet. */
export async function hire(
  { db, tenantId, origin }: Pick<House, 'db' | 'tenantId' | 'origin'>,
  count: number,
): Promise<AgentPost[]> {
  const posts: AgentPost[] = [];
  for (let n = 0; n < count; n += 1) {
    const { userId, token, email } = await aMember(db, tenantId, { voiceSeat: true, functions: FUNCTIONS });
    await db.everyTenant('a phone', (tx) =>
      sql`insert into agent (tenant_id, user_id, record_calls, wrap_up) values (${tenantId}, ${userId}, false, false)`.execute(
        tx.as(),
      ),
    );
    posts.push({ origin, userId, token, email });
  }
  return posts;
}

/** Told a moment late: what sessions did is counted when they are idle. */
async function transactionsIn(db: Db): Promise<number> {
  const { rows } = await db.everyTenant('a bench', (tx) =>
    sql<{ done: number }>`select xact_commit done from pg_stat_database where datname = current_database()`.execute(
      tx.as(),
    ),
  );
  return rows[0]!.done;
}

export async function answerOf(child: ChildProcess): Promise<unknown> {
  return ((await once(child, 'message')) as [unknown])[0];
}

/** A line to the rehearsal carrier with room for everybody, a number to show, money. */
export async function furnish(db: Db, tenantId: number): Promise<void> {
  await db.everyTenant('a bench', async (tx) => {
    const rows = tx.as<never>();
    const { rows: lines } = await sql<{
      id: number;
    }>`insert into trunk (tenant_id, name, carrier) values (${tenantId}, 'Rehearsal', 'rehearsal') returning id`.execute(
      rows,
    );
    const { rows: routers } = await sql<{
      id: number;
    }>`insert into router (tenant_id, name, type) values (${tenantId}, 'World', ${RouteType.outbound}) returning id`.execute(
      rows,
    );
    await sql`insert into router_trunk (tenant_id, router_id, trunk_id, position) values (${tenantId}, ${routers[0]!.id}, ${lines[0]!.id}, 0)`.execute(
      rows,
    );
    await sql`insert into external_number (tenant_id, number, country_iso2) values (${tenantId}, '14155550150', 'US')`.execute(
      rows,
    );
    await openAccount(tx, tenantId, 'USD', 1_000_000);
    await sql`delete from call_limit where tenant_id = ${tenantId}`.execute(rows);
  });
}

/** An agent group and a number that leads to it. */
export async function openGroup(
  db: Db,
  tenantId: number,
  name: string,
  did: string,
  agents: readonly AgentPost[],
): Promise<number> {
  return db.everyTenant('a bench', async (tx) => {
    const rows = tx.as<never>();
    const { rows: groups } = await sql<{ id: number }>`
      insert into agent_group (tenant_id, name, group_no, ring_timeout_sec, max_wait_sec, overflow_kind, wrap_up_sec)
      values (${tenantId}, ${name}, ${Number(did.slice(-4))}, 8, 25, 'voicemail', 2) returning id`.execute(rows);
    const groupId = groups[0]!.id;
    await sql`insert into agent_group_member (tenant_id, group_id, user_id) select ${tenantId}, ${groupId}, unnest(${agents.map(({ userId }) => userId)}::bigint[])`.execute(
      rows,
    );
    await sql`insert into did_number (tenant_id, number, country_iso2, inbound_config, group_id, carrier) values (${tenantId}, ${did}, 'MX', ${InboundConfig.agentGroup}, ${groupId}, 'rehearsal')`.execute(
      rows,
    );
    return groupId;
  });
}
