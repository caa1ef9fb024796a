import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { OpenPages } from '#platform/server/feature.ts';
import { working } from './seat-claims.repo.ts';
import type { SeatPerson } from './seat-desk.ts';

/** Nobody could look: everybody counts as seen. */
export async function noteEverybody(db: Db, nowMs: number): Promise<void> {
  await db.everyTenant('seats nobody could look after', (tx) =>
    sql`update seat_claim set seen_at = greatest(seen_at, ${momentOfMs(nowMs)})`.execute(tx.as()),
  );
}

/** Whoever works is there. */
export async function noteWorking(db: Db, nowMs: number): Promise<void> {
  await db.everyTenant('who works', (tx) =>
    sql`
    update seat_claim c set seen_at = ${momentOfMs(nowMs)} from (${working('voice')}) w where c.tenant_id = w.tenant_id and c.user_id = w.user_id and c.kind = 'voice' and c.granted_at is not null`.execute(
      tx.as(),
    ),
  );
  // The line of the page, not the switch: that goes off later.
  await db.everyTenant('who works', (tx) =>
    sql`
    update seat_claim c set seen_at = s.seen_at
    from seat_claim k join seat_presence p on p.tenant_id = k.tenant_id and p.user_id = k.user_id and p.online
      cross join lateral (select least(max(x.seen_at), ${momentOfMs(nowMs)}) seen_at from chat_socket x where x.tenant_id = k.tenant_id and x.user_id = k.user_id having count(*) > 0) s
    where k.kind = 'text' and k.granted_at is not null and c.tenant_id = k.tenant_id and c.user_id = k.user_id and c.kind = k.kind and c.seen_at < s.seen_at`.execute(
      tx.as(),
    ),
  );
}

/** Whoever waits with a page at this process is there. */
export async function noteWaiting(db: Db, pages: OpenPages, nowMs: number): Promise<void> {
  const { rows } = await db.everyTenant('who waits', (tx) =>
    sql<SeatPerson>`select distinct tenant_id "tenantId", user_id "userId" from seat_claim where granted_at is null`.execute(
      tx.as(),
    ),
  );
  const here = rows.filter((person) => pages.areOpen(person));
  if (here.length > 0) {
    await db.everyTenant('who waits', (tx) =>
      sql`
      update seat_claim c set seen_at = ${momentOfMs(nowMs)} from unnest(${here.map(({ tenantId }) => tenantId)}::bigint[], ${here.map(({ userId }) => userId)}::bigint[]) p (tenant_id, user_id)
      where c.tenant_id = p.tenant_id and c.user_id = p.user_id and c.granted_at is null`.execute(tx.as()),
    );
  }
}
