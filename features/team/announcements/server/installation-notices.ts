import { sql } from 'kysely';
import type { Founding } from '#platform/server/contributions.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { pushBeside } from '#platform/server/db/push-beside.ts';
import { ANNOUNCEMENTS_CHANGED, type NoticeText } from '../contract.ts';

/** What operators told all tenants. */
export interface NoticeRow extends NoticeText {
  id: number;
  by: string;
  at: string;
  /** How many tenants have it. */
  tenants: number;
}

const copied = sql`tenant_id, notice_id, title_cn, title_en, content_cn, content_en, starts_at, ends_at, created_by`;
const copyOf = sql`n.id, n.title_cn, n.title_en, n.content_cn, n.content_en, n.starts_at, n.ends_at, n.by_name`;

/** One statement whatever their number; pages that are open are told. */
export async function publishNotice(tx: Tx, text: NoticeText, by: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into installation_notice (title_cn, title_en, content_cn, content_en, starts_at, ends_at, by_name)
    values (${text.title_cn}, ${text.title_en}, ${text.content_cn}, ${text.content_en}, ${text.starts_at}, ${text.ends_at}, ${by}) returning id`.execute(
    tx.as(),
  );
  const { id } = rows[0]!;
  await sql`insert into announcement (${copied}) select t.id, ${copyOf} from tenant t, installation_notice n where n.id = ${id}`.execute(
    tx.as(),
  );
  await pushToPages(tx, id);
  return id;
}

/** False when there is no such notice. */
export async function takeBackNotice(tx: Tx, id: number): Promise<boolean> {
  await pushToPages(tx, id);
  const { numAffectedRows } = await sql`delete from installation_notice where id = ${id}`.execute(tx.as());
  return Number(numAffectedRows) > 0;
}

const pushToPages = (tx: Tx, id: number): Promise<void> =>
  pushBeside(tx, sql`select tenant_id from announcement where notice_id = ${id}`, { kind: ANNOUNCEMENTS_CHANGED });

export async function noticePage(
  tx: Tx,
  { page, size }: { page: number; size: number },
): Promise<{ list: NoticeRow[]; total: number }> {
  const { rows: list } = await sql<NoticeRow>`
    select n.id, n.title_cn, n.title_en, n.content_cn, n.content_en, n.starts_at, n.ends_at, n.by_name "by", n.created_at "at",
      (select count(*) from announcement a where a.notice_id = n.id)::int tenants
    from installation_notice n order by n.starts_at desc, n.id desc limit ${size} offset ${(page - 1) * size}`.execute(
    tx.as(),
  );
  const { rows } = await sql<{ total: number }>`select count(*)::int total from installation_notice`.execute(tx.as());
  return { list, total: rows[0]!.total };
}

/** A new tenant is told what everybody else was, while it is not over. */
export const copyNotices: Founding = async (tx, { tenantId }) => {
  await sql`insert into announcement (${copied}) select ${tenantId}, ${copyOf} from installation_notice n where n.ends_at is null or n.ends_at > now()`.execute(
    tx.as(),
  );
};
