import { sql } from 'kysely';
import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { filledTemplate, placesIn } from '../core/template-text.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import { groupRows, groupMembers } from '#features/team/agent-groups/server/index.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { chatApi, ChatTemplate, Conversation } from '../contract.ts';
import type { ChatAgent } from './agent-desk.ts';
import type { ChatDesk } from './chat-desk.ts';
import { openAgentFile, storeAgentFile } from './chat-files.ts';
import { conversationsRepo, findConversations, findMessages } from './conversations.repo.ts';
import { agentsThere, capacityOf } from './line.ts';
import { shownConversation } from './shown-conversation.ts';

type Settings = { message_sound: boolean; message_flashing: boolean };

/** A caller as the desk knows them; what they do is written into the operation log with it. */
const agentOf = (caller: Caller): ChatAgent => ({
  tenantId: caller.tenantId,
  userId: caller.userId,
  name: caller.name,
  needsMasking: caller.needsMasking,
  supervises: mayUse(caller, 'chat.supervise'),
  operation: caller.operation,
});

/** The calls of the agents' pages. */
export function chatRoutes(
  world: Pick<World, 'db' | 'clock' | 'files' | 'virusScan' | 'log'>,
  { agents }: Pick<ChatDesk, 'agents'>,
): Handlers<typeof chatApi> {
  const { db, clock } = world;
  const words = phoneWords(openTenantSecrets(db));

  async function found(caller: Caller, id: number): Promise<Conversation> {
    const row = await db.tenant({ tenantId: caller.tenantId }, (tx) =>
      conversationsRepo(tx, clock.nowMs()).find(id, agentOf(caller)),
    );
    if (!row) throw new Failure('notFound');
    return shownConversation(row, { ...caller, words });
  }

  const templatesFor = ({ tenantId }: Caller, id: number): Promise<ChatTemplate[]> =>
    db.tenant({ tenantId }, async (tx) => {
      const { rows } = await sql<{
        templates: ChatTemplate[] | null;
      }>`select ch.settings->'templates' templates from chat_conversation c join chat_channel ch on ch.id = c.channel_id where c.id = ${id}`.execute(
        tx.as(),
      );
      return rows[0]?.templates ?? [];
    });

  return {
    async list(caller, query) {
      const reader = agentOf(caller);
      const ids = query.words === '' ? null : await findConversations(db, reader, query.words);
      const { list, more, counts } = await db.tenant(caller, async (tx) => {
        const repo = conversationsRepo(tx, clock.nowMs());
        return { ...(await repo.list(query, reader, ids)), counts: await repo.counts(reader) };
      });
      return { list: await Promise.all(list.map((row) => shownConversation(row, { ...caller, words }))), more, counts };
    },

    detail: (caller, { conversation_id }) => found(caller, conversation_id),

    messages: (caller, { conversation_id, ...part }) =>
      db.tenant(caller, async (tx) => {
        const repo = conversationsRepo(tx, clock.nowMs());
        if (!(await repo.find(conversation_id, agentOf(caller)))) throw new Failure('notFound');
        return repo.messages(conversation_id, part);
      }),

    async search(caller, { words: wanted, conversation_id }) {
      const reader = agentOf(caller);
      const ids = await findMessages(db, reader, wanted, conversation_id);
      const list = await db.tenant(caller, (tx) => conversationsRepo(tx, clock.nowMs()).messagesById(ids, reader));
      return list.map(({ message, name }) => ({ message, name: caller.needsMasking ? maskNumbersIn(name) : name }));
    },

    send: (caller, wish) => agents.send(agentOf(caller), wish),
    resend: (caller, { message_id }) => agents.resend(agentOf(caller), message_id),

    async templates(caller, { conversation_id }) {
      await found(caller, conversation_id);
      return templatesFor(caller, conversation_id);
    },

    async sendTemplate(caller, { conversation_id, client_id, name, language, values }) {
      await found(caller, conversation_id);
      const template = (await templatesFor(caller, conversation_id)).find(
        (one) => one.name === name && one.language === language,
      );
      if (!template) throw new Failure('notFound', 'name');
      if (values.length !== placesIn(template.body)) throw new Failure('invalidInput', 'values');
      return agents.send(
        agentOf(caller),
        { conversation_id, client_id, text: filledTemplate(template.body, values), note: false, mentions: [] },
        { name, language, values },
      );
    },

    async read(caller, { conversation_id, no }) {
      await agents.read(agentOf(caller), conversation_id, no);
      return null;
    },

    upload(caller, { conversation_id }, file) {
      caller.operation.note(String(conversation_id), { after: { mediaType: file.mediaType, bytes: file.bytes } });
      return storeAgentFile(world, agentOf(caller), conversation_id, file);
    },

    file: (caller, { file_id }) => openAgentFile(world, agentOf(caller), file_id),

    async take(caller, { conversation_id }) {
      caller.operation.note(String(conversation_id));
      await agents.take(agentOf(caller), conversation_id);
      return found(caller, conversation_id);
    },

    async transfer(caller, { conversation_id, user_id, group_id, note }) {
      caller.operation.note(String(conversation_id), { after: { user_id, group_id } });
      await agents.transfer(agentOf(caller), conversation_id, { userId: user_id, groupId: group_id }, note);
      return null;
    },

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

    async close(caller, { conversation_id, label_id, remark }) {
      caller.operation.note(String(conversation_id), { after: { label_id } });
      await agents.close(agentOf(caller), conversation_id, { labelId: label_id, remark });
      return null;
    },

    async react(caller, { message_id, emoji }) {
      await agents.react(agentOf(caller), message_id, emoji);
      return null;
    },

    async block(caller, { conversation_id, reason }) {
      caller.operation.note(String(conversation_id), { after: { reason } });
      await agents.block(agentOf(caller), conversation_id, reason);
      return null;
    },

    async unblock(caller, { conversation_id }) {
      caller.operation.note(String(conversation_id));
      await agents.unblock(agentOf(caller), conversation_id);
      return null;
    },

    async record(caller, { conversation_id, label_id, remark, customer_id }) {
      caller.operation.note(String(conversation_id), { after: { label_id, customer_id } });
      await agents.record(agentOf(caller), conversation_id, { labelId: label_id, remark, customerId: customer_id });
      return found(caller, conversation_id);
    },

    settings: (caller) =>
      db.tenant(caller, async (tx) => {
        const { rows } =
          await sql<Settings>`select message_sound, message_flashing from chat_agent where user_id = ${caller.userId}`.execute(
            tx.as(),
          );
        return rows[0] ?? { message_sound: true, message_flashing: true };
      }),

    saveSettings: (caller, { message_sound, message_flashing }) =>
      db.tenant(caller, async (tx) => {
        const { rows } = await sql<Settings>`
          insert into chat_agent as a (user_id, message_sound, message_flashing) values (${caller.userId}, ${message_sound ?? true}, ${message_flashing ?? true})
          on conflict (tenant_id, user_id) do update set message_sound = coalesce(${message_sound ?? null}::boolean, a.message_sound), message_flashing = coalesce(${message_flashing ?? null}::boolean, a.message_flashing)
          returning message_sound, message_flashing`.execute(tx.as());
        caller.operation.note(caller.name, { after: rows[0]! });
        return rows[0]!;
      }),
  };
}
