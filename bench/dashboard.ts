import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { dayOf } from '#core/calendar/day-range.ts';
import { stepsOf } from '#core/calendar/day-steps.ts';
import { spanUs, statusSpans } from '#features/voice/dashboard/server/count-statuses.ts';
import { readDashboard } from '#features/voice/dashboard/server/figures.repo.ts';
import { callsWithPromise, sumsOfCalls } from '#features/voice/dashboard/server/sums.ts';
import { openCallFigures } from './call-figures.ts';
import { percentile, print, type Figure } from './report.ts';

/*
 * What the dashboard asks among five million call records of ninety days, 500 agents and 20 groups: today, 7, 30 and 90 days
 * in three zones, and 90 days of one agent, beside the same questions asked of the calls themselves.
 * OPENSEAT_BENCH_DATA=<folder> keeps the records for the next time.
 */
const RECORDS = Number(process.env['OPENSEAT_BENCH_RECORDS'] ?? 5_000_000);
const DAYS = 90;
const RUNS = Number(process.env['OPENSEAT_BENCH_RUNS'] ?? 40);
const PLAIN_RUNS = 3;
const PLAIN_RUNS_OF_MANY_DAYS = 1;
const DAY_MS = 86_400_000;

const figures: Figure[] = [];
const {
  db,
  tenantId,
  nowMs,
  agentId: somebody,
  kept,
  dataDir,
  say,
  close,
} = await openCallFigures({
  records: RECORDS,
  figures,
});

for (const zone of ['UTC', 'Asia/Kolkata', 'Pacific/Pago_Pago'])
  for (const days of [1, 7, 30, 90]) await measure(`${zone}.${days}d`, zone, days);
await measure('agent.90d', 'UTC', DAYS, somebody);

await close();
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
