import { sql } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { Failure } from '#shared/errors.ts';
import type { AgentDesk } from './agent-desk.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';
import { heldAlive } from './held-conversation.ts';
import { agentsThere, capacityOf, holdLine } from './chat-queue.ts';
import { pushedAndServed } from './pushed-and-served.ts';

/** Who has a conversation. */
export function agentAssignment({ db, clock, line }: ChatDeskParts): Pick<AgentDesk, 'take' | 'transfer'> {
  const now = () => momentOfMs(clock.nowMs());

  return {
    take: (agent, id) =>
      db.tenant(agent, async (tx) => {
        await holdLine(tx);
        const { state, agent_id: from } = await heldAlive(tx, id, agent);
        if (from === agent.userId) return;
        if (!agent.supervises && !(await freeFor(tx, agent.userId))) throw new Failure('chatAtCapacity');
        await pushedAndServed(
          line,
          tx,
          sql`select chat_hand(${id}, ${state}, ${from}, ${agent.userId}, true, '{"what": "taken"}', ${now()}) told`,
        );
      }),

    transfer: (agent, id, target, note) =>
      db.tenant(agent, async (tx) => {
        await holdLine(tx);
        const { state, agent_id: from } = await heldAlive(tx, id, agent);
        if (target.groupId !== undefined) {
          const { rows } = await sql<{
            name: string;
          }>`select name from ${groupRows} g where id = ${target.groupId}`.execute(tx.as());
          if (!rows[0]) throw new Failure('notFound');
          const event = JSON.stringify({ what: 'transferred', name: rows[0].name, note, by: agent.name });
          // Whoever hands it on does not get it back at once.
          await pushedAndServed(
            line,
            tx,
            sql`select chat_queue(${id}, ${from}, ${target.groupId}, ${from === null ? [] : [from]}::bigint[], ${now()}, ${event}::jsonb, ${now()}) told`,
          );
          return;
        }
        const userId = target.userId!;
        if (userId === from) return;
        const [there] = await agentsThere(tx, clock.nowMs(), userId);
        if (!there || there.load >= there.capacity) throw new Failure('chatTargetAway');
        await pushedAndServed(
          line,
          tx,
          sql`select chat_hand(${id}, ${state}, ${from}, ${userId}, false, ${JSON.stringify({ what: 'transferred', note, by: agent.name })}::jsonb, ${now()}) told`,
        );
      }),
  };
}

async function freeFor(tx: TenantTx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select (select count(*) from chat_conversation c where c.agent_id = ${userId} and c.state = 'open') < ${capacityOf} free from (select) one left join chat_agent a on a.user_id = ${userId}`.execute(
    tx.as(),
  );
  return rows[0]!.free;
}
