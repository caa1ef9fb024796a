import { sql } from 'kysely';
import { nothingGoesOn, type GoingOn } from '#core/call/going-on.ts';
import type { EntryKind, NewEntry, Requirement } from '../core/routing.ts';
import type { Entry } from '../core/routing-machine.ts';
import type { Db, TenantTx, Tx } from '#platform/server/db/db.ts';
import { forgetRows } from '#platform/server/db/forget-rows.ts';
import { momentOfMsColumn, msOfColumn } from '#platform/server/db/moments.ts';

/** An entry that waits, as it was stored. */
export interface StoredEntry {
  callId: string;
  groupId: number;
  kind: EntryKind;
  customerNumber: string;
  priority: number;
  skills: Requirement[];
  queuedAtMs: number;
  visited: number[];
  /** Of whoever holds the line, or is being called back now. */
  stood?: NewEntry['stood'] | null;
}

export interface EntryEnd {
  callId: string;
  why: string;
  atMs: number;
}

/** Callers in line, of one tenant. */
export function entriesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** Writes what a decision changed, in two statements however much it was. */
    async save(
      node: string,
      kept: readonly (Entry & { customerNumber: string })[],
      ended: readonly EntryEnd[],
    ): Promise<void> {
      if (kept.length > 0) {
        const written = kept.map((entry) => ({
          call_id: entry.callId,
          group_id: entry.groupId,
          kind: entry.kind,
          customer_number: entry.customerNumber,
          priority: entry.priority,
          skills: entry.requirements,
          queued_ms: entry.queuedAtMs,
          entered_ms: entry.enteredMs,
          visited: entry.visited,
          state: entry.at.is,
          offered_to: entry.at.is === 'offered' ? entry.at.userId : null,
          offered_ms: entry.at.is === 'offered' ? entry.at.sinceMs : null,
        }));
        await sql`
          insert into queue_entry (call_id, group_id, kind, customer_number, priority, skills, queued_at, entered_at, visited, state, offered_to, offered_at, node)
          select r.call_id, r.group_id, r.kind, r.customer_number, r.priority, r.skills, ${momentOfMsColumn('r.queued_ms')}, ${momentOfMsColumn('r.entered_ms')},
            array(select jsonb_array_elements_text(r.visited)::bigint), r.state, r.offered_to, ${momentOfMsColumn('r.offered_ms')}, ${node}
          from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as r (call_id text, group_id bigint, kind text, customer_number text, priority int, skills jsonb, queued_ms float8, entered_ms float8,
            visited jsonb, state text, offered_to bigint, offered_ms float8)
          on conflict (tenant_id, call_id) where ended_at is null do update set group_id = excluded.group_id, kind = excluded.kind, entered_at = excluded.entered_at, visited = excluded.visited,
            state = excluded.state, offered_to = excluded.offered_to, offered_at = excluded.offered_at, node = excluded.node`.execute(
          rows,
        );
      }
      if (ended.length > 0) {
        await sql`
          update queue_entry e set state = case r.why when 'answered' then 'answered' else 'left' end, left_why = r.why, ended_at = ${momentOfMsColumn('r.at_ms')}
          from jsonb_to_recordset(${JSON.stringify(ended.map(({ callId, why, atMs }) => ({ call_id: callId, why, at_ms: atMs })))}::jsonb) as r (call_id text, why text, at_ms float8)
          where e.call_id = r.call_id and e.ended_at is null`.execute(rows);
      }
    },

    async live(): Promise<StoredEntry[]> {
      const found = await sql<StoredEntry>`
        select call_id "callId", group_id "groupId", kind, customer_number "customerNumber", priority, skills, ${msOfColumn('queued_at')} "queuedAtMs", to_jsonb(visited) visited,
          case when kind = 'call' or offered_to is not null then json_build_object('enteredMs', ${msOfColumn('entered_at')}, 'offeredTo', offered_to) end stood
        from queue_entry where ended_at is null order by queued_at, id`.execute(rows);
      return found.rows;
    },
  };
}

/**
 * What a process that is gone left in line of a tenant: whoever held the line is promised a call back, at the same place, where the
 * group allows it; calls that outlived the process stay as they are. What stays is this node's; answers how many.
 */
export async function recoverEntries(
  tx: TenantTx,
  node: string,
  { inLine, served }: Pick<GoingOn, 'inLine' | 'served'> = nothingGoesOn,
): Promise<number> {
  const rows = tx.as<never>();
  const holding = inLine.map(({ queueId }) => queueId);
  const isCutOff = sql`e.call_id <> all(${holding}::text[])`;
  const leave = (why: string, where: ReturnType<typeof sql>) =>
    sql`update queue_entry e set state = 'left', left_why = ${why}, ended_at = now() where e.ended_at is null and ${where}`.execute(
      rows,
    );
  await leave('groupRemoved', sql`not exists (select 1 from agent_group g where g.id = e.group_id)`);
  if (served.length > 0)
    await sql`update queue_entry set state = 'answered', left_why = 'answered', ended_at = now() where ended_at is null and call_id = any(${served}::text[])`.execute(
      rows,
    );
  await leave(
    'serverStopped',
    sql`${isCutOff} and e.kind = 'call' and (e.customer_number = '' or exists (select 1 from agent_group g where g.id = e.group_id and not g.allow_callback))`,
  );
  const kept =
    await sql`update queue_entry e set kind = 'callback', state = 'waiting', offered_to = null, offered_at = null, node = ${node} where e.ended_at is null and ${isCutOff}`.execute(
      rows,
    );
  if (inLine.length === 0) return Number(kept.numAffectedRows ?? 0);
  const stay = await sql`
    update queue_entry e set node = ${node}, state = case when h."offeredTo" is null then 'waiting' else 'offered' end, offered_to = h."offeredTo", offered_at = case when h."offeredTo" is not null then coalesce(e.offered_at, now()) end
    from jsonb_to_recordset(${JSON.stringify(inLine)}::jsonb) as h ("queueId" text, "offeredTo" bigint) where e.ended_at is null and e.call_id = h."queueId"`.execute(
    rows,
  );
  return Number(kept.numAffectedRows ?? 0) + Number(stay.numAffectedRows ?? 0);
}

/** Tenants that have somebody in line. */
export async function tenantsInLine(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select distinct tenant_id id from queue_entry where ended_at is null`.execute(tx.as());
  return rows.map(({ id }) => id);
}

/** Entries are for deciding, call records for looking back: old ones go. */
export async function sweepEntries(db: Db): Promise<void> {
  await forgetRows(db, 'old entries of every line', {
    from: sql.table('queue_entry'),
    where: sql`ended_at < now() - interval '30 days'`,
  });
}
