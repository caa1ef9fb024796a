import { createReadStream } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isListed } from '#features/voice/blacklist/server/index.ts';
import { openFile, storeFile } from '#features/office/files/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { readCursors } from '#platform/server/realtime/events.ts';
import type { World } from '#platform/server/world.ts';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { Failure } from '#shared/errors.ts';
import { CHAT_PUSH, MESSAGES_A_PAGE, type ChatPush } from '../contract.ts';
import { assertClean, chatFileOf, CHAT_PURPOSE, outgoing } from './chat-files.ts';
import { conversationsRepo } from './conversations.repo.ts';
import { moment, type Line } from './line.ts';
import { tell, tellAgents, tellChanged, visitorConversationOf, visitorMessageOf, type Told } from './told.ts';
import type { VisitorDesk, VisitorRef, VisitorWish } from './visitor-desk.ts';

/** More than anybody writes by hand. */
const MESSAGES_A_MINUTE = 30;
const CONVERSATIONS_AN_HOUR = 20;
/** A page that says it is open is believed for 90 s; saying it again sooner than this changes nothing. */
const HERE_AGAIN_SEC = 25;

const outcomes = { gone: 'notFound', blocked: 'chatBlocked', tooMany: 'tooManyRequests', noFile: 'notFound' } as const;

