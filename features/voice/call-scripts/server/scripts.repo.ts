import { sql } from 'kysely';
import type { ScriptedCall } from '../core/script.ts';
import { groupRows, groupMembers } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Script, ScriptFields } from '../contract.ts';

/** A call of somebody, and what a script may say of it. */
export interface CallOfMine extends ScriptedCall {
  customerName: string;
  customerNumber: string;
  groupName: string;
  /** The task it was made for. */
  taskId: string | null;
}

export type UsedScript = Pick<Script, 'id' | 'name' | 'content' | 'direction' | 'groupIds' | 'numbers' | 'steps'>;

export interface ScriptSearch {
  page: number;
  size: number;
  name?: string | undefined;
  groupId?: number | undefined;
  enabled?: boolean | undefined;
}

const columns = sql`s.id, s.name, s.content, s.direction, s.enabled, s.group_ids "groupIds", s.numbers, s.steps, coalesce(m.nick_name, '') "updatedBy", s.updated_at "updatedAt",
  array(select g.name from ${groupRows} g where g.id = any(s.group_ids) order by g.name) "groupNames"`;
const from = sql`script s left join member m on m.user_id = s.updated_by`;

/** The scripts of one tenant. */
export function scriptsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async page({ page, size, name, groupId, enabled }: ScriptSearch): Promise<{ list: Script[]; total: number }> {
      const parts = [sql`true`];
      if (name) parts.push(sql`s.name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`);
      if (groupId !== undefined) parts.push(sql`${groupId} = any(s.group_ids)`);
      if (enabled !== undefined) parts.push(sql`s.enabled = ${enabled}`);
      const where = sql.join(parts, sql` and `);
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from script s where ${where}`.execute(rows);
      const { rows: list } =
        await sql<Script>`select ${columns} from ${from} where ${where} order by s.name, s.id limit ${size} offset ${(page - 1) * size}`.execute(
          rows,
        );
      return { list, total: counted[0]!.total };
    },
    async names(): Promise<{ id: number; name: string }[]> {
      return (
        await sql<{ id: number; name: string }>`select id, name from script where enabled order by name, id`.execute(
          rows,
        )
      ).rows;
    },
    /** Those in use that may fit the call. Every ringing phone asks: texts that fit no such call are not read. */
    async inUseFor({ direction, groupIds, ourNumber }: ScriptedCall): Promise<UsedScript[]> {
      return (
        await sql<UsedScript>`
        select id, name, content, direction, group_ids "groupIds", numbers, steps from script
        where enabled and direction in ('any', ${direction}) and (group_ids && ${groupIds}::bigint[] or ${ourNumber} = any(numbers) or cardinality(group_ids) + cardinality(numbers) = 0)`.execute(
          rows,
        )
      ).rows;
    },
    async find(id: number): Promise<Script | undefined> {
      return (await sql<Script>`select ${columns} from ${from} where s.id = ${id}`.execute(rows)).rows[0];
    },
    async count(): Promise<number> {
      return (await sql<{ count: number }>`select count(*) count from script`.execute(rows)).rows[0]!.count;
    },
    async add(
      { name, content, direction, enabled, groupIds, numbers, steps }: ScriptFields,
      userId: number,
    ): Promise<number | null> {
      const added = await sql<{ id: number }>`
        insert into script (name, content, direction, enabled, group_ids, numbers, steps, updated_by) values (${name}, ${content}, ${direction}, ${enabled}, ${groupIds}::bigint[], ${numbers}::text[], ${JSON.stringify(steps)}::jsonb, ${userId})
        on conflict (tenant_id, name) do nothing returning id`.execute(rows);
      return added.rows[0]?.id ?? null;
    },
    async update(
      id: number,
      { name, content, direction, enabled, groupIds, numbers, steps }: ScriptFields,
      userId: number,
    ): Promise<void> {
      await sql`update script set name = ${name}, content = ${content}, direction = ${direction}, enabled = ${enabled}, group_ids = ${groupIds}::bigint[], numbers = ${numbers}::text[],
        steps = ${JSON.stringify(steps)}::jsonb, updated_by = ${userId}, updated_at = now() where id = ${id}`.execute(
        rows,
      );
    },
    async delete(id: number): Promise<void> {
      await sql`delete from script where id = ${id}`.execute(rows);
    },
    /** The call, if this person was rung in it or placed it. While it lasts, the line it stands in is known from its events alone. */
    async callOf(callId: string, userId: number): Promise<CallOfMine | undefined> {
      const { rows: found } = await sql<CallOfMine & { groupId: number | null; mine: number[] }>`
        select c.direction, c.our_number "ourNumber", c.customer_name "customerName", c.customer_number "customerNumber", c.task_id "taskId", c."groupId", coalesce(g.name, '') "groupName",
          array(select gm.group_id from ${groupMembers} gm where gm.user_id = ${userId}) mine
        from (select r.*, coalesce((select (e.detail ->> 'groupId')::bigint from call_event e where e.call_id = r.call_id and e.type = 'queued' order by e.seq desc limit 1), r.group_id) "groupId" from call_record r where r.call_id = ${callId}) c
          left join ${groupRows} g on g.id = c."groupId"
        where c.user_id = ${userId} or exists (select 1 from call_agent a where a.record_id = c.id and a.user_id = ${userId})`.execute(
        rows,
      );
      const call = found[0];
      if (!call) return undefined;
      const { groupId, mine, ...rest } = call;
      // Nobody stood in line: whoever called did so for the groups they work in.
      return { ...rest, groupIds: groupId === null ? (rest.direction === 'outbound' ? mine : []) : [groupId] };
    },
  };
}
