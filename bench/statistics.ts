import { rmSync } from 'node:fs';
import { sql, type RawBuilder } from 'kysely';
import { dayOf } from '#core/calendar/day-range.ts';
import { cutDays } from '#core/calendar/day-steps.ts';
import { statCuts, statReports, type StatCut, type StatReportName } from '#features/figures/statistics/contract.ts';
import { countAiCalls } from '#features/figures/statistics/server/ai-figures.repo.ts';
import { lostCallersRepo } from '#features/figures/statistics/server/lost-callers.repo.ts';
import { stepOf } from '#features/figures/statistics/server/read-parts.ts';
import { readReport } from '#features/figures/statistics/server/read-report.ts';
import { lossPlaceOf } from '#features/voice/call-records/server/index.ts';
import { spanUs, statusSpans } from '#features/voice/dashboard/server/count-statuses.ts';
import {
  campaignOf,
  callsWithPromise,
  isLoss,
  lossOfCalls,
  sumsOfCalls,
} from '#features/voice/dashboard/server/sums.ts';
import { openCallFigures } from './call-figures.ts';
import { fillBare } from './database.ts';
import { percentile, print, type Figure } from './report.ts';

/*
 * What the six reports ask among five million call records of ninety days, 500 agents and 20 groups: for a day, 30 and 90 days, for
 * today and for one agent, beside the same question asked of the calls, attempts and statuses themselves, and beside a bare `select`
 * over the rows of the sums, which is as quick as any reading of them can be.
 * OPENSEAT_BENCH_DATA=<folder> keeps the records for the next time, of this bench and of the dashboard's.
 */
const RECORDS = Number(process.env['OPENSEAT_BENCH_RECORDS'] ?? 5_000_000);
const RUNS = Number(process.env['OPENSEAT_BENCH_RUNS'] ?? 40);
const PLAIN_RUNS = Number(process.env['OPENSEAT_BENCH_PLAIN_RUNS'] ?? 3);
const ATTEMPTS = Math.round(RECORDS / 5);
const DAY_MS = 86_400_000;
const GOAL_MS = 300;
const ZONE = process.env['OPENSEAT_BENCH_ZONE'] ?? 'UTC';

type Range = { fromMs: number; toMs: number };
const moment = (ms: number): RawBuilder<unknown> => sql`to_timestamp(${ms / 1_000}::float8)`;
const within = (column: string, { fromMs, toMs }: Range): RawBuilder<unknown> =>
  sql`${sql.ref(column)} >= ${moment(fromMs)} and ${sql.ref(column)} < ${moment(toMs)}`;

const figures: Figure[] = [];
const { db, tenantId, nowMs, kept, dataDir, say, close, agentId } = await openCallFigures({
  records: RECORDS,
  figures,
});
await fillAttempts();
const world = { db, tenantId, nowMs };

interface Span {
  name: string;
  from: string;
  to: string;
  agent_id?: number;
}
const lastDays = (days: number, endMs = nowMs): Pick<Span, 'from' | 'to'> => ({
  from: dayOf(endMs - (days - 1) * DAY_MS, ZONE),
  to: dayOf(endMs, ZONE),
});
const spans: Span[] = [
  { name: 'today', ...lastDays(1) },
  { name: '1d', ...lastDays(1, nowMs - 3 * DAY_MS) },
  { name: '30d', ...lastDays(30) },
  { name: '90d', ...lastDays(90) },
];
const ofOne: Span[] = [
  { name: 'today.agent', ...lastDays(1), agent_id: agentId },
  { name: '30d.agent', ...lastDays(30), agent_id: agentId },
  { name: '90d.agent', ...lastDays(90), agent_id: agentId },
];

for (const report of statReports) {
  for (const span of spans) await measure(report, statCuts[report][0], span);
  if (report === 'callInLoss' || report === 'aiOutbound') continue;
  for (const span of ofOne) await measure(report, statCuts[report][0], span);
}
await measure('agentEfficiency', 'day', spans[2]!);
await measure('status', 'day', spans[2]!);
await worklist();

await close();
if (!kept) rmSync(dataDir, { recursive: true, force: true });
print(`statistics: ${RECORDS.toLocaleString('en')} call records of one tenant, days of ${ZONE}`, figures);

