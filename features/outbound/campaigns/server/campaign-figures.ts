import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { PreviewResult } from '#shared/codes/preview-result.ts';

interface AgentFigures {
  agentId: number;
  agentName: string;
  customers: number;
  completed: number;
  calls: number;
  connected: number;
  talkSec: number;
}

/** What a campaign has come to. */
export interface CampaignFigures {
  customers: number;
  completed: number;
  results: { result: PreviewResult; customers: number }[];
  skipped: number;
  unassigned: number;
  followUps: number;
  calls: number;
  connected: number;
  talkSec: number;
  agents: AgentFigures[];
  days: { day: string; calls: number; connected: number }[];
}

interface Sums {
  result: PreviewResult;
  agentId: number | null;
  agentName: string;
  customers: number;
  completed: number;
  skipped: number;
  followUps: number;
}
interface CallSums {
  agentId: number | null;
  agentName: string;
  day: string;
  calls: number;
  connected: number;
  talkSec: number;
}

/** Two walks over the campaign's own rows; days are those of a zone. */
export async function campaignFigures(tx: TenantTx, campaignId: number, zone: string): Promise<CampaignFigures> {
  const { rows: people } = await sql<Sums>`
    select x.result, x.agent_id "agentId", coalesce(max(m.nick_name), '') "agentName", count(*) customers, count(*) filter (where x.task_state = 1) completed,
      count(*) filter (where x.closed_by = 'skipped') skipped, count(*) filter (where x.is_follow_up and x.task_state = 0) "followUps"
    from campaign_customer x left join member m on m.user_id = x.agent_id where x.campaign_id = ${campaignId} and x.closed_by is distinct from 'removed' group by 1, 2`.execute(
    tx.as(),
  );
  const { rows: calls } = await sql<CallSums>`
    select a.user_id "agentId", coalesce(max(m.nick_name), '') "agentName", to_char(a.began_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*) calls, count(*) filter (where a.result = 1) connected, coalesce(sum(a.talk_sec), 0)::int "talkSec"
    from campaign_attempt a left join member m on m.user_id = a.user_id where a.campaign_id = ${campaignId} and a.result is not null group by 1, 3`.execute(
    tx.as(),
  );
  const total = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0);
  return {
    customers: total(people, ({ customers }) => customers),
    completed: total(people, ({ completed }) => completed),
    results: ([0, 1, 2, 3] as const).map((result) => ({
      result,
      customers: total(
        people.filter((row) => row.result === result),
        ({ customers }) => customers,
      ),
    })),
    skipped: total(people, ({ skipped }) => skipped),
    unassigned: total(
      people.filter(({ agentId }) => agentId === null),
      ({ customers, completed }) => customers - completed,
    ),
    followUps: total(people, ({ followUps }) => followUps),
    calls: total(calls, (row) => row.calls),
    connected: total(calls, ({ connected }) => connected),
    talkSec: total(calls, ({ talkSec }) => talkSec),
    agents: byAgent(people, calls),
    days: byDay(calls),
  };
}

function byAgent(people: readonly Sums[], calls: readonly CallSums[]): AgentFigures[] {
  const found = new Map<number, AgentFigures>();
  const of = ({ agentId, agentName }: { agentId: number | null; agentName: string }): AgentFigures | null => {
    if (agentId === null) return null;
    const known = found.get(agentId) ?? {
      agentId,
      agentName,
      customers: 0,
      completed: 0,
      calls: 0,
      connected: 0,
      talkSec: 0,
    };
    found.set(agentId, known);
    return known;
  };
  for (const row of people) {
    const agent = of(row);
    if (!agent) continue;
    agent.customers += row.customers;
    agent.completed += row.completed;
  }
  for (const row of calls) {
    const agent = of(row);
    if (!agent) continue;
    agent.calls += row.calls;
    agent.connected += row.connected;
    agent.talkSec += row.talkSec;
  }
  return [...found.values()].toSorted((a, b) => b.calls - a.calls || a.agentId - b.agentId);
}

function byDay(calls: readonly CallSums[]): CampaignFigures['days'] {
  const days = new Map<string, { calls: number; connected: number }>();
  for (const { day, calls: made, connected } of calls) {
    const known = days.get(day) ?? { calls: 0, connected: 0 };
    days.set(day, { calls: known.calls + made, connected: known.connected + connected });
  }
  return [...days].map(([day, sums]) => ({ day, ...sums })).toSorted((a, b) => a.day.localeCompare(b.day));
}
