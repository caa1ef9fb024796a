import { sql } from 'kysely';
import type { NoticeKind } from '#core/push/notice-kinds.ts';
import type { PushTarget } from '#core/push/web-push.port.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

export interface SubscriptionRow extends PushTarget {
  id: number;
  user_id: number;
  session_id: number;
  name: string;
  kinds: NoticeKind[];
  created_at: string;
  last_used_at: string | null;
  failed_at: string | null;
}

/** Whose browser it is, and by which sign-in. */
export interface SubscriptionHolder {
  userId: number;
  sessionId: number;
}

/** More devices than anybody has; the one that was silent for longest goes for another. */
const MOST = 20;
/** A page says that it is there every half minute. */
const HERE = sql.lit('45 seconds');

/** Said when somebody who has a device for notices left their page. */
export const PAGE_LEFT = 'push_page_left';

/** The browsers of one team that take notices, and the pages that are before somebody's eyes. */
export function subscriptionsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const select = async (where: ReturnType<typeof sql>): Promise<SubscriptionRow[]> =>
    (
      await sql<SubscriptionRow>`
        select id, user_id, session_id, endpoint, p256dh, auth, name, kinds, created_at, last_used_at, failed_at
        from push_subscription where ${where} order by coalesce(last_used_at, created_at) desc, id desc`.execute(rows)
    ).rows;
  return {
    of: (userId: number) => select(sql`user_id = ${userId}`),
    async find(id: number): Promise<SubscriptionRow | undefined> {
      return (await select(sql`id = ${id}`))[0];
    },
    async ofPerson(userId: number, id: number): Promise<SubscriptionRow | undefined> {
      return (await select(sql`user_id = ${userId} and id = ${id}`))[0];
    },
    wanting: (userId: number, kind: NoticeKind) => select(sql`user_id = ${userId} and ${kind} = any(kinds)`),

    /** A browser belongs to whoever was signed in there last. */
    async add(
      { userId, sessionId }: SubscriptionHolder,
      { endpoint, p256dh, auth }: PushTarget,
      { name, kinds }: { name: string; kinds: readonly NoticeKind[] },
    ): Promise<number> {
      const { rows: added } = await sql<{ id: number }>`
        insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, name, kinds)
        values (${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${name}, ${kinds}::text[])
        on conflict (tenant_id, endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
          p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name, kinds = excluded.kinds, failed_at = null
        returning id`.execute(rows);
      await sql`
        delete from push_subscription where id in (
          select id from push_subscription where user_id = ${userId} order by coalesce(last_used_at, created_at) desc, id desc offset ${MOST})`.execute(
        rows,
      );
      return added[0]!.id;
    },
    /** Only one of this person's own: whoever else sits at the browser now did not ask for notices. */
    async renew({ userId, sessionId }: SubscriptionHolder, { endpoint, p256dh, auth }: PushTarget): Promise<boolean> {
      const done = await sql`
        update push_subscription set session_id = ${sessionId}, p256dh = ${p256dh}, auth = ${auth}
        where endpoint = ${endpoint} and user_id = ${userId}`.execute(rows);
      return Number(done.numAffectedRows ?? 0) > 0;
    },
    async choose(id: number, kinds: readonly NoticeKind[]): Promise<void> {
      await sql`update push_subscription set kinds = ${kinds}::text[] where id = ${id}`.execute(rows);
    },
    async remove(id: number): Promise<void> {
      await sql`delete from push_subscription where id = ${id}`.execute(rows);
    },
    async took(id: number): Promise<void> {
      await sql`update push_subscription set last_used_at = now(), failed_at = null where id = ${id}`.execute(rows);
    },
    async failed(id: number): Promise<void> {
      await sql`update push_subscription set failed_at = now() where id = ${id}`.execute(rows);
    },

    async here(userId: number, tab: string, isVisible: boolean): Promise<void> {
      if (isVisible)
        await sql`
          insert into push_presence (user_id, tab, until) values (${userId}, ${tab}, now() + interval ${HERE})
          on conflict (tenant_id, user_id, tab) do update set until = excluded.until`.execute(rows);
      else
        await sql`
          with gone as (delete from push_presence where user_id = ${userId} and (tab = ${tab} or until < now()))
          select pg_notify(${PAGE_LEFT}, '')`.execute(rows);
    },
    async isHere(userId: number): Promise<boolean> {
      const found = await sql`select 1 from push_presence where user_id = ${userId} and until > now()`.execute(rows);
      return found.rows.length > 0;
    },
  };
}
