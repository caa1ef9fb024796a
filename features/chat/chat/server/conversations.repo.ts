import { sql, type RawBuilder } from 'kysely';
import { groupRows, groupMembers } from '#features/team/agent-groups/server/index.ts';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { nameHasWords, textHasWords } from '#platform/server/db/search-words.ts';
import type { ChatMessage, Conversation, ConversationQuery } from '../contract.ts';

/** Who reads. */
export interface ConversationReader {
  tenantId: number;
  userId: number;
  supervises: boolean;
  needsMasking: boolean;
}

/** A conversation with everything in clear; see `shown-conversation.ts` for what leaves. */
export type ClearConversation = Omit<Conversation, 'phone_word'> & {
  /** Those who could take it while it waits. */ group_members?: number[];
  /** Those who were called into it. */ mentioned?: number[];
};

/** When somebody last wrote. What is over has it in `last_at`, by an index; what is alive is never so much that it could not be sorted. */
const spokeAt = sql`coalesce(c.spoke_at, c.last_at)`;
const HERE_FOR = sql.lit('90 seconds');
const DEFAULT_ANSWER_SECONDS = sql.lit(120);

const fromThose = (
  conversations: ReturnType<typeof sql>,
) => sql`from ${conversations} c join chat_channel ch on ch.id = c.channel_id join ${groupRows} g on g.id = c.group_id join chat_visitor v on v.id = c.visitor_id
  left join member m on m.user_id = c.agent_id left join ${customerRows} cu on cu.id = c.customer_id and cu.deleted_at is null`;
const from = fromThose(sql`chat_conversation`);

const columns = (nowMs: number) => sql`
  c.id, c.channel_id, ch.name channel_name, ch.kind channel_kind, c.state, c.group_id, g.name group_name, c.agent_id, coalesce(m.nick_name, '') agent_name,
  c.visitor_id, c.customer_id, coalesce(nullif(cu.full_name, ''), v.name) name, coalesce(cu.emails[1], v.email) email, coalesce(cu.phones[1], v.phone) phone,
  v.language, v.time_zone, v.page_url, v.answers, case when v.answers = '{}' then '{}'::jsonb else coalesce((select jsonb_object_agg(q->>'key', q->'label') from jsonb_array_elements(ch.settings->'form') q where v.answers ? (q->>'key')), '{}') end answer_labels, v.blocked_at is not null blocked, coalesce(v.here_at > ${momentOfMs(nowMs)} - interval ${HERE_FOR}, false) visitor_online,
  c.last_no, c.last_text, c.last_chat_type, ${spokeAt} last_at, c.unread, c.agent_read_no, c.delivered_no, c.visitor_read_no, c.waiting_since, c.unanswered_since,
  case when c.state = 'open' and c.reacted_at is null then c.due_at end react_by,
  c.unanswered_since + chat_setting('ChatAnswerSeconds', ${DEFAULT_ANSWER_SECONDS}) * interval '1 second' answer_by,
  v.heard_at + ch.window_hours * interval '1 hour' writable_until, coalesce(jsonb_array_length(ch.settings->'templates') > 0, false) templates,
  c.label_id, c.remark, c.rating, c.rating_note, c.created_at, c.closed_at, c.closed_by`;

const visibleTo = ({ userId, supervises }: ConversationReader) =>
  supervises ? sql`true` : sql`chat_visible(c, ${userId})`;
