import { sql } from 'kysely';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import type { NoticeFeed, WaitingThing } from '#platform/server/contributions.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { conversationsRepo } from './conversations.repo.ts';

/** A conversation somebody has that they did not open yet, or in which a visitor wrote what they did not read. */
export const chatNotices = ({ db, clock }: Pick<World, 'db' | 'clock'>): NoticeFeed => ({
  kind: 'chat',
  async waiting(tx, people, beforeMs) {
    const { rows } = await sql<WaitingThing>`
      select c.tenant_id "tenantId", c.agent_id "userId", c.id::text subject, coalesce(unseen.newest, c.last_no) no
      from unnest(${people.map(({ tenantId }) => tenantId)}::bigint[], ${people.map(({ userId }) => userId)}::bigint[]) p (tenant_id, user_id)
      join chat_conversation c on c.tenant_id = p.tenant_id and c.agent_id = p.user_id and c.state = 'open' and (c.unread > 0 or c.reacted_at is null)
      cross join lateral (
        select max(m.no) newest, min(m.created_at) since from chat_message m
        where m.conversation_id = c.id and m.no > c.agent_read_no and m.author = 'visitor') unseen
      where greatest(unseen.since, c.assigned_at) <= ${momentOfMs(beforeMs)}`.execute(tx.as());
    return rows;
  },
  async describeSubject(reader, subject) {
    const who = {
      tenantId: reader.tenantId,
      userId: reader.userId,
      needsMasking: reader.needsMasking,
      supervises: mayUse(reader, 'chat.supervise'),
    };
    const row = mayUse(reader, 'chat.use')
      ? await db.tenant({ tenantId: reader.tenantId }, (tx) =>
          conversationsRepo(tx, clock.nowMs()).find(Number(subject), who),
        )
      : null;
    if (!row || row.state !== 'open' || row.agent_id !== reader.userId || (row.unread === 0 && row.react_by === null))
      return null;
    return {
      who: reader.needsMasking ? maskNumbersIn(row.name) : row.name,
      address: `/interactive/chat?id=${row.id}`,
    };
  },
});
