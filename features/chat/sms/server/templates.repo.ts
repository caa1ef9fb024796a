import { sql } from 'kysely';
import { groupRows, groupMembers } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { SmsTemplate, SmsTemplateChoice, SmsTemplateFields, SmsTemplateState } from '../contract.ts';

export interface TemplateSearch {
  page: number;
  size: number;
  name?: string | undefined;
  state?: SmsTemplateState | undefined;
  language?: string | undefined;
  groupId?: number | undefined;
}

const columns = sql`t.id, t.name "smsTemplateName", t.content "smsTemplateContent", t.language, t.state, t.remark, coalesce(m.nick_name, '') "updatedBy", t.updated_at "updatedAt",
  array(select b.group_id from sms_template_group b where b.template_id = t.id order by 1) "groupIds",
  array(select g.name from sms_template_group b join ${groupRows} g on g.id = b.group_id where b.template_id = t.id order by g.name) "groupNames"`;
const from = sql`sms_template t left join member m on m.user_id = t.updated_by`;

/** Bound to none, or to a group they work in. */
const usableBy = (
  userId: number,
) => sql`t.state = 'approved' and (not exists (select 1 from sms_template_group b where b.template_id = t.id)
  or exists (select 1 from sms_template_group b join ${groupMembers} gm on gm.group_id = b.group_id where b.template_id = t.id and gm.user_id = ${userId}))`;

/** The templates of one tenant. */
export function templatesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async page({
      page,
      size,
      name,
      state,
      language,
      groupId,
    }: TemplateSearch): Promise<{ list: SmsTemplate[]; total: number }> {
      const parts = [sql`true`];
      if (name) parts.push(sql`t.name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`);
      if (state) parts.push(sql`t.state = ${state}`);
      if (language) parts.push(sql`t.language = ${language}`);
      if (groupId !== undefined)
        parts.push(
          sql`exists (select 1 from sms_template_group b where b.template_id = t.id and b.group_id = ${groupId})`,
        );
      const where = sql.join(parts, sql` and `);
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from sms_template t where ${where}`.execute(rows);
      const { rows: list } =
        await sql<SmsTemplate>`select ${columns} from ${from} where ${where} order by t.name, t.id limit ${size} offset ${(page - 1) * size}`.execute(
          rows,
        );
      return { list, total: counted[0]!.total };
    },
    async usable(userId: number): Promise<SmsTemplateChoice[]> {
      return (
        await sql<SmsTemplateChoice>`select t.id, t.name "smsTemplateName", t.content "smsTemplateContent", t.language from sms_template t where ${usableBy(userId)} order by t.name, t.id`.execute(
          rows,
        )
      ).rows;
    },
    async usableOne(id: number, userId: number): Promise<SmsTemplateChoice | undefined> {
      return (
        await sql<SmsTemplateChoice>`select t.id, t.name "smsTemplateName", t.content "smsTemplateContent", t.language from sms_template t where t.id = ${id} and ${usableBy(userId)}`.execute(
          rows,
        )
      ).rows[0];
    },
    async find(id: number): Promise<SmsTemplate | undefined> {
      return (await sql<SmsTemplate>`select ${columns} from ${from} where t.id = ${id}`.execute(rows)).rows[0];
    },
    async count(): Promise<number> {
      return (await sql<{ count: number }>`select count(*) count from sms_template`.execute(rows)).rows[0]!.count;
    },
    /** Null when the name is taken. */
    async add(
      { smsTemplateName: name, smsTemplateContent: content, language, groupIds }: SmsTemplateFields,
      userId: number | null,
    ): Promise<number | null> {
      const added = await sql<{
        id: number;
      }>`insert into sms_template (name, content, language, updated_by) values (${name}, ${content}, ${language}, ${userId}) on conflict (tenant_id, name) do nothing returning id`.execute(
        rows,
      );
      const id = added.rows[0]?.id ?? null;
      if (id !== null) await this.bind([id], groupIds);
      return id;
    },
    /** A new text waits anew. */
    async update(
      id: number,
      { smsTemplateName: name, smsTemplateContent: content, language, groupIds }: SmsTemplateFields,
      userId: number | null,
    ): Promise<void> {
      await sql`update sms_template set state = case when content = ${content} then state else 'waiting' end, remark = case when content = ${content} then remark else '' end,
        name = ${name}, content = ${content}, language = ${language}, updated_by = ${userId}, updated_at = now() where id = ${id}`.execute(
        rows,
      );
      await this.bind([id], groupIds);
    },
    async delete(ids: readonly number[]): Promise<string[]> {
      return (
        await sql<{ name: string }>`delete from sms_template where id = any(${ids}::bigint[]) returning name`.execute(
          rows,
        )
      ).rows.map(({ name }) => name);
    },
    async decide(ids: readonly number[], approved: boolean, remark: string, userId: number | null): Promise<string[]> {
      return (
        await sql<{
          name: string;
        }>`update sms_template set state = ${approved ? 'approved' : 'rejected'}, remark = ${approved ? '' : remark}, updated_by = ${userId}, updated_at = now() where id = any(${ids}::bigint[]) returning name`.execute(
          rows,
        )
      ).rows.map(({ name }) => name);
    },
    /** To exactly these groups; ids of no template or group count for nothing. */
    async bind(ids: readonly number[], groupIds: readonly number[]): Promise<string[]> {
      const { rows: there } = await sql<{
        id: number;
        name: string;
      }>`select id, name from sms_template where id = any(${ids}::bigint[]) order by id for update`.execute(rows);
      const known = there.map(({ id }) => id);
      await sql`delete from sms_template_group where template_id = any(${known}::bigint[])`.execute(rows);
      await sql`insert into sms_template_group (template_id, group_id) select t, g.id from unnest(${known}::bigint[]) t cross join ${groupRows} g where g.id = any(${groupIds}::bigint[])`.execute(
        rows,
      );
      return there.map(({ name }) => name);
    },
  };
}