/** Ours beside the question asked of what happened itself, and beside reading the rows of the sums and no more. */
async function measure(report: StatReportName, by: StatCut, { name, ...days }: Span): Promise<void> {
  const wish = { ...days, zone: ZONE, by };
  const { starts, range } = cutDays(wish, stepOf(wish));
  const ask = () => readReport(world, report, wish, { page: 1, size: 50 });
  const [ours, bare, plain] = [
    await times(RUNS, ask),
    await times(RUNS, () => plainly(bareOf(report, range))),
    await times(days.from === days.to || days.agent_id ? PLAIN_RUNS : 1, () =>
      plainly(questionOf(report, starts, range, days.agent_id)),
    ),
  ];
  const title = `statistics.${report}${by === statCuts[report][0] ? '' : `.${by}`}.${name}`;
  for (const [word, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    figures.push({
      bench: `${title}.${word}`,
      ours: percentile(ours, share),
      reference: percentile(plain, share),
      unit: 'ms',
      ...(word === 'p50' && name !== '90d' && name !== '90d.agent' ? { goal: `${GOAL_MS} ms` } : {}),
    });
    figures.push({ bench: `${title}.bare.${word}`, ours: percentile(bare, share), reference: null, unit: 'ms' });
  }
  say(
    `${title}: p50 ${percentile(ours, 0.5).toFixed(0)} ms, p99 ${percentile(ours, 0.99).toFixed(0)} ms; the rows of the sums ${percentile(bare, 0.5).toFixed(0)} ms; plainly ${percentile(plain, 0.5).toFixed(0)} ms`,
  );
}

/** The page of callers nobody has talked with since, of thirty days. */
async function worklist(): Promise<void> {
  const { range } = cutDays({ ...lastDays(30), zone: ZONE }, 'day');
  const search = { range, state: 'open', userId: agentId } as const;
  const ours = await times(RUNS, () =>
    db.tenant({ tenantId }, async (tx) => [
      await lostCallersRepo(tx).count(search),
      await lostCallersRepo(tx).page(search, { size: 50, offset: 0 }),
    ]),
  );
  for (const [word, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const)
    figures.push({
      bench: `statistics.lostCallers.30d.${word}`,
      ours: percentile(ours, share),
      reference: null,
      unit: 'ms',
    });
  say(`the worklist of 30 days: p50 ${percentile(ours, 0.5).toFixed(0)} ms`);
}

/** The sums a report reads, added up without asking what is not counted yet. */
function bareOf(report: StatReportName, range: Range): RawBuilder<unknown>[] {
  const sum = (table: string, column: string, what: RawBuilder<unknown>) =>
    sql`select sum(${what}) from ${sql.table(table)} where ${within(column, range)}`;
  const calls = sql`calls`;
  switch (report) {
    case 'agentEfficiency':
      return [
        sum('call_quarter', 'quarter', calls),
        sum('call_agent_day', 'day', calls),
        sum('agent_status_time', 'day', sql`us`),
      ];
    case 'callInLoss':
      return [sum('call_loss_quarter', 'quarter', calls), sum('call_quarter', 'quarter', calls)];
    case 'dayReport':
      return [sum('call_quarter', 'quarter', calls)];
    case 'status':
      return [sum('agent_status_time', 'day', sql`us`), sum('status_quarter', 'quarter', sql`us`)];
    case 'aiOutbound':
      return [sum('ai_quarter', 'quarter', calls)];
    case 'callEfficiency':
      return [sum('call_way_quarter', 'quarter', calls), sum('call_agent_day', 'day', calls)];
  }
}

/** The same asked of calls, attempts and statuses themselves. */
function questionOf(
  report: StatReportName,
  starts: readonly number[],
  range: Range,
  agent?: number,
): RawBuilder<unknown>[] {
  const step = (column: string) =>
    sql`width_bucket(${sql.ref(column)}, (select array_agg(to_timestamp(ms / 1000) order by ms) from unnest(${starts}::float8[]) ms))`;
  const calls = sql`${callsWithPromise} where ${within('r.started_at', range)} and r.ended_at is not null ${agent ? sql`and r.user_id = ${agent}` : sql``}`;
  const byStep = sql`select ${step('r.started_at')} step, r.direction, ${sumsOfCalls} from ${calls} group by 1, 2`;
  const waits = sql`select ${step('r.started_at')} step, percentile_disc(array[0.5, 0.9]) within group (order by r.queue_sec) from ${calls} and r.direction = 'inbound' and r.group_id is not null group by 1`;
  const spent = sql`select user_id, status, sum(${spanUs}) from (${statusSpans(range.fromMs, range.toMs, { nowMs, ...(agent ? { userIds: [agent] } : {}) })}) s group by 1, 2`;
  switch (report) {
    case 'agentEfficiency':
      return [byStep, sql`select r.user_id, r.direction, ${sumsOfCalls} from ${calls} group by 1, 2`, spent];
    case 'callInLoss':
      return [
        byStep,
        sql`select ${lossPlaceOf} place, ${lossOfCalls}, percentile_disc(array[0.5, 0.9]) within group (order by r.duration_sec) from ${calls} and ${isLoss} group by 1`,
      ];
    case 'dayReport':
      return [byStep, waits];
    case 'status':
      return [spent];
    case 'aiOutbound':
      return [
        sql`select a.campaign_id, a.ai_result, count(*), sum(a.talk_sec), count(a.answered_at) from campaign_attempt a where ${within('a.began_at', range)} and a.ended_at is not null group by 1, 2`,
      ];
    case 'callEfficiency':
      return [
        sql`select ${step('r.started_at')} step, ${campaignOf}, r.outcome, ${sumsOfCalls}, sum(r.ring_sec) from ${calls} and r.direction = 'outbound' group by 1, 2, 3`,
        sql`select r.user_id, ${sumsOfCalls} from ${calls} and r.direction = 'outbound' group by 1`,
      ];
  }
}

async function plainly(questions: readonly RawBuilder<unknown>[]): Promise<void> {
  await Promise.all(
    questions.map((question) =>
      db.tenant({ tenantId }, async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx.as());
        await question.execute(tx.as());
      }),
    ),
  );
}