export function openVisitorDesk(
  world: Pick<World, 'db' | 'clock' | 'files' | 'virusScan' | 'log'>,
  line: Line,
): Omit<VisitorDesk, 'onAgentTyping'> {
  const { db, clock } = world;
  const now = () => moment(clock.nowMs());

  /** Of the conversation alive, else of the last one. */
  const lastOf = (visitorId: number) =>
    sql`(select id from chat_conversation where visitor_id = ${visitorId} order by id desc limit 1)`;

  async function write(
    tx: TenantTx,
    visitorId: number,
    { client_id, text, file_id }: VisitorWish,
    before: object | null,
  ): Promise<Told> {
    if (file_id === undefined && (text ?? '').trim() === '') throw new Failure('invalidInput', 'text');
    const { rows } = await sql<{ told: Told }>`
      select chat_from_visitor(${visitorId}, ${client_id}, ${text ?? ''}, ${file_id ?? null}, ${before === null ? null : JSON.stringify(before)}::jsonb, ${now()}, ${MESSAGES_A_MINUTE}, ${CONVERSATIONS_AN_HOUR}) told`.execute(
      tx.as(),
    );
    const { told } = rows[0]!;
    if (told.outcome in outcomes) throw new Failure(outcomes[told.outcome as keyof typeof outcomes]);
    if (told.outcome === 'again') return told;
    if (told.phone && (await isListed(tx, told.phone, 'chat', { counts: true }))) throw new Failure('chatBlocked');
    if (told.outcome === 'begun') tx.afterCommit(() => line.serve(tx.tenantId));
    await tell(tx, told, { stateChanged: told.outcome === 'begun' });
    return told;
  }

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
      await tellAgents(tx, moved.agent_id, {
        what: 'status',
        conversation_id: moved.id,
        agent_id: moved.agent_id,
        status: isRead ? ChatMessageStatus.read : ChatMessageStatus.delivered,
        no: moved.no,
      });
    });
  }

  return {
    async fromVisitor({ tenantId, visitorId }, wish) {
      const told = await db.tenant({ tenantId }, (tx) => write(tx, visitorId, wish, wish.before ?? null));
      return { message: visitorMessageOf(told.message!), conversation: visitorConversationOf(told) };
    },

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

    async endByVisitor({ tenantId, visitorId }) {
      await db.tenant({ tenantId }, async (tx) => {
        const { rows } = await sql<{
          told: Told | null;
        }>`select chat_close(id, 'visitor', null, '{"what": "closed"}', ${now()}) told from chat_conversation where visitor_id = ${visitorId} and state <> 'closed'`.execute(
          tx.as(),
        );
        const told = rows[0]?.told;
        if (!told) return;
        await tell(tx, told, { stateChanged: true });
        tx.afterCommit(() => line.serve(tenantId));
      });
    },

    async rate({ tenantId, visitorId }, rating, note) {
      await db.tenant({ tenantId }, async (tx) => {
        const { rows: rated } = await sql<{
          id: number;
        }>`update chat_conversation set rating = ${rating}, rating_note = ${note}, rated_at = ${now()} where id = ${lastOf(visitorId)} returning id`.execute(
          tx.as(),
        );
        if (!rated[0]) throw new Failure('notFound');
        const { rows } = await sql<{ told: Told }>`
          select chat_told(c, chat_append_event(c, ${JSON.stringify({ what: 'rated', note: String(rating) })}::jsonb, ${now()}), 'rated') told from chat_conversation c where c.id = ${rated[0].id}`.execute(
          tx.as(),
        );
        const { told } = rows[0]!;
        await tell(tx, { ...told, last_no: told.message!.no }, { stateChanged: false });
        if (told.state !== 'waiting') await tellChanged(tx, [told.id]);
      });
    },

    async visitorState({ tenantId, visitorId }) {
      // Before the rows: what happens meanwhile is told again.
      const eventId = (await readCursors(db, [tenantId])).get(tenantId) ?? 0;
      return db.tenant({ tenantId }, async (tx) => {
        const { rows } = await sql<{
          told: Told;
        }>`select chat_told(c, null, 'read') told from chat_conversation c where c.id = ${lastOf(visitorId)}`.execute(
          tx.as(),
        );
        const told = rows[0]?.told;
        const messages = told
          ? await conversationsRepo(tx, clock.nowMs()).messages(told.id, { size: MESSAGES_A_PAGE }, false)
          : [];
        return {
          conversation: told ? visitorConversationOf(told) : null,
          messages: messages.map(visitorMessageOf),
          eventId,
        };
      });
    },

    visitorMessages: ({ tenantId, visitorId }, before) =>
      db.tenant({ tenantId }, async (tx) => {
        const { rows } = await sql<{ id: number | null }>`select ${lastOf(visitorId)} id`.execute(tx.as());
        const id = rows[0]?.id;
        return id
          ? (await conversationsRepo(tx, clock.nowMs()).messages(id, { before, size: MESSAGES_A_PAGE }, false)).map(
              visitorMessageOf,
            )
          : [];
      }),

    async storeVisitorFile({ tenantId, visitorId }, { path, name, mediaType }) {
      const { rows } = await db.tenant({ tenantId }, (tx) =>
        sql<{
          blocked: boolean;
        }>`select blocked_at is not null blocked from chat_visitor where id = ${visitorId}`.execute(tx.as()),
      );
      if (!rows[0]) throw new Failure('notFound');
      if (rows[0].blocked) throw new Failure('chatBlocked');
      await assertClean(world, path);
      return chatFileOf(
        await storeFile(
          world,
          { tenantId, userId: null },
          {
            purpose: CHAT_PURPOSE,
            name,
            mediaType,
            content: createReadStream(path),
            within: async (tx, fileId) =>
              void (await sql`insert into chat_file (file_id, visitor_id) values (${fileId}, ${visitorId})`.execute(
                tx.as(),
              )),
          },
        ),
      );
    },

    async openVisitorFile({ tenantId, visitorId }, fileId) {
      const { rows } = await db.tenant({ tenantId }, (tx) =>
        sql`
        select from chat_file f left join chat_conversation c on c.id = f.conversation_id where f.file_id = ${fileId} and (f.visitor_id = ${visitorId} or (c.visitor_id = ${visitorId}
          and exists (select from chat_message m where m.conversation_id = c.id and m.file_id = ${fileId} and m.author = 'agent')))`.execute(
          tx.as(),
        ),
      );
      if (rows.length === 0) throw new Failure('notFound');
      return outgoing(await openFile(world, { tenantId }, fileId));
    },

    async aside({ tenantId, visitorId }, { client_id, text }) {
      await db.tenant({ tenantId }, async (tx) => {
        const { rows } = await sql<{ id: number }>`
          select c.id from chat_conversation c where c.visitor_id = ${visitorId} and c.state <> 'closed' and not exists (select from chat_message m where m.conversation_id = c.id and m.client_id = ${client_id}) for update`.execute(
          tx.as(),
        );
        if (!rows[0]) return;
        const { rows: written } = await sql<{ told: Told }>`
          select chat_told(c, chat_append(c, 'note', null, '', ${client_id}, 'text', ${text}, null, '{}', ${now()}), 'written') told from chat_conversation c where c.id = ${rows[0].id}`.execute(
          tx.as(),
        );
        const { told } = written[0]!;
        await tell(tx, { ...told, last_no: told.message!.no }, { stateChanged: false });
      });
    },

    async leaveWord({ tenantId, visitorId }, { name, email, text }) {
      await db.tenant({ tenantId }, async (tx) => {
        await write(tx, visitorId, { client_id: randomUUID(), text }, { what: 'offlineForm' });
        await sql`update chat_visitor set name = coalesce(nullif(${name}, ''), name), email = ${email} where id = ${visitorId}`.execute(
          tx.as(),
        );
      });
    },
  };
}
