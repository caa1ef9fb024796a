import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { dayOf } from '#core/calendar/day-range.ts';
import { stepsOf } from '#core/calendar/day-steps.ts';
import { countAll } from '#features/voice/dashboard/server/count.ts';
import { spanUs, statusSpans } from '#features/voice/dashboard/server/count-statuses.ts';
import { readDashboard } from '#features/voice/dashboard/server/figures.repo.ts';
import { callsWithPromise, sumsOfCalls } from '#features/voice/dashboard/server/sums.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { fillBare } from './database.ts';
import { dataFolder } from './product.ts';
import { percentile, print, type Figure } from './report.ts';

/*
 * What the dashboard asks among five million call records of ninety days, 500 agents and 20 groups: today, 7, 30 and 90 days
 * in three zones, and 90 days of one agent, beside the same questions asked of the calls themselves.
 * OPENSEAT_BENCH_DATA=<folder> keeps the records for the next time.
 */
const RECORDS = Number(process.env['OPENSEAT_BENCH_RECORDS'] ?? 5_000_000);
const AT_ONCE = 500_000;
const DAYS = 90;
const AGENTS = 500;
const GROUPS = 20;
const RUNS = Number(process.env['OPENSEAT_BENCH_RUNS'] ?? 40);
const PLAIN_RUNS = 3;
const PLAIN_RUNS_OF_MANY_DAYS = 1;
const DAY_MS = 86_400_000;

const BEGAN = performance.now();
const say = (what: string): void =>
  void process.stderr.write(`${((performance.now() - BEGAN) / 1_000).toFixed(0).padStart(4)} s  ${what}\n`);
const kept = process.env['OPENSEAT_BENCH_DATA'];
const dataDir = kept ?? dataFolder();
const mark = join(dataDir, `dashboard-${RECORDS}.json`);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const end = (): void => void process.kill(postgres.pid, 'SIGINT');
process.once('exit', end);
await migrate(postgres.url);
const db = openDb({ url: postgres.url, report() {} });
const figures: Figure[] = [];
const tenantId = existsSync(mark) ? await known() : await fill();
const nowMs =
  (
    await db.pool.query<{ ms: number }>(
      'select (extract(epoch from max(started_at)) * 1000)::float8 ms from call_record where tenant_id = $1',
      [tenantId],
    )
  ).rows[0]!.ms + 1_000;

for (const zone of ['UTC', 'Asia/Kolkata', 'Pacific/Pago_Pago'])
  for (const days of [1, 7, 30, 90]) await measure(`${zone}.${days}d`, zone, days);
await measure(
  'agent.90d',
  'UTC',
  DAYS,
  (
    await db.pool.query<{ user_id: number }>(
      'select user_id from call_record where tenant_id = $1 and user_id is not null limit 1',
      [tenantId],
    )
  ).rows[0]!.user_id,
);

await db.close();
process.off('exit', end);
await postgres.stop();
if (!kept) rmSync(dataDir, { recursive: true, force: true });
print(`dashboard: ${RECORDS.toLocaleString('en')} call records of one tenant`, figures);