const wire = (at: string) => sql`${at}::timestamp at time zone 'UTC'`;
const likeOf = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`;
const FOUND_MOST = 500;

/** Ids of conversations whose visitor, customer or messages have these words. Who sees stars finds nobody by a number or an address. */
export async function findConversations(
  db: Db,
  { tenantId, needsMasking }: ConversationReader,
  words: string,
): Promise<number[]> {
  const like = likeOf(words);
  const digits = words.replace(/\D/g, '');
  const byContact = needsMasking
    ? sql``
    : sql`or v.email ilike ${like} ${digits.length > 2 ? sql`or v.phone like ${`%${digits}%`}` : sql``}`;
  // What was written may be a number, and is shown to them with stars.
  const isGuess = needsMasking && digits.length > 2;
  const all = (parts: RawBuilder<boolean>[]) => (parts.length === 0 ? sql`true` : sql.join(parts, sql` and `));
  const byName = all(textHasWords(sql`v.name_words`, words));
  const customer = textHasWords(sql`cu.search`, words);
  const byCustomer = all(needsMasking ? [...customer, nameHasWords(sql`cu.full_name`, words)] : customer);
  const found = await db.numbers(
    'conversations by words',
    sql`
    select distinct id from (
      (select c.id from chat_visitor v join chat_conversation c on c.tenant_id = v.tenant_id and c.visitor_id = v.id where v.tenant_id = ${tenantId} and ((${byName}) or v.name ilike ${like} ${byContact}) order by c.id desc limit ${FOUND_MOST})
      union all (select c.id from ${customerRows} cu join chat_conversation c on c.tenant_id = cu.tenant_id and c.customer_id = cu.id where cu.tenant_id = ${tenantId} and cu.deleted_at is null and ${byCustomer} order by c.id desc limit ${FOUND_MOST})
      union all (select m.conversation_id from chat_message m where m.tenant_id = ${tenantId} and m.kind = 'text' and ${!isGuess} and m.text ilike ${like} order by m.id desc limit ${FOUND_MOST})
    ) found`,
  );
  return found.map(([id]) => id!);
}

/** Conversations and messages of one tenant, as they are read. */
export function conversationsRepo(tx: TenantTx, nowMs: number) {
  const rows = tx.as<never>();
  const inFilter = (filter: ConversationQuery['filter'], { userId, supervises }: ConversationReader) => {
    if (filter === 'mine') return sql`c.state = 'open' and c.agent_id = ${userId}`;
    if (filter === 'waiting')
      return sql`c.state = 'waiting' and ${supervises ? sql`true` : sql`c.group_id in (select group_id from ${groupMembers} gm where user_id = ${userId})`}`;
    // Of colleagues' conversations one who supervises sees all, others those they were called into.
    if (filter === 'team')
      return sql`c.state = 'open' ${supervises ? sql`` : sql`and c.agent_id <> ${userId} and c.id in (select conversation_id from chat_mention where user_id = ${userId})`}`;
    return sql`c.state = 'closed' and ${supervises ? sql`true` : sql`c.id in (select conversation_id from chat_participant where user_id = ${userId} union all select conversation_id from chat_mention where user_id = ${userId})`}`;
  };

  return {
    async list(
      { filter, unread, channel_id, group_id, agent_id, after, size }: ConversationQuery,
      reader: ConversationReader,
      ids: readonly number[] | null,
    ): Promise<{ list: ClearConversation[]; more: boolean }> {
      const at = filter === 'closed' ? sql`c.last_at` : spokeAt;
      // Those of the page first: whoever has ten thousand reads what belongs to fifty.
      const page = sql`(
        select c.* from chat_conversation c where ${inFilter(filter, reader)}
          ${unread ? sql`and c.unread > 0` : sql``} ${channel_id ? sql`and c.channel_id = ${channel_id}` : sql``} ${group_id ? sql`and c.group_id = ${group_id}` : sql``}
          ${agent_id && reader.supervises ? sql`and c.agent_id = ${agent_id}` : sql``} ${ids ? sql`and c.id = any(${ids}::bigint[])` : sql``}
          ${after ? sql`and (${at}, c.id) < (${wire(after.last_at)}, ${after.id})` : sql``}
        order by ${at} desc, c.id desc limit ${size + 1})`;
      const { rows: list } =
        await sql<ClearConversation>`select ${columns(nowMs)} ${fromThose(page)} order by ${at} desc, c.id desc`.execute(
          rows,
        );
      return { list: list.slice(0, size), more: list.length > size };
    },

    async counts(reader: ConversationReader): Promise<{ mine: number; waiting: number; team: number; unread: number }> {
      const { rows: counted } = await sql<{ mine: number; waiting: number; team: number; unread: number }>`
        select (select count(*) from chat_conversation c where ${inFilter('mine', reader)}) mine, (select count(*) from chat_conversation c where ${inFilter('waiting', reader)}) waiting,
          (select count(*) from chat_conversation c where ${inFilter('team', reader)}) team, (select count(*) from chat_conversation c where ${inFilter('mine', reader)} and c.unread > 0) unread`.execute(
        rows,
      );
      return counted[0]!;
    },

    /** Null where there is none, or none this reader may see. */
    async find(id: number, reader: ConversationReader): Promise<ClearConversation | null> {
      return (
        (
          await sql<ClearConversation>`select ${columns(nowMs)} ${from} where c.id = ${id} and ${visibleTo(reader)}`.execute(
            rows,
          )
        ).rows[0] ?? null
      );
    },

    /** Of these, those this reader may see, the newest first. */
    async visible(ids: readonly number[], reader: ConversationReader, most: number): Promise<ClearConversation[]> {
      const seen = sql`(select c.* from chat_conversation c where c.id = any(${ids}::bigint[]) and ${visibleTo(reader)} order by ${spokeAt} desc, c.id desc limit ${most})`;
      return (
        await sql<ClearConversation>`select ${columns(nowMs)} ${fromThose(seen)} order by ${spokeAt} desc, c.id desc`.execute(
          rows,
        )
      ).rows;
    },

    /** For the lists of many readers: the group comes along, whose members could take one that waits. */
    async read(ids: readonly number[]): Promise<ClearConversation[]> {
      return (
        await sql<ClearConversation>`
        select ${columns(nowMs)}, coalesce((select array_agg(x.user_id) from ${groupMembers} x where x.group_id = c.group_id), '{}') group_members, coalesce((select array_agg(x.user_id) from chat_mention x where x.conversation_id = c.id), '{}') mentioned
        ${from} where c.id = any(${ids}::bigint[]) order by ${spokeAt} desc, c.id desc`.execute(rows)
      ).rows;
    },

    /** Oldest first. */
    async messages(
      conversationId: number,
      {
        before,
        after,
        around,
        size,
      }: { before?: number | undefined; after?: number | undefined; around?: number | undefined; size: number },
      withNotes = true,
    ): Promise<ChatMessage[]> {
      const part = (where: ReturnType<typeof sql>, order: 'asc' | 'desc', limit: number) => sql`
        (select x from chat_message x where x.conversation_id = ${conversationId} and ${where} ${withNotes ? sql`` : sql`and x.author <> 'note'`} order by x.no ${sql.raw(order)} limit ${limit})`;
      const half = Math.ceil(size / 2);
      const chosen =
        around !== undefined
          ? sql`${part(sql`x.no <= ${around}`, 'desc', half)} union all ${part(sql`x.no > ${around}`, 'asc', size - half)}`
          : after !== undefined
            ? part(sql`x.no > ${after}`, 'asc', size)
            : part(before === undefined ? sql`true` : sql`x.no < ${before}`, 'desc', size);
      const { rows: found } = await sql<{ told: ChatMessage }>`
        select chat_message_told(o.x, c.delivered_no, c.visitor_read_no, c.agent_read_no) told
        from (${chosen}) o join chat_conversation c on c.id = (o.x).conversation_id order by (o.x).no`.execute(rows);
      return found.map(({ told: message }) => message);
    },

    async messagesById(
      ids: readonly number[],
      reader: ConversationReader,
    ): Promise<{ message: ChatMessage; name: string }[]> {
      return (
        await sql<{ message: ChatMessage; name: string }>`
        select chat_message_told(x, c.delivered_no, c.visitor_read_no, c.agent_read_no) message, coalesce(nullif(cu.full_name, ''), v.name) name
        from chat_message x join chat_conversation c on c.id = x.conversation_id join chat_visitor v on v.id = c.visitor_id left join ${customerRows} cu on cu.id = c.customer_id and cu.deleted_at is null
        where x.id = any(${ids}::bigint[]) and ${visibleTo(reader)} order by x.id desc`.execute(rows)
      ).rows;
    },
  };
}

/** Ids of messages with these words, the newest first, of conversations this person may see. */
export async function findMessages(
  db: Db,
  { tenantId, userId, supervises }: ConversationReader,
  words: string,
  conversationId: number | undefined,
): Promise<number[]> {
  // Beside row-level security the functions of the tenant see everything, so what a person may see is asked for in plain words.
  const theirs = supervises
    ? sql``
    : sql`and x.conversation_id in (
    select id from chat_conversation where tenant_id = ${tenantId} and agent_id = ${userId} union all select conversation_id from chat_participant where tenant_id = ${tenantId} and user_id = ${userId}
    union all select conversation_id from chat_mention where tenant_id = ${tenantId} and user_id = ${userId}
    union all select c.id from chat_conversation c join ${groupMembers} g on g.tenant_id = c.tenant_id and g.group_id = c.group_id and g.user_id = ${userId} where c.tenant_id = ${tenantId} and c.state = 'waiting'
    union all select o.id from chat_conversation o where o.tenant_id = ${tenantId} and o.id = ${conversationId ?? null})`;
  const found = await db.numbers(
    'messages by words',
    sql`
    select x.id from chat_message x where x.tenant_id = ${tenantId} and x.kind = 'text' and x.text ilike ${likeOf(words)} ${conversationId ? sql`and x.conversation_id = ${conversationId}` : sql``} ${theirs} order by x.id desc limit 200`,
  );
  return found.map(([id]) => id!);
}
