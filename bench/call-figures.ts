import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { countAll } from '#features/voice/dashboard/server/count.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import type { Db } from '#platform/server/db/db.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { fillBare } from './database.ts';
import { dataFolder } from './product.ts';
import type { Figure } from './report.ts';

/* Call records of ninety days, 500 agents and 20 groups with their sums, for the benches that read figures. */
const AT_ONCE = 500_000;
const DAYS = 90;
const AGENTS = 500;
const GROUPS = 20;

export interface CallFiguresBench {
  db: Db;
  tenantId: number;
  /** A moment after the last call. */
  nowMs: number;
  /** Somebody who has calls. */
  agentId: number;
  dataDir: string;
  /** The records stay for the next time. */
  kept: boolean;
  say(what: string): void;
  close(): Promise<void>;
}

/** Opens the records of last time where they were kept (OPENSEAT_BENCH_DATA), else makes and counts them. */
export async function openCallFigures({
  records,
  figures,
}: {
  records: number;
  figures: Figure[];
}): Promise<CallFiguresBench> {
  const began = performance.now();
  const say = (what: string): void =>
    void process.stderr.write(`${((performance.now() - began) / 1_000).toFixed(0).padStart(4)} s  ${what}\n`);
  const keptIn = process.env['OPENSEAT_BENCH_DATA'];
  const dataDir = keptIn ?? dataFolder();
  const mark = join(dataDir, `dashboard-${records}.json`);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const end = (): void => void process.kill(postgres.pid, 'SIGINT');
  process.once('exit', end);
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url, report() {} });
  if (!existsSync(mark)) {
    await fill(db, { records, figures, say });
    if (keptIn !== undefined) writeFileSync(mark, '{}');
  }
  const { rows } = await db.pool.query<{ tenant_id: number; user_id: number; ms: number }>(
    'select tenant_id, user_id, (extract(epoch from (select max(started_at) from call_record)) * 1000)::float8 ms from call_record where user_id is not null limit 1',
  );
  const { tenant_id: tenantId, user_id: agentId, ms } = rows[0]!;
  // What was kept before there were all the sums there are now, and everything up to the moment the bench takes for now.
  await countAll(db, tenantId, ms + 1_000);
  await lastHourChanged(db, tenantId);
  say('everything is counted');
  return {
    db,
    tenantId,
    agentId,
    nowMs: ms + 1_000,
    dataDir,
    kept: keptIn !== undefined,
    say,
    async close() {
      await db.close();
      process.off('exit', end);
      await postgres.stop();
    },
  };
}

/** The quarters of the last hour have just changed, as they do all day long. */
const lastHourChanged = (db: Db, tenantId: number) =>
  db.pool.query(
    `insert into figure_dirty (tenant_id, quarter) select distinct tenant_id, quarter from (select tenant_id, quarter from call_quarter where tenant_id = $1 order by quarter desc limit 60) last`,
    [tenantId],
  );

/** Counting what is there is the product's own and measured. */
async function fill(
  db: Db,
  { records, figures, say }: { records: number; figures: Figure[]; say: (what: string) => void },
): Promise<void> {
  const tenant = await aTenant(db);
  const { userId: first } = await aMember(db, tenant);
  const client = await db.pool.connect();
  await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'");
  await client.query(
    `insert into user_account (id, email, password_hash) overriding system value select $1 + n, 'agent' || n || '@bench.example', '!' from generate_series(1, ${AGENTS - 1}) n`,
    [first],
  );
  await client.query(
    `insert into member (tenant_id, user_id, nick_name, voice_seat) select $1, $2 + n, 'Agent ' || n, true from generate_series(1, ${AGENTS - 1}) n`,
    [tenant, first],
  );
  await client.query(
    'insert into agent (tenant_id, user_id) select tenant_id, user_id from member where tenant_id = $1 on conflict do nothing',
    [tenant],
  );
  const {
    rows: [group],
  } = await client.query<{ id: number }>(
    `insert into agent_group (tenant_id, name, group_no) select $1, 'Group ' || n, n from generate_series(1, ${GROUPS}) n returning id`,
    [tenant],
  );
  await fillBare(db, ['call_record', 'agent_status_event'], async (bare) => {
    // One day after the other, as calls come; most between eight and eight; every fifth goes out, and every twelfth is given up.
    for (let from = 1; from <= records; from += AT_ONCE) {
      await bare.query(
        `insert into call_record (tenant_id, call_id, node, direction, started_at, answered_at, ended_at, queue_sec, talk_sec, hold_sec, duration_sec, customer_number, our_number, user_id, group_id, outcome, wrap_up_sec, ring_sec, line_id, did_number_id, task_id)
         select $1::bigint, 'b-' || n, 'n', case n % 5 when 0 then 'outbound' else 'inbound' end, began, began + interval '9 s', began + interval '200 s', n % 40, 60 + n % 300, n % 7, 200,
           (525500000000 + (n::bigint * 7919) % 200000)::text, '525555550100', $2::bigint + (n::bigint * 7) % ${AGENTS}, case when n % 5 <> 0 then $3::bigint + n % ${GROUPS} end, case when n % 12 = 0 then case n % 5 when 0 then 9 else 2 end else 1 end, n % 30, n % 20, case n % 5 when 0 then 1 + n % 3 end, 1 + n % 8, case n % 5 when 0 then (1 + n % 4)::text end
         from (select n, date_trunc('day', now(), 'UTC') - (${DAYS - 1} - (n - 1)::bigint * ${DAYS} / ${records}) * interval '1 day' + case when n % 10 = 0 then random() * interval '24 h' else interval '8 h' + random() * interval '12 h' end as began from generate_series($4::int, $5::int) n) made order by began`,
        [tenant, first, group!.id, from, Math.min(records, from + AT_ONCE - 1)],
      );
      say(`${Math.min(records, from + AT_ONCE - 1).toLocaleString('en')} call records`);
    }
    await bare.query(
      `insert into agent_status_event (tenant_id, user_id, status, at, until)
       select $1, $2::bigint + a, case when k % 2 = 0 then 67 else 62 end, date_trunc('day', now(), 'UTC') - d * interval '1 day' + k * interval '1 h', case when d > 0 or k < 23 then date_trunc('day', now(), 'UTC') - d * interval '1 day' + (k + 1) * interval '1 h' end
       from generate_series(0, ${DAYS - 1}) d, generate_series(0, 23) k, generate_series(0, ${AGENTS - 1}) a`,
      [tenant, first],
    );
    say('statuses of agents');
  });
  await client.query(
    'insert into figure_dirty (tenant_id, quarter) select distinct tenant_id, quarter_of(started_at) from call_record',
  );
  await client.query('vacuum analyze figure_dirty');
  say('tables analysed; counting');
  const startedAt = performance.now();
  await countAll(db, tenant, Date.now());
  const seconds = (performance.now() - startedAt) / 1_000;
  figures.push({ bench: 'dashboard.count', ours: records / seconds, reference: null, unit: 'calls/s' });
  say(`counted in ${seconds.toFixed(0)} s`);
  for (const table of [
    'call_quarter',
    'call_agent_hour',
    'call_agent_day',
    'call_way_quarter',
    'call_loss_quarter',
    'agent_status_hour',
    'agent_status_time',
    'status_quarter',
    'figure_day',
    'figure_dirty',
  ])
    await client.query(`vacuum analyze ${table}`);
  client.release(true);
}