/** Ours, and the reference: the same sums by step and group, the same by agent, the percentiles and the times of statuses, of the calls and statuses themselves. */
async function measure(name: string, zone: string, days: number, agentId?: number): Promise<void> {
  const filter = {
    from: dayOf(nowMs - (days - 1) * DAY_MS, zone),
    to: dayOf(nowMs, zone),
    zone,
    ...(agentId ? { agent_id: agentId } : {}),
  };
  const {
    starts,
    range: { fromMs, toMs },
  } = stepsOf(filter);
  const ask = () => readDashboard(db, { tenantId }, filter, nowMs);
  const calls = sql`${callsWithPromise} where r.started_at >= to_timestamp(${fromMs / 1_000}::float8) and r.started_at < to_timestamp(${toMs / 1_000}::float8) and r.ended_at is not null ${agentId ? sql`and r.user_id = ${agentId}` : sql``}`;
  const step = sql`width_bucket(r.started_at, (select array_agg(to_timestamp(ms / 1000) order by ms) from unnest(${starts}::float8[]) ms))`;
  const questions = [
    sql`select ${step} step, r.group_id, r.direction, ${sumsOfCalls} from ${calls} group by 1, 2, 3`,
    sql`select r.user_id, r.direction, ${sumsOfCalls} from ${calls} group by 1, 2`,
    sql`select r.group_id, percentile_disc(array[0.5, 0.9]) within group (order by r.queue_sec) from ${calls} and r.direction = 'inbound' and r.group_id is not null group by 1`,
    sql`select user_id, status, sum(${spanUs}) from (${statusSpans(fromMs, toMs, { nowMs })}) s group by 1, 2`,
  ];
  const plainly = () =>
    Promise.all(
      questions.map((question) =>
        db.tenant({ tenantId }, async (tx) => {
          await sql`set local statement_timeout = 0`.execute(tx.as());
          await question.execute(tx.as());
        }),
      ),
    );
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let warm = 0; warm < 3; warm += 1) await ask();
  for (let run = 0; run < RUNS; run += 1) ours.push(await timed(ask));
  for (let run = 0; run < (days > 7 ? PLAIN_RUNS_OF_MANY_DAYS : PLAIN_RUNS); run += 1)
    theirs.push(await timed(plainly));
  for (const [word, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const)
    figures.push({
      bench: `dashboard.${name}.${word}`,
      ours: percentile(ours, share),
      reference: percentile(theirs, share),
      unit: 'ms',
    });
  say(
    `${name}: p50 ${percentile(ours, 0.5).toFixed(0)} ms, p99 ${percentile(ours, 0.99).toFixed(0)} ms; the calls themselves ${percentile(theirs, 0.5).toFixed(0)} ms`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function known(): Promise<number> {
  return (await db.pool.query<{ tenant_id: number }>('select tenant_id from call_record limit 1')).rows[0]!.tenant_id;
}

/** Counting what is there is the product's own and measured. */
async function fill(): Promise<number> {
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
    for (let from = 1; from <= RECORDS; from += AT_ONCE) {
      await bare.query(
        `insert into call_record (tenant_id, call_id, node, direction, started_at, answered_at, ended_at, queue_sec, talk_sec, hold_sec, duration_sec, customer_number, our_number, user_id, group_id, outcome, wrap_up_sec)
         select $1::bigint, 'b-' || n, 'n', case n % 5 when 0 then 'outbound' else 'inbound' end, began, began + interval '9 s', began + interval '200 s', n % 40, 60 + n % 300, n % 7, 200,
           (525500000000 + (n::bigint * 7919) % 200000)::text, '525555550100', $2::bigint + (n::bigint * 7) % ${AGENTS}, case when n % 5 <> 0 then $3::bigint + n % ${GROUPS} end, case when n % 12 = 0 then 2 else 1 end, n % 30
         from (select n, date_trunc('day', now(), 'UTC') - (${DAYS - 1} - (n - 1)::bigint * ${DAYS} / ${RECORDS}) * interval '1 day' + case when n % 10 = 0 then random() * interval '24 h' else interval '8 h' + random() * interval '12 h' end as began from generate_series($4::int, $5::int) n) made order by began`,
        [tenant, first, group!.id, from, Math.min(RECORDS, from + AT_ONCE - 1)],
      );
      say(`${Math.min(RECORDS, from + AT_ONCE - 1).toLocaleString('en')} call records`);
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
  const seconds = (await timed(() => countAll(db, tenant, Date.now()))) / 1_000;
  figures.push({ bench: 'dashboard.count', ours: RECORDS / seconds, reference: null, unit: 'calls/s' });
  say(`counted in ${seconds.toFixed(0)} s`);
  for (const table of ['call_quarter', 'call_agent_day', 'agent_status_day', 'figure_day', 'figure_dirty'])
    await client.query(`vacuum analyze ${table}`);
  client.release(true);
  // The quarters of the last hour have just changed, as they do all day long.
  await db.pool.query(
    `insert into figure_dirty (tenant_id, quarter) select distinct tenant_id, quarter from (select tenant_id, quarter from call_quarter where tenant_id = $1 order by quarter desc limit 60) last`,
    [tenant],
  );
  if (kept) writeFileSync(mark, '{}');
  return tenant;
}
