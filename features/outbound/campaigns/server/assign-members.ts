import { sql } from 'kysely';
import { customerOwners } from '#features/customers/customers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { assignCustomers, type AssignRule, type Worker } from '../core/assignment.ts';

/** So many are read, decided and written at a time. */
const CHUNK = 10_000;

interface OpenMember {
  id: number;
  customerId: number | null;
}

/** Whose are the customers that are to be shared out. */
export interface Shared {
  campaignId: number;
  /** Leaves those alone who are somebody's. */
  onlyUnassigned: boolean;
  /** Of them those behind `after` up to `to`: many are shared out piece by piece. */
  range?: { after: number; to: number } | undefined;
}

const inRange = ({ range }: Shared, id: string) =>
  range === undefined ? sql`` : sql`and ${sql.ref(id)} > ${range.after} and ${sql.ref(id)} <= ${range.to}`;

/** The last of the next so many open customers behind one; null when there are none. */
export async function lastOfNext(
  tx: TenantTx,
  campaignId: number,
  after: number,
  most: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) id from (select id from campaign_customer where campaign_id = ${campaignId} and id > ${after} and task_state = 0 order by id limit ${most}) next_ones`.execute(
    tx.as(),
  );
  return rows[0]!.id;
}

/** Shares the open customers of a campaign out by a rule, in the order of the list; answers how many got somebody. */
export async function assignByRule(
  tx: TenantTx,
  shared: Shared,
  rule: AssignRule,
  workers: readonly Worker[],
  /** What each has; counted on, for whoever goes on with the next piece. */
  open = new Map(workers.map(({ agentId, open: has }) => [agentId, has])),
): Promise<number> {
  let assigned = 0;
  for await (const some of openMembers(tx, shared)) {
    const owners = rule === 'owner' ? await ownersOf(tx, some) : new Map<number, number>();
    const given = assignCustomers(
      rule,
      some.map(({ id, customerId }) => ({
        id,
        ownerId: customerId === null ? null : (owners.get(customerId) ?? null),
      })),
      [...open].map(([agentId, has]) => ({ agentId, open: has })),
    );
    for (const { agentId } of given) if (agentId !== null) open.set(agentId, (open.get(agentId) ?? 0) + 1);
    assigned += await give(tx, shared, given);
  }
  return assigned;
}

/** To their owners alone, whoever these are among those who work on it; the rest stays as it is. */
export async function assignToOwners(tx: TenantTx, shared: Shared, agentIds: readonly number[]): Promise<number> {
  const workers = new Set(agentIds);
  let assigned = 0;
  for await (const some of openMembers(tx, shared)) {
    const owners = await ownersOf(tx, some);
    const given = some.flatMap(({ id, customerId }) => {
      const agentId = customerId === null ? undefined : owners.get(customerId);
      return agentId !== undefined && workers.has(agentId) ? [{ id, agentId }] : [];
    });
    assigned += await give(tx, shared, given);
  }
  return assigned;
}

/** By what a column of theirs says; who says nothing known stays as they are. */
export async function assignByColumn(
  tx: TenantTx,
  shared: Shared,
  column: string,
  agents: readonly { value: string; agentId: number }[],
): Promise<number> {
  const done = await sql`
    update campaign_customer x set agent_id = a.agent, taken_at = null, updated_at = now()
    from unnest(${agents.map(({ value }) => value.toLowerCase())}::text[], ${agents.map(({ agentId }) => agentId)}::bigint[]) a (value, agent)
    where x.campaign_id = ${shared.campaignId} and x.task_state = 0 ${shared.onlyUnassigned ? sql`and x.agent_id is null` : sql``} ${inRange(shared, 'x.id')} and lower(btrim(x.columns ->> ${column})) = a.value`.execute(
    tx.as(),
  );
  return Number(done.numAffectedRows ?? 0);
}

/** These to that agent, or to nobody. `of`: only who is this agent's now. */
export async function assignByHand(
  tx: TenantTx,
  campaignId: number,
  ids: readonly number[],
  agentId: number | null,
  { of }: { of?: number | undefined } = {},
): Promise<number> {
  const done = await sql`update campaign_customer set agent_id = ${agentId}::bigint, taken_at = null, updated_at = now()
      where campaign_id = ${campaignId} and id = any(${ids}::bigint[]) and task_state = 0 ${of === undefined ? sql`` : sql`and agent_id = ${of}`}`.execute(
    tx.as(),
  );
  return Number(done.numAffectedRows ?? 0);
}

async function* openMembers(tx: TenantTx, shared: Shared): AsyncGenerator<OpenMember[]> {
  const { campaignId, onlyUnassigned } = shared;
  for (let after = 0; ;) {
    const { rows } = await sql<OpenMember>`
      select id, customer_id "customerId" from campaign_customer where campaign_id = ${campaignId} and id > ${after} and task_state = 0 ${onlyUnassigned ? sql`and agent_id is null` : sql``} ${inRange(shared, 'id')}
      order by id limit ${CHUNK}`.execute(tx.as());
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.id;
  }
}

const ownersOf = (tx: TenantTx, some: readonly OpenMember[]): Promise<Map<number, number>> =>
  customerOwners(
    tx,
    some.flatMap(({ customerId }) => customerId ?? []),
  );

/** Whoever was taken or done with since they were read stays so. */
async function give(
  tx: TenantTx,
  { onlyUnassigned }: Shared,
  given: readonly { id: number; agentId: number | null }[],
): Promise<number> {
  const real = given.filter(({ agentId }) => agentId !== null);
  if (real.length === 0) return 0;
  const done = await sql`update campaign_customer x set agent_id = g.agent, taken_at = null, updated_at = now()
    from unnest(${real.map(({ id }) => id)}::bigint[], ${real.map(({ agentId }) => agentId)}::bigint[]) g (id, agent)
    where x.id = g.id and x.task_state = 0 ${onlyUnassigned ? sql`and x.agent_id is null` : sql``}`.execute(tx.as());
  return Number(done.numAffectedRows ?? 0);
}
