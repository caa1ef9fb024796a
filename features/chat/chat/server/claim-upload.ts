import { sql } from 'kysely';
import { refusalToUpload } from '#core/files/upload-limits.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { VisitorRef } from './visitor-desk.ts';

/**
 * Counts what a visitor uploads, and refuses what is too much. Before it is stored, so that nothing refused reaches the disk;
 * what is refused after that (a virus) stays counted.
 */
export async function claimUpload(
  { db, clock, files, uploadLimits }: Pick<World, 'db' | 'clock' | 'files' | 'uploadLimits'>,
  { tenantId, visitorId }: VisitorRef,
  { bytes, needsConversation }: { bytes: number; needsConversation: boolean },
): Promise<void> {
  const freeBytes = await files.freeBytes();
  const today = sql`(${momentOfMs(clock.nowMs())} at time zone 'UTC')::date`;
  await db.tenant({ tenantId }, async (tx) => {
    // One after another: many at once would each see the same room.
    await sql`select pg_advisory_xact_lock(hashtextextended('chat.uploads', current_tenant()))`.execute(tx.as());
    const { rows } = await sql<{ blocked: boolean; talks: boolean; visitorBytes: number; tenantBytes: number }>`
      select v.blocked_at is not null blocked,
        exists (select from chat_conversation c where c.visitor_id = v.id and c.state <> 'closed') talks,
        coalesce((select u.bytes from chat_upload_day u where u.visitor_id = v.id and u.day = ${today}), 0)::float8 "visitorBytes",
        coalesce((select sum(u.bytes) from chat_upload_day u where u.day = ${today}), 0)::float8 "tenantBytes"
      from chat_visitor v where v.id = ${visitorId}`.execute(tx.as());
    const visitor = rows[0];
    if (!visitor) throw new Failure('notFound');
    if (visitor.blocked) throw new Failure('chatBlocked');
    if (needsConversation && !visitor.talks) throw new Failure('chatNotBegun');
    const refusal = refusalToUpload(uploadLimits, { freeBytes, ...visitor }, bytes);
    if (refusal) throw new Failure(refusal);
    await sql`
      insert into chat_upload_day as u (visitor_id, day, bytes) values (${visitorId}, ${today}, ${bytes})
      on conflict (tenant_id, visitor_id, day) do update set bytes = u.bytes + excluded.bytes`.execute(tx.as());
  });
}
