import { sql } from 'kysely';
import type { CarriedTemplate } from '#core/chat/carrier.port.ts';
import { tieVisitorCalls } from '#features/voice/call-records/server/index.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { OnBehalf, TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import {
  CHAT_LOOKED_AT,
  CHAT_PUSH,
  CHAT_TO_CARRY,
  type ChatMessage,
  type ChatPush,
  type SendWish,
} from '../contract.ts';
import type { Reader } from './conversations.repo.ts';
import { agentsThere, capacityOf, holdLine, moment, type Line } from './line.ts';
import { tell, tellAgents, tellChanged, tellFate, visitorConversationOf, visitorPush, type Told } from './told.ts';

/** Somebody of the tenant who works with conversations. */
export interface ChatAgent extends OnBehalf, Reader {
  name: string;
}

interface Held {
  id: number;
  state: 'waiting' | 'open' | 'closed';
  agent_id: number | null;
  visitor_id: number;
  visible: boolean;
  /** To work with, not only to read. */
  theirs: boolean;
}

const outcomes = {
  gone: 'notFound',
  closed: 'chatClosed',
  notYours: 'chatNotYours',
  noFile: 'notFound',
  windowOver: 'chatWindowOver',
  notFailed: 'conflict',
} as const;

/** What agents do with conversations. Whoever may not see one is told that there is none. */
export function openAgentDesk({ db, clock }: Pick<World, 'db' | 'clock'>, line: Line) {
  const now = () => moment(clock.nowMs());

  /** The conversation, held until the transaction ends. */
  async function held(tx: TenantTx, id: number, { userId, supervises }: ChatAgent): Promise<Held> {
    const { rows } =
      await sql<Held>`select c.id, c.state, c.agent_id, c.visitor_id, ${supervises} or chat_visible(c, ${userId}) visible, ${supervises} or chat_theirs(c, ${userId}) theirs from chat_conversation c where c.id = ${id} for update of c`.execute(
        tx.as(),
      );
    if (!rows[0]?.visible) throw new Failure('notFound');
    return rows[0];
  }

  /** Theirs to work with. Who was only called into it reads it and writes notes. */
  async function heldTheirs(tx: TenantTx, id: number, agent: ChatAgent): Promise<Held> {
    const one = await held(tx, id, agent);
    if (!one.theirs) throw new Failure('chatNotYours');
    return one;
  }

  /** Theirs to decide over: their own, one that waits, and for supervisors every one alive. */
  async function heldAlive(tx: TenantTx, id: number, agent: ChatAgent): Promise<Held> {
    const one = await heldTheirs(tx, id, agent);
    if (one.state === 'closed') throw new Failure('chatClosed');
    return one;
  }

  async function told(tx: TenantTx, query: ReturnType<typeof sql<{ told: Told | null }>>): Promise<Told> {
    const { rows } = await query.execute(tx.as());
    const done = rows[0]?.told;
    if (!done) throw new Failure('notFound');
    await tell(tx, done, { stateChanged: true });
    tx.afterCommit(() => line.serve(tx.tenantId));
    return done;
  }

  async function freeFor(tx: TenantTx, userId: number): Promise<boolean> {
    const { rows } = await sql<{ free: boolean }>`
      select (select count(*) from chat_conversation c where c.agent_id = ${userId} and c.state = 'open') < ${capacityOf} free from (select) one left join chat_agent a on a.user_id = ${userId}`.execute(
      tx.as(),
    );
    return rows[0]!.free;
  }

  return {
    /** Stored when this answers. With a template the text is how it reads. */
    send: (
      agent: ChatAgent,
      { conversation_id, client_id, text, file_id, note, mentions }: SendWish,
      template?: CarriedTemplate,
    ): Promise<ChatMessage> =>
      db.tenant(agent, async (tx) => {
        const more = { ...(note && mentions.length > 0 ? { mentions } : {}), ...(template ? { template } : {}) };
        const { rows } = await sql<{ told: Told }>`
          select chat_from_agent(${conversation_id}, ${agent.userId}, ${agent.name}, ${agent.supervises}, ${note}, ${client_id}, ${text ?? ''}, ${file_id ?? null}, ${JSON.stringify(more)}, ${now()}) told`.execute(
          tx.as(),
        );
        const { told: done } = rows[0]!;
        if (done.outcome in outcomes) throw new Failure(outcomes[done.outcome as keyof typeof outcomes]);
        if (done.outcome === 'written') await tell(tx, done, { stateChanged: false });
        return done.message!;
      }),

    /** What a carrier did not take goes into its line again. */
    resend: (agent: ChatAgent, messageId: number): Promise<ChatMessage> =>
      db.tenant(agent, async (tx) => {
        const { rows } = await sql<{
          told: Told;
        }>`select chat_resend(${messageId}, ${agent.userId}, ${now()}) told`.execute(tx.as());
        const { told: done } = rows[0]!;
        if (done.outcome in outcomes) throw new Failure(outcomes[done.outcome as keyof typeof outcomes]);
        const { no, status } = done.message!;
        await tellFate(tx, { id: done.id, agent_id: done.agent_id, no, status, failure: '' });
        await tx.announce(CHAT_TO_CARRY, { tenantId: tx.tenantId, conversationId: done.id });
        return done.message!;
      }),

    /** Seen up to here; the first look at a conversation is the reaction that was waited for. */
    read: (agent: ChatAgent, conversationId: number, no: number): Promise<void> =>
      db.tenant({ tenantId: agent.tenantId }, async (tx) => {
        const upTo = sql`least(${no}::int, last_no)`;
        const { rows } = await sql<{ told: Told }>`
          with seen as (
            update chat_conversation set agent_read_no = greatest(agent_read_no, ${upTo}), reacted_at = coalesce(reacted_at, ${now()}),
              due_at = case when reacted_at is not null then due_at when unanswered_since is null then ${now()} + chat_setting('ChatSilenceMinutes', 30) * interval '1 minute' end,
              unread = (select count(*) from chat_message m where m.conversation_id = chat_conversation.id and m.author = 'visitor' and m.no > greatest(agent_read_no, ${upTo}))
            where id = ${conversationId} and state = 'open' and agent_id = ${agent.userId} and (reacted_at is null or agent_read_no < ${upTo}) returning chat_conversation c
          ), reset as (update chat_agent set missed = 0 where user_id = ${agent.userId} and missed > 0 and exists (select from seen))
          select chat_told(c, null, 'read') || jsonb_build_object('carried', (select ch.kind <> 'web' from chat_channel ch where ch.id = (c).channel_id)) told from seen`.execute(
          tx.as(),
        );
        const seen = rows[0]?.told;
        if (!seen) return;
        // Their other tabs count what is unread too.
        await tx.push({
          kind: CHAT_PUSH,
          body: { what: 'changed', ids: [conversationId], left: [] } satisfies ChatPush,
          to: { userId: agent.userId },
        });
        await tx.push(
          visitorPush(seen.visitor_id, { kind: 'conversation', conversation: visitorConversationOf(seen) }),
        );
        if (seen.carried) await tx.announce(CHAT_LOOKED_AT, { tenantId: tx.tenantId, conversationId });
      }),

    typing: (agent: ChatAgent, conversationId: number): Promise<void> =>
      db.tenant({ tenantId: agent.tenantId }, async (tx) => {
        await sql`select pg_notify('chat_typing', json_build_object('tenantId', tenant_id, 'visitorId', visitor_id, 'name', ${agent.name}::text)::text) from chat_conversation where id = ${conversationId} and state = 'open' and agent_id = ${agent.userId}`.execute(
          tx.as(),
        );
      }),

    /** Within capacity, save for supervisors: they do it on purpose. */
    take: (agent: ChatAgent, id: number): Promise<void> =>
      db.tenant(agent, async (tx) => {
        await holdLine(tx);
        const { state, agent_id: from } = await heldAlive(tx, id, agent);
        if (from === agent.userId) return;
        if (!agent.supervises && !(await freeFor(tx, agent.userId))) throw new Failure('chatAtCapacity');
        await told(
          tx,
          sql`select chat_hand(${id}, ${state}, ${from}, ${agent.userId}, true, '{"what": "taken"}', ${now()}) told`,
        );
      }),

    transfer: (
      agent: ChatAgent,
      id: number,
      target: { userId?: number | undefined; groupId?: number | undefined },
      note: string,
    ): Promise<void> =>
      db.tenant(agent, async (tx) => {
        await holdLine(tx);
        const { state, agent_id: from } = await heldAlive(tx, id, agent);
        if (target.groupId !== undefined) {
          const { rows } = await sql<{
            name: string;
          }>`select name from ${groupRows} g where id = ${target.groupId}`.execute(tx.as());
          if (!rows[0]) throw new Failure('notFound');
          const event = JSON.stringify({ what: 'transferred', name: rows[0].name, note });
          // Whoever hands it on does not get it back at once.
          await told(
            tx,
            sql`select chat_queue(${id}, ${from}, ${target.groupId}, ${from === null ? [] : [from]}::bigint[], ${now()}, ${event}::jsonb, ${now()}) told`,
          );
          return;
        }
        const userId = target.userId!;
        if (userId === from) return;
        const [there] = await agentsThere(tx, clock.nowMs(), userId);
        if (!there || there.load >= there.capacity) throw new Failure('chatTargetAway');
        await told(
          tx,
          sql`select chat_hand(${id}, ${state}, ${from}, ${userId}, false, ${JSON.stringify({ what: 'transferred', note })}::jsonb, ${now()}) told`,
        );
      }),

    close: (
      agent: ChatAgent,
      id: number,
      about: { labelId?: number | null | undefined; remark?: string | undefined },
    ): Promise<void> =>
      db.tenant(agent, async (tx) => {
        await heldAlive(tx, id, agent);
        await setRecord(tx, id, about);
        await told(
          tx,
          sql`select chat_close(${id}, 'agent', ${agent.userId}, ${JSON.stringify({ what: 'closed', name: agent.name })}::jsonb, ${now()}) told`,
        );
      }),

    record: (
      agent: ChatAgent,
      id: number,
      about: {
        labelId?: number | null | undefined;
        remark?: string | undefined;
        customerId?: number | null | undefined;
      },
    ): Promise<void> =>
      db.tenant(agent, async (tx) => {
        const { visitor_id: visitorId } = await heldTheirs(tx, id, agent);
        await setRecord(tx, id, about);
        if (about.customerId !== undefined) {
          if (
            about.customerId !== null &&
            (
              await sql`select from ${customerRows} c where id = ${about.customerId} and deleted_at is null`.execute(
                tx.as(),
              )
            ).rows.length === 0
          )
            throw new Failure('notFound');
          await sql`update chat_visitor set customer_id = ${about.customerId} where id = ${visitorId}`.execute(tx.as());
          await sql`update chat_conversation set customer_id = ${about.customerId} where id = ${id}`.execute(tx.as());
          await tieVisitorCalls(tx, visitorId, about.customerId);
        }
        await tellChanged(tx, [id]);
      }),

    react: (agent: ChatAgent, messageId: number, emoji: string): Promise<void> =>
      db.tenant(agent, async (tx) => {
        const { rows } = await sql<{
          conversation_id: number;
          no: number;
          author: string;
        }>`select conversation_id, no, author from chat_message where id = ${messageId}`.execute(tx.as());
        if (!rows[0]) throw new Failure('notFound');
        const { conversation_id: id, no, author } = rows[0];
        const { agent_id: agentId, visitor_id: visitorId } = await held(tx, id, agent);
        if (!agent.supervises && agentId !== agent.userId) throw new Failure('chatNotYours');
        await sql`update chat_message set emoji = ${emoji} where id = ${messageId}`.execute(tx.as());
        await tellAgents(tx, agentId, {
          what: 'emoji',
          conversation_id: id,
          agent_id: agentId,
          message_id: messageId,
          emoji,
        });
        if (author !== 'note') await tx.push(visitorPush(visitorId, { kind: 'emoji', no, emoji }));
      }),

    block: (agent: ChatAgent, id: number, reason: string): Promise<void> =>
      db.tenant(agent, async (tx) => {
        const { state, agent_id: agentId, visitor_id: visitorId } = await heldTheirs(tx, id, agent);
        if (!agent.supervises && state === 'closed') throw new Failure('chatClosed');
        await sql`update chat_visitor set blocked_at = ${now()}, blocked_by = ${agent.userId}, blocked_reason = ${reason} where id = ${visitorId}`.execute(
          tx.as(),
        );
        await tellAgents(tx, agentId, { what: 'blacklisted', conversation_id: id, agent_id: agentId });
        if (state === 'closed') await tellChanged(tx, [id]);
        else
          await told(
            tx,
            sql`select chat_close(${id}, 'blocked', ${agent.userId}, ${JSON.stringify({ what: 'blocked', name: agent.name })}::jsonb, ${now()}) told`,
          );
      }),

    unblock: (agent: ChatAgent, id: number): Promise<void> =>
      db.tenant(agent, async (tx) => {
        const { visitor_id: visitorId } = await heldTheirs(tx, id, agent);
        await sql`update chat_visitor set blocked_at = null, blocked_by = null, blocked_reason = '' where id = ${visitorId}`.execute(
          tx.as(),
        );
        await tellChanged(tx, [id]);
      }),
  };
}

export type AgentDesk = ReturnType<typeof openAgentDesk>;

async function setRecord(
  tx: TenantTx,
  id: number,
  { labelId, remark }: { labelId?: number | null | undefined; remark?: string | undefined },
): Promise<void> {
  if (labelId) {
    const known = await sql`select from call_label where id = ${labelId}`.execute(tx.as());
    if (known.rows.length === 0) throw new Failure('notFound');
  }
  if (labelId !== undefined)
    await sql`update chat_conversation set label_id = ${labelId} where id = ${id}`.execute(tx.as());
  if (remark !== undefined)
    await sql`update chat_conversation set remark = ${remark} where id = ${id}`.execute(tx.as());
}
