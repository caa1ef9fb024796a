import { sql } from 'kysely';
import { groupRows, groupMembers } from '#features/team/agent-groups/server/index.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { chatApi } from '../contract.ts';
import type { ChatRoutesWorld } from './chat-caller.ts';
import { agentsThere, capacityOf } from './chat-queue.ts';

type ChoiceHandlers = Pick<Handlers<typeof chatApi>, 'targets' | 'choices'>;

/** Whom a conversation may go to, and what lists are narrowed to. */
export function choiceHandlers({ db, clock }: ChatRoutesWorld): ChoiceHandlers {
  return {
    targets: (caller) =>
      db.tenant(caller, async (tx) => {
        const there = new Set((await agentsThere(tx, clock.nowMs())).map(({ userId }) => userId));
        const { rows: people } = await sql<{ user_id: number; name: string; load: number; capacity: number }>`
          select m.user_id, m.nick_name name, ${capacityOf} capacity, (select count(*) from chat_conversation c where c.agent_id = m.user_id and c.state = 'open') load
          from member m left join chat_agent a on a.user_id = m.user_id where m.enabled and m.text_seat order by m.nick_name, m.user_id`.execute(
          tx.as(),
        );
        const { rows: groups } = await sql<{ id: number; name: string; members: number[]; waiting: number }>`
          select g.id, g.name, coalesce((select array_agg(m.user_id) from ${groupMembers} m where m.group_id = g.id), '{}') members,
            (select count(*) from chat_conversation c where c.group_id = g.id and c.state = 'waiting') waiting from ${groupRows} g where g.enabled order by g.name, g.id`.execute(
          tx.as(),
        );
        return {
          agents: people.map((person) => ({ ...person, online: there.has(person.user_id) })),
          groups: groups.map(({ id, name, members, waiting }) => ({
            id,
            name,
            waiting,
            online: members.filter((userId) => there.has(userId)).length,
          })),
        };
      }),

    choices: (caller) =>
      db.tenant(caller, async (tx) => {
        const named = async (query: ReturnType<typeof sql<{ id: number; name: string }>>) =>
          (await query.execute(tx.as())).rows;
        return {
          channels: await named(sql`select id, name from chat_channel order by name, id`),
          groups: await named(sql`select id, name from ${groupRows} g where enabled order by name, id`),
          agents:
            mayUse(caller, 'chat.supervise') || mayUse(caller, 'chat-reports.view')
              ? await named(
                  sql`select m.user_id id, m.nick_name name from member m where m.text_seat or exists (select from chat_participant p where p.user_id = m.user_id) order by m.nick_name, m.user_id`,
                )
              : [],
        };
      }),
  };
}
