import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { campaignsRepo } from './campaigns.repo.ts';
import { customersByResult, type CustomersOfResult } from './customers-by-result.ts';
import { slotsOf } from './dialled-sums.ts';

/** Calls that began in an hour of the day. */
export interface HourOfCalls {
  hour: number;
  calls: number;
  answered: number;
  abandoned: number;
}

/** Calls people answered, and those of them nobody of ours came to. */
export interface AnsweredOfCampaign {
  answered: number;
  abandoned: number;
}

/** What a campaign that dials by itself has come to. */
export interface DialledFigures {
  customers: number;
  completed: number;
  results: CustomersOfResult[];
  talkSec: number;
  setAside: number;
  calls: number;
  answered: number;
  abandoned: number;
  machines: number;
  connected: number;
  /** The most frequent first. */
  statuses: { status: FinalCallStatus; calls: number }[];
  hours: HourOfCalls[];
  days: { day: string; calls: number; answered: number }[];
  agents: { agentId: number; agentName: string; calls: number; talkSec: number }[];
}

/** Calls of a campaign by the hour of the day in a zone. */
async function callsByHour(
  tx: TenantTx,
  campaignId: number,
  zone: string,
  since?: RawBuilder<unknown>,
): Promise<HourOfCalls[]> {
  return (
    await sql<HourOfCalls>`
      select extract(hour from t.slot at time zone ${zone})::int as hour, sum(t.calls)::int calls, sum(t.answered)::int answered, sum(t.abandoned)::int abandoned
      from campaign_tally t where t.campaign_id = ${campaignId} and t.calls > 0 ${since ? sql`and t.slot >= ${since}` : sql``} group by 1 order by 1`.execute(
      tx.as(),
    )
  ).rows;
}

/** Calls of today by the hour. */
export const hoursSince = (tx: TenantTx, campaignId: number, zone: string, sinceMs: number): Promise<HourOfCalls[]> =>
  callsByHour(tx, campaignId, zone, momentOfMs(sinceMs));

/** Calls people answered since then, to a quarter of an hour, and those nobody of ours came to; of calls that are over. */
export async function answeredSince(tx: TenantTx, campaignId: number, sinceMs: number): Promise<AnsweredOfCampaign> {
  const { rows } = await sql<AnsweredOfCampaign>`
    select coalesce(sum(t.answered), 0)::int answered, coalesce(sum(t.abandoned), 0)::int abandoned
    from campaign_tally t where t.campaign_id = ${campaignId} and t.slot >= date_bin('15 minutes', ${momentOfMs(sinceMs)}, 'epoch')`.execute(
    tx.as(),
  );
  return rows[0]!;
}

/** Customers called since then who are done with, and when the first of those calls began. */
export async function paceSince(
  tx: TenantTx,
  campaignId: number,
  sinceMs: number,
): Promise<{ done: number; firstMs: number | null }> {
  const { rows } = await sql<{ done: number; firstMs: number | null }>`
    select count(distinct a.member_id) filter (where x.task_state = 1) done, (extract(epoch from min(a.began_at)) * 1000)::float8 "firstMs"
    from campaign_attempt a join campaign_customer x on x.id = a.member_id where a.campaign_id = ${campaignId} and a.began_at >= ${momentOfMs(sinceMs)}`.execute(
    tx.as(),
  );
  return rows[0]!;
}

interface Sums {
  day: string;
  status: FinalCallStatus;
  calls: number;
  answered: number;
  abandoned: number;
  machines: number;
  connected: number;
  talkSec: number;
}

/** What a task has come to: of its tally, and of indexes that hold what is counted. */
export async function dialledFigures(tx: TenantTx, campaignId: number, zone: string): Promise<DialledFigures> {
  const { customers, completed } = (await campaignsRepo(tx).find(campaignId))!;
  const { rows } = await sql<Sums>`
    select s.day, t.status, sum(t.calls)::int calls, sum(t.answered)::int answered, sum(t.abandoned)::int abandoned,
      sum(t.machines)::int machines, sum(t.connected)::int connected, sum(t.talk_sec)::int "talkSec"
    from campaign_tally t join (${slotsOf(campaignId, zone)}) s on s.slot = t.slot where t.campaign_id = ${campaignId} and t.calls > 0 group by 1, 2`.execute(
    tx.as(),
  );
  const { rows: aside } = await sql<{ count: number }>`
    select count(*) count from campaign_customer where campaign_id = ${campaignId} and is_set_aside and task_state = 0`.execute(
    tx.as(),
  );
  const total = (of: (row: Sums) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    customers,
    completed,
    setAside: aside[0]!.count,
    results: await customersByResult(tx, campaignId),
    calls: total(({ calls }) => calls),
    answered: total((row) => row.answered),
    abandoned: total(({ abandoned }) => abandoned),
    machines: total(({ machines }) => machines),
    connected: total(({ connected }) => connected),
    talkSec: total(({ talkSec }) => talkSec),
    statuses: statusesOf(rows),
    hours: await callsByHour(tx, campaignId, zone),
    days: daysOf(rows),
    agents: await agentsOf(tx, campaignId),
  };
}

/** Who talked in its calls, the busiest first. */
async function agentsOf(tx: TenantTx, campaignId: number): Promise<DialledFigures['agents']> {
  const { rows } = await sql<DialledFigures['agents'][number]>`
    select t.user_id "agentId", coalesce(max(m.nick_name), '') "agentName", sum(t.calls)::int calls, sum(t.talk_sec)::int "talkSec"
    from campaign_agent_tally t left join member m on m.user_id = t.user_id where t.campaign_id = ${campaignId} and t.user_id > 0 and t.calls > 0
    group by 1 order by 3 desc, 1`.execute(tx.as());
  return rows;
}

function statusesOf(rows: readonly Sums[]): DialledFigures['statuses'] {
  const counts = new Map<FinalCallStatus, number>();
  for (const { status, calls } of rows)
    if (FinalCallStatus.has(status)) counts.set(status, (counts.get(status) ?? 0) + calls);
  return [...counts].map(([status, calls]) => ({ status, calls })).toSorted((a, b) => b.calls - a.calls);
}

function daysOf(rows: readonly Sums[]): DialledFigures['days'] {
  const days = new Map<string, { calls: number; answered: number }>();
  for (const row of rows) {
    const known = days.get(row.day) ?? { calls: 0, answered: 0 };
    days.set(row.day, { calls: known.calls + row.calls, answered: known.answered + row.answered });
  }
  return [...days].map(([day, sums]) => ({ day, ...sums })).toSorted((a, b) => a.day.localeCompare(b.day));
}
