import { sql } from 'kysely';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { CHAT_PUSH, type ChatPush } from '../contract.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';
import { lastOf } from './last-conversation.ts';
import { pushToAgents } from './chat-push.ts';
import type { VisitorDesk, VisitorRef } from './visitor-desk.ts';

/** A page that says it is open is believed for 90 s; saying it again sooner than this changes nothing. */
const HERE_AGAIN_SEC = 25;

/** What the pages of visitors tell by themselves: what arrived, what was seen, who is there. */
export function visitorMarks({
  db,
  clock,
}: ChatDeskParts): Pick<VisitorDesk, 'visitorRead' | 'visitorDelivered' | 'visitorTyping' | 'visitorHere'> {
  const now = () => momentOfMs(clock.nowMs());

  /** Moves a mark of how far messages of ours got; agents are told when it moved. */
  async function mark(guest: VisitorRef, no: number, what: 'delivered' | 'read'): Promise<void> {
    const upTo = sql`least(${no}::int, last_no)`;
    const isRead = what === 'read';
    await db.tenant({ tenantId: guest.tenantId }, async (tx) => {
      const { rows } = await sql<{ id: number; agent_id: number | null; no: number }>`
        update chat_conversation set delivered_no = greatest(delivered_no, ${upTo}) ${isRead ? sql`, visitor_read_no = greatest(visitor_read_no, ${upTo})` : sql``}
        where id = ${lastOf(guest.visitorId)} and ${isRead ? sql`visitor_read_no` : sql`delivered_no`} < ${upTo} returning id, agent_id, ${isRead ? sql`visitor_read_no` : sql`delivered_no`} no`.execute(
        tx.as(),
      );
      const moved = rows[0];
      if (!moved) return;
      await pushToAgents(tx, moved.agent_id, {
        what: 'status',
        conversation_id: moved.id,
        agent_id: moved.agent_id,
        status: isRead ? ChatMessageStatus.read : ChatMessageStatus.delivered,
        no: moved.no,
      });
    });
  }

  return {
    visitorRead: (guest, no) => mark(guest, no, 'read'),
    visitorDelivered: (guest, no) => mark(guest, no, 'delivered'),

    async visitorTyping({ tenantId, visitorId }) {
      await db.tenant({ tenantId }, (tx) =>
        sql`
        select pg_notify('chat_typing', json_build_object('tenantId', tenant_id, 'agentId', agent_id, 'conversationId', id)::text) from chat_conversation where visitor_id = ${visitorId} and state = 'open'`.execute(
          tx.as(),
        ),
      );
    },

    async visitorHere({ tenantId, visitorId }, isHere) {
      await db.tenant({ tenantId }, async (tx) => {
        const { rows } = await sql<{ id: number | null; agent_id: number | null }>`
          with was as (select id, here_at from chat_visitor where id = ${visitorId} for update), marked as (
            update chat_visitor v set here_at = ${isHere ? now() : sql`null`}, seen_at = now() from was
            where v.id = was.id and ${isHere ? sql`(was.here_at is null or was.here_at < ${now()} - ${HERE_AGAIN_SEC} * interval '1 second')` : sql`was.here_at is not null`}
            returning ${isHere ? sql`coalesce(was.here_at < ${now()} - interval '90 seconds', true)` : sql`true`} flipped)
          select c.id, c.agent_id from marked join chat_conversation c on c.visitor_id = ${visitorId} and c.state = 'open' where marked.flipped`.execute(
          tx.as(),
        );
        const open = rows[0];
        if (open?.agent_id)
          await tx.push({
            kind: CHAT_PUSH,
            body: { what: 'changed', ids: [open.id!], left: [] } satisfies ChatPush,
            to: { userId: open.agent_id },
          });
      });
    },
  };
}