async function times(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < Math.min(3, runs); warm += 1) if (runs > 1) await work();
  const found: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now();
    await work();
    found.push(performance.now() - startedAt);
  }
  return found;
}

/** Calls of five AI tasks, a fifth as many as there are records. */
async function fillAttempts(): Promise<void> {
  const { rows } = await db.pool.query<{ n: number }>('select count(*)::int n from campaign where tenant_id = $1', [
    tenantId,
  ]);
  if (rows[0]!.n > 0) return;
  const client = await db.pool.connect();
  await client.query('set statement_timeout = 0');
  const {
    rows: [first],
  } = await client.query<{ id: number }>(
    `insert into campaign (tenant_id, kind, name) select $1, 'ai', 'Task ' || n from generate_series(1, 5) n returning id`,
    [tenantId],
  );
  const {
    rows: [member],
  } = await client.query<{ id: number }>(
    `insert into campaign_customer (tenant_id, campaign_id, number) values ($1, $2, '525500000001') returning id`,
    [tenantId, first!.id],
  );
  await fillBare(db, ['campaign_attempt'], (bare) =>
    bare.query(
      `insert into campaign_attempt (tenant_id, campaign_id, member_id, number, status, ai_result, talk_sec, began_at, answered_at, ended_at)
       select $1, $2::bigint + n % 5, $3, '525500000001', 10, 1 + n % 3, n % 90, began, case when n % 3 > 0 then began end, began + interval '60 s'
       from (select n, to_timestamp($4::float8) - n::float8 / ${ATTEMPTS} * interval '90 days' began from generate_series(1, ${ATTEMPTS}) n) made`,
      [tenantId, first!.id, member!.id, nowMs / 1_000],
    ),
  );
  await client.query(
    'insert into ai_figure_dirty (tenant_id, campaign_id, quarter) select distinct tenant_id, campaign_id, quarter_of(began_at) from campaign_attempt',
  );
  say(`${ATTEMPTS.toLocaleString('en')} calls of AI tasks`);
  await countAiCalls(db, tenantId);
  await client.query('vacuum analyze ai_quarter');
  client.release(true);
}
