import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { AnnouncementStatus } from '../core/announcement-status.ts';
import type { AnnouncementFields, AnnouncementReader, UnreadAnnouncement } from '../contract.ts';

export interface AnnouncementRow extends AnnouncementFields {
  id: number;
  role_names: string[];
  readers: number;
  audience: number;
  created_by: string;
  created_at: string;
  updated_at: string;
}

/** Members `m` whom an announcement `a` is meant for. */
const isMeant = sql`m.enabled and (cardinality(a.role_ids) = 0 or exists (select 1 from member_role mr where mr.user_id = m.user_id and mr.role_id = any(a.role_ids)))`;

const wanted: Record<AnnouncementStatus, (now: string) => RawBuilder<unknown>> = {
  scheduled: (now) => sql`a.starts_at > ${now}::timestamptz`,
  inEffect: (now) => sql`a.starts_at <= ${now}::timestamptz and (a.ends_at is null or a.ends_at > ${now}::timestamptz)`,
  ended: (now) => sql`a.ends_at <= ${now}::timestamptz`,
};

const like = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;

/** Announcements of one tenant; what operators told all tenants is read here, and kept by them alone. Moments are wire times in UTC, as the session's zone is. */
export const announcementsRepo = (rows: Transaction<never>) => ({
  async unread(userId: number, now: string, max: number): Promise<UnreadAnnouncement[]> {
    const { rows: found } = await sql<UnreadAnnouncement>`
      select a.id, a.title_cn, a.title_en, a.content_cn, a.content_en, a.starts_at at
      from announcement a join member m on m.user_id = ${userId}
      where ${wanted.inEffect(now)} and ${isMeant}
        and not exists (select 1 from announcement_read r where r.announcement_id = a.id and r.user_id = ${userId})
      order by a.starts_at, a.id limit ${max}`.execute(rows);
    return found;
  },

  /** False when there is no such announcement for this person. A second time changes nothing. */
  async markRead(userId: number, id: number, now: string): Promise<boolean> {
    const { rows: found } = await sql`
      select a.id from announcement a join member m on m.user_id = ${userId}
      where a.id = ${id} and a.starts_at <= ${now}::timestamptz and ${isMeant} for share of a`.execute(rows);
    if (found.length === 0) return false;
    await sql`insert into announcement_read (announcement_id, user_id) values (${id}, ${userId}) on conflict do nothing`.execute(
      rows,
    );
    return true;
  },

  async page(
    {
      page,
      size,
      status,
      keyword,
    }: { page: number; size: number; status?: AnnouncementStatus | undefined; keyword?: string | undefined },
    now: string,
  ): Promise<{ list: AnnouncementRow[]; total: number }> {
    const byStatus = status ? wanted[status](now) : sql`true`;
    const byKeyword = keyword
      ? sql`concat_ws(' ', a.title_cn, a.title_en, a.content_cn, a.content_en) ilike ${like(keyword)}`
      : sql`true`;
    const chosen = sql`from announcement a where a.notice_id is null and ${byStatus} and ${byKeyword}`;
    const { rows: counted } = await sql<{ total: number }>`select count(*) total ${chosen}`.execute(rows);
    const { rows: list } = await sql<AnnouncementRow>`
      select a.*,
        array(select r.name from role r where r.id = any(a.role_ids) order by r.name) role_names,
        (select count(*) from member m join announcement_read d on d.announcement_id = a.id and d.user_id = m.user_id where ${isMeant}) readers,
        (select count(*) from member m where ${isMeant}) audience
      ${chosen} order by a.starts_at desc, a.id desc limit ${size} offset ${(page - 1) * size}`.execute(rows);
    return { list, total: counted[0]!.total };
  },

  async find(id: number): Promise<AnnouncementFields | undefined> {
    const { rows: found } =
      await sql<AnnouncementFields>`select title_cn, title_en, content_cn, content_en, starts_at, ends_at, role_ids from announcement where id = ${id} and notice_id is null for update`.execute(
        rows,
      );
    return found[0];
  },

  async add(fields: AnnouncementFields, createdBy: string): Promise<number> {
    const { rows: added } = await sql<{ id: number }>`
      insert into announcement (title_cn, title_en, content_cn, content_en, starts_at, ends_at, role_ids, created_by)
      values (${fields.title_cn}, ${fields.title_en}, ${fields.content_cn}, ${fields.content_en}, ${fields.starts_at}, ${fields.ends_at}, ${fields.role_ids}, ${createdBy}) returning id`.execute(
      rows,
    );
    return added[0]!.id;
  },

  async update(id: number, fields: AnnouncementFields): Promise<void> {
    await sql`update announcement set title_cn = ${fields.title_cn}, title_en = ${fields.title_en}, content_cn = ${fields.content_cn}, content_en = ${fields.content_en},
      starts_at = ${fields.starts_at}, ends_at = ${fields.ends_at}, role_ids = ${fields.role_ids}, updated_at = now() where id = ${id}`.execute(
      rows,
    );
  },

  async forgetReaders(id: number): Promise<void> {
    await sql`delete from announcement_read where announcement_id = ${id}`.execute(rows);
  },

  async remove(id: number): Promise<void> {
    await sql`delete from announcement where id = ${id}`.execute(rows);
  },

  async readers(
    id: number,
    { page, size, hasRead }: { page: number; size: number; hasRead?: boolean | undefined },
  ): Promise<{ list: AnnouncementReader[]; total: number }> {
    const chosen = sql`from announcement a join member m on ${isMeant}
      left join announcement_read d on d.announcement_id = a.id and d.user_id = m.user_id
      where a.id = ${id} and a.notice_id is null and ${hasRead === undefined ? sql`true` : hasRead ? sql`d.at is not null` : sql`d.at is null`}`;
    const { rows: counted } = await sql<{ total: number }>`select count(*) total ${chosen}`.execute(rows);
    const { rows: list } =
      await sql<AnnouncementReader>`select m.user_id "userId", m.nick_name name, d.at "readAt" ${chosen} order by d.at desc nulls last, m.nick_name, m.user_id limit ${size} offset ${(page - 1) * size}`.execute(
        rows,
      );
    return { list, total: counted[0]!.total };
  },

  async audiences(): Promise<{ id: number; name: string; members: number }[]> {
    const { rows: roles } = await sql<{ id: number; name: string; members: number }>`
      select r.id, r.name, (select count(distinct mr.user_id) from member_role mr join member m using (tenant_id, user_id) where mr.role_id = r.id and m.enabled) members
      from role r order by r.name, r.id`.execute(rows);
    return roles;
  },

  async areRoles(ids: readonly number[]): Promise<boolean> {
    const unique = [...new Set(ids)];
    const { rows: counted } = await sql<{
      known: number;
    }>`select count(*) known from role where id = any(${unique})`.execute(rows);
    return counted[0]!.known === unique.length;
  },
});
