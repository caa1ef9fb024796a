import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { campaignsRepo } from './campaigns.repo.ts';
import { customersByResult, type CustomersOfResult } from './customers-by-result.ts';
import { slotsOf } from './dialled-sums.ts';

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
  results: CustomersOfResult[];
  skipped: number;
  unassigned: number;
  followUps: number;
  calls: number;
  connected: number;
  talkSec: number;
  agents: AgentFigures[];
  days: { day: string; calls: number; connected: number }[];
}

/** Customers of one agent. */
interface Shared {
  agentId: number;
  agentName: string;
  customers: number;
  completed: number;
}
/** Calls of one agent on one day. */
interface CallSums {
  agentId: number;
  agentName: string;
  day: string;
  calls: number;
  connected: number;
  talkSec: number;
}

/** What a task of people has come to: of its own row, its tally, and indexes that hold what is counted. Days are those of a zone. */
export async function campaignFigures(tx: TenantTx, campaignId: number, zone: string): Promise<CampaignFigures> {
  const { customers, completed } = (await campaignsRepo(tx).find(campaignId))!;
  const { rows: people } = await sql<Shared>`
    select x.agent_id "agentId", coalesce(max(m.nick_name), '') "agentName", sum(x.customers)::int customers,
      coalesce(sum(x.customers) filter (where x.task_state = 1), 0)::int completed
    from (select agent_id, task_state, count(*) customers from campaign_customer
      where campaign_id = ${campaignId} and agent_id is not null and closed_by is distinct from 'removed' group by 1, 2) x
    left join member m on m.user_id = x.agent_id group by 1`.execute(tx.as());
  const { rows: calls } = await sql<CallSums>`
    select t.user_id "agentId", coalesce(max(m.nick_name), '') "agentName", s.day, sum(t.calls)::int calls, sum(t.reached)::int connected, sum(t.talk_sec)::int "talkSec"
    from campaign_agent_tally t join (${slotsOf(campaignId, zone)}) s on s.slot = t.slot left join member m on m.user_id = t.user_id
    where t.campaign_id = ${campaignId} and t.calls > 0 group by 1, 3`.execute(tx.as());
  const { rows: some } = await sql<{ skipped: number; followUps: number }>`
    select (select count(*) from campaign_customer where campaign_id = ${campaignId} and closed_by = 'skipped') skipped,
      (select count(*) from campaign_customer where campaign_id = ${campaignId} and task_state = 0 and is_follow_up) "followUps"`.execute(
    tx.as(),
  );
  const total = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0);
  const agents = byAgent(people, calls);
  return {
    customers,
    completed,
    results: await customersByResult(tx, campaignId),
    ...some[0]!,
    unassigned: customers - completed - total(people, (one) => one.customers - one.completed),
    calls: total(calls, (row) => row.calls),
    connected: total(calls, ({ connected }) => connected),
    talkSec: total(calls, ({ talkSec }) => talkSec),
    agents,
    days: byDay(calls),
  };
}

/** Whoever made a call is not known any more. */
const NOBODY = 0;

function byAgent(people: readonly Shared[], calls: readonly CallSums[]): AgentFigures[] {
  const found = new Map<number, AgentFigures>();
  const of = ({ agentId, agentName }: { agentId: number; agentName: string }): AgentFigures => {
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
    agent.customers += row.customers;
    agent.completed += row.completed;
  }
  for (const row of calls) {
    if (row.agentId === NOBODY) continue;
    const agent = of(row);
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
