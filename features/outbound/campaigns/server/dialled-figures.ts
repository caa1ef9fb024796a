import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { campaignFigures, type CampaignFigures } from './campaign-figures.ts';

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
export interface DialledFigures extends Pick<CampaignFigures, 'customers' | 'completed' | 'results' | 'talkSec'> {
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

/** A person answered; a machine did not. */
const answered = sql`a.answered_at is not null and not a.by_machine`;

/** Calls of a campaign by the hour of the day in a zone. */
async function callsByHour(
  tx: TenantTx,
  campaignId: number,
  zone: string,
  since?: RawBuilder<unknown>,
): Promise<HourOfCalls[]> {
  return (
    await sql<HourOfCalls>`
      select extract(hour from a.began_at at time zone ${zone})::int as hour, count(*) calls, count(*) filter (where ${answered}) answered, count(*) filter (where a.abandoned_at is not null) abandoned
      from campaign_attempt a where a.campaign_id = ${campaignId} and a.ended_at is not null ${since ? sql`and a.began_at >= ${since}` : sql``} group by 1 order by 1`.execute(
      tx.as(),
    )
  ).rows;
}

/** Calls of today by the hour. */
export const hoursSince = (tx: TenantTx, campaignId: number, zone: string, sinceMs: number): Promise<HourOfCalls[]> =>
  callsByHour(tx, campaignId, zone, momentOfMs(sinceMs));

/** Calls people answered since then, and those nobody of ours came to. */
export async function answeredSince(tx: TenantTx, campaignId: number, sinceMs: number): Promise<AnsweredOfCampaign> {
  const { rows } = await sql<AnsweredOfCampaign>`
    select count(*) filter (where ${answered}) answered, count(*) filter (where a.abandoned_at is not null) abandoned
    from campaign_attempt a where a.campaign_id = ${campaignId} and a.began_at >= ${momentOfMs(sinceMs)}`.execute(
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
}

/** What a task has come to: three walks over its own rows. */
export async function dialledFigures(tx: TenantTx, campaignId: number, zone: string): Promise<DialledFigures> {
  const { customers, completed, results, agents, talkSec } = await campaignFigures(tx, campaignId, zone);
  const { rows } = await sql<Sums>`
    select to_char(a.began_at at time zone ${zone}, 'YYYY-MM-DD') as day, a.status, count(*) calls, count(*) filter (where ${answered}) answered, count(*) filter (where a.abandoned_at is not null) abandoned,
      count(*) filter (where a.by_machine) machines, count(*) filter (where a.connected_at is not null) connected
    from campaign_attempt a where a.campaign_id = ${campaignId} and a.ended_at is not null group by 1, 2`.execute(
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
    results,
    calls: total(({ calls }) => calls),
    answered: total((row) => row.answered),
    abandoned: total(({ abandoned }) => abandoned),
    machines: total(({ machines }) => machines),
    connected: total(({ connected }) => connected),
    talkSec,
    statuses: statusesOf(rows),
    hours: await callsByHour(tx, campaignId, zone),
    days: daysOf(rows),
    agents: agents.map(({ agentId, agentName, calls, talkSec: talked }) => ({
      agentId,
      agentName,
      calls,
      talkSec: talked,
    })),
  };
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
