import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { LABEL_REQUIRED, type CallLabel, type ChosenLabel } from '../contract.ts';

type Fields = Pick<CallLabel, 'name' | 'colour' | 'enabled'>;

/** The labels of one tenant and the calls that have them. */
export function callLabelsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const columns = sql`id, name, colour, position, enabled`;
  const choice = sql`select c.call_id "callId", c.label_id "labelId", l.name, l.colour, coalesce(m.nick_name, '') author, c.chosen_at "chosenAt"
    from call_label_choice c join call_label l on l.id = c.label_id left join member m on m.user_id = c.user_id`;

  return {
    async all(): Promise<CallLabel[]> {
      return (await sql<CallLabel>`select ${columns} from call_label order by position, id`.execute(rows)).rows;
    },
    async find(id: number): Promise<CallLabel | undefined> {
      return (await sql<CallLabel>`select ${columns} from call_label where id = ${id}`.execute(rows)).rows[0];
    },
    /** Null when the name is taken. */
    async add({ name, colour, enabled }: Fields): Promise<number | null> {
      const added = await sql<{ id: number }>`
        insert into call_label (name, colour, enabled, position) select ${name}, ${colour}, ${enabled}, coalesce(max(position), 0) + 1 from call_label
        on conflict (tenant_id, name) do nothing returning id`.execute(rows);
      return added.rows[0]?.id ?? null;
    },
    async isNameFree(name: string, id: number): Promise<boolean> {
      return (await sql`select 1 from call_label where name = ${name} and id <> ${id}`.execute(rows)).rows.length === 0;
    },
    async update(id: number, { name, colour, enabled }: Fields): Promise<void> {
      await sql`update call_label set name = ${name}, colour = ${colour}, enabled = ${enabled} where id = ${id}`.execute(
        rows,
      );
    },
    async sort(ids: readonly number[]): Promise<void> {
      await sql`update call_label l set position = s.place
        from (select id, row_number() over (order by array_position(${ids}::bigint[], id) nulls last, position, id) place from call_label) s where s.id = l.id`.execute(
        rows,
      );
    },
    async isUsed(id: number): Promise<boolean> {
      return (await sql`select 1 from call_label_choice where label_id = ${id} limit 1`.execute(rows)).rows.length > 0;
    },
    async delete(id: number): Promise<void> {
      await sql`delete from call_label where id = ${id}`.execute(rows);
    },

    async choices(callIds: readonly string[]): Promise<ChosenLabel[]> {
      return (await sql<ChosenLabel>`${choice} where c.call_id = any(${callIds}::text[])`.execute(rows)).rows;
    },
    async choose(callId: string, labelId: number, userId: number): Promise<ChosenLabel> {
      await sql`insert into call_label_choice (call_id, label_id, user_id) values (${callId}, ${labelId}, ${userId})
        on conflict (tenant_id, call_id) do update set label_id = excluded.label_id, user_id = excluded.user_id, chosen_at = now()`.execute(
        rows,
      );
      return (await sql<ChosenLabel>`${choice} where c.call_id = ${callId}`.execute(rows)).rows[0]!;
    },
    async clear(callId: string): Promise<void> {
      await sql`delete from call_label_choice where call_id = ${callId}`.execute(rows);
    },
    async talkedIn(callId: string, userId: number): Promise<boolean> {
      const found =
        await sql`select 1 from call_record r join call_agent a on a.record_id = r.id where r.call_id = ${callId} and a.user_id = ${userId} and a.result = 'talked'`.execute(
          rows,
        );
      return found.rows.length > 0;
    },
    /** A tenant that asks for labels but offers none cannot mean it. */
    async isRequired(): Promise<boolean> {
      const found = await sql<{ required: boolean }>`
        select exists (select 1 from tenant_setting where name = ${LABEL_REQUIRED} and lower(value) in ('true', '1')) and exists (select 1 from call_label where enabled) required`.execute(
        rows,
      );
      return found.rows[0]!.required;
    },
    async hasLabel(callId: string): Promise<boolean> {
      return (await sql`select 1 from call_label_choice where call_id = ${callId}`.execute(rows)).rows.length > 0;
    },
  };
}
