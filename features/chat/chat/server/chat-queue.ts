import { sql } from 'kysely';
import { assign, hasRoom, offeredGroups, type FreeAgent } from '../core/assign.ts';
import { pausedGroups, type BlendedGroup, type CallNow } from '../core/blending.ts';
import { roomToGreet, type Ungreeted } from '../core/greeting-pace.ts';
import { coalesceEach } from '#core/coalesce.ts';
import { groupMembers, groupRows } from '#features/team/agent-groups/server/index.ts';
import { agentCalls } from '#features/team/agent-status/server/index.ts';
import { isUnavailable, type TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import { takeTurn } from '#platform/server/leases/turn.ts';
import type { World } from '#platform/server/world.ts';
import { pushChange, visitorConversationOf, visitorPush, type ChatChange } from './chat-push.ts';

/*
 * Who serves whom. Rules:
 * 1. Whoever gives a conversation to somebody, or takes it back into the line, holds the tenant's lock first. Loads are counted
 *    from rows under it, so that no number of processes gives anybody more than their capacity. Whoever only ends a conversation
 *    needs no lock: that makes loads smaller.
 * 2. The lock comes before the row of any conversation.
 * 3. An agent is given conversations while the text seat is online and a page is there; of groups where calls come first, not in a
 *    call, which is read from where it was written down: whichever process has the call, all of them obey.
 */

/** A page that was not heard of for so long is not there. */
export const GONE_AFTER_MS = 20_000;
const LINE_PAGE = 2_000;
const DEFAULT_CAPACITY = 5;
/** One is being greeted, another waits for it: more would only see the time given to each of them run out. */
const DEFAULT_GREET_AT_ONCE = 2;
const PLACES_PUSHED = 20;

export const holdLine = (tx: TenantTx): Promise<void> => takeTurn(tx, 'chat.line');

export const capacityOf = sql`coalesce(a.capacity, chat_setting('ChatCapacity', ${sql.lit(DEFAULT_CAPACITY)}))`;

/** Text agents who are there, with what they have. */
export async function agentsThere(tx: TenantTx, nowMs: number, userId: number | null = null): Promise<FreeAgent[]> {
  interface Seen extends Omit<FreeAgent, 'greets' | 'groupIds' | 'pausedIn'> {
    ungreeted: Ungreeted[];
    atOnce: number;
    groups: BlendedGroup[];
    callAt: CallNow['at'];
    wrapUpUntilMs: number | null;
  }
  const { rows } = await sql<Seen>`
    select p.user_id "userId", ${capacityOf} capacity, coalesce(${msOfColumn('a.last_assigned_at')}, 0) "lastAssignedMs",
      (select count(*) from chat_conversation c where c.agent_id = p.user_id and c.state = 'open')::int load,
      chat_setting('ChatGreetAtOnce', ${sql.lit(DEFAULT_GREET_AT_ONCE)}) "atOnce",
      coalesce((select array_agg(${msOfColumn('c.reacted_at')}) from chat_conversation c where c.agent_id = p.user_id and c.state = 'open' and (c.reacted_at is null or c.unanswered_since is not null)
        and not exists (select from chat_stint t where t.conversation_id = c.id and t.ended_at is null and t.first_answer_at is not null)), '{}') ungreeted,
      coalesce((select json_agg(json_build_object('groupId', g.id, 'callPausesChats', g.call_pauses_chats)) from ${groupMembers} o join ${groupRows} g on g.id = o.group_id where o.user_id = p.user_id), '[]') groups,
      v.call_at "callAt", ${msOfColumn('v.wrap_up_until')} "wrapUpUntilMs"
    from seat_presence p join member m on m.user_id = p.user_id left join chat_agent a on a.user_id = p.user_id left join ${agentCalls} v on v.user_id = p.user_id
    where p.online and m.enabled and m.text_seat and (${userId}::bigint is null or p.user_id = ${userId})
      and exists (select from chat_socket s where s.user_id = p.user_id and s.seen_at > ${momentOfMs(nowMs - GONE_AFTER_MS)})`.execute(
    tx.as(),
  );
  return rows.map(({ ungreeted, atOnce, groups, callAt, wrapUpUntilMs, ...agent }) => ({
    ...agent,
    groupIds: groups.map(({ groupId }) => groupId),
    pausedIn: pausedGroups(groups, { at: callAt, wrapUpUntilMs }, nowMs),
    greets: roomToGreet(ungreeted, atOnce, nowMs),
  }));
}

interface WaitingRow {
  id: number;
  groupId: number;
  sinceMs: number;
  lastAgentId: number | null;
  passedBy: number[];
}

/** Gives out what can be given. The caller holds the line. */
async function giveOut(tx: TenantTx, nowMs: number): Promise<void> {
  const agents = await agentsThere(tx, nowMs);
  const moved = new Set<number>();
  let after = { sinceMs: Number.NEGATIVE_INFINITY, id: 0 };
  for (;;) {
    const groups = [...new Set(agents.filter(hasRoom).flatMap(offeredGroups))];
    if (groups.length === 0) break;
    const { rows: line } = await sql<WaitingRow>`
      select id, group_id "groupId", ${msOfColumn('waiting_since')} "sinceMs", sticky_agent_id "lastAgentId", passed_by "passedBy" from chat_conversation
      where state = 'waiting' and group_id = any(${groups}::bigint[]) ${after.id === 0 ? sql`` : sql`and (waiting_since, id) > (${momentOfMs(after.sinceMs)}, ${after.id})`}
      order by waiting_since, id limit ${LINE_PAGE}`.execute(tx.as());
    const wishes = assign(line, agents);
    if (wishes.length > 0) {
      const { rows } = await sql<{ told: ChatChange | null }>`
        select chat_hand(w.id, 'waiting', null, w.agent, false, '{"what": "assigned"}', ${momentOfMs(nowMs)}) told
        from jsonb_to_recordset(${JSON.stringify(wishes.map(({ conversationId, userId }) => ({ id: conversationId, agent: userId })))}::jsonb) as w (id bigint, agent bigint)`.execute(
        tx.as(),
      );
      for (const { told: change } of rows) {
        if (!change) continue;
        moved.add(change.group_id);
        const agent = agents.find(({ userId }) => userId === change.agent_id)!;
        agent.load += 1;
        agent.greets -= 1;
        await pushChange(tx, change, { stateChanged: true });
      }
    }
    const last = line.at(-1);
    if (!last || line.length < LINE_PAGE) break;
    after = last;
  }
  if (moved.size > 0) await pushPlaces(tx, [...moved]);
}

/** The first of a line learn how many are before them now. */
async function pushPlaces(tx: TenantTx, groups: readonly number[]): Promise<void> {
  const { rows } = await sql<{ told: ChatChange }>`
    select chat_told(c, null, 'moved') told from chat_conversation c where c.state = 'waiting' and c.group_id = any(${groups}::bigint[]) order by c.waiting_since, c.id limit ${PLACES_PUSHED}`.execute(
    tx.as(),
  );
  for (const { told: change } of rows)
    await tx.push(
      visitorPush(change.visitor_id, { kind: 'conversation', conversation: visitorConversationOf(change) }),
    );
}

export interface ChatQueue {
  /** Gives conversations that wait to agents who are free, soon; calls that come meanwhile become one. */
  serve(tenantId: number): void;
  /** The same, done when it answers. */
  serveNow(tenantId: number): Promise<void>;
  /** Nothing is given out after this answers. */
  stop(): Promise<void>;
}

export function openChatQueue({ db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>): ChatQueue {
  const stopping = new AbortController();

  const serveOnce = (tenantId: number): Promise<void> =>
    db.tenant({ tenantId }, async (tx) => {
      await holdLine(tx);
      await giveOut(tx, clock.nowMs());
    });

  const serving = coalesceEach(async (tenantId: number) => {
    if (stopping.signal.aborted) return;
    try {
      await serveOnce(tenantId);
    } catch (problem) {
      // The next tick tries again.
      if (!isUnavailable(problem)) log.error({ err: problem, tenantId }, 'conversations could not be given out');
    }
  });

  return {
    serve: (tenantId) => void serving.ask(tenantId),
    serveNow: serveOnce,
    async stop() {
      stopping.abort();
      await serving.settled();
    },
  };
}
