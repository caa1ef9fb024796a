import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addDemoGroup, groupRows } from '#features/team/agent-groups/server/index.ts';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { Language } from '#shared/languages.ts';
import { demoTalks, type DemoChat } from './demo-talks.ts';

const CLOSED = 30;
const OPEN = 2;
const WAITING = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Beside the groups of callers. */
const GROUP_NO = 1_101;
const groupNames: Record<Language, string> = {
  'zh-CN': '在线客服',
  'en-US': 'Online chat',
  'es-MX': 'Chat en línea',
  'id-ID': 'Chat daring',
};

/** The second code of the header. */
const appNames: Record<Language, string> = {
  'zh-CN': '手机应用',
  'en-US': 'Mobile app',
  'es-MX': 'App móvil',
  'id-ID': 'Aplikasi seluler',
};

interface Known {
  id: number;
  full_name: string;
  email: string | null;
  phone: string | null;
}

/** A web channel named after the company, another for its app, and the conversations of its last two weeks; some are not over. */
export async function demoChats(tx: Tx, tenant: DemoTenant): Promise<void> {
  const { tenantId, people, nowMs, language, chance } = tenant;
  const rows = tx.as<never>();
  const writers = people.filter(({ textSeat }) => textSeat);
  const key = people[0]?.email.split('@')[1]?.split('.')[0] ?? '';
  if (writers.length === 0 || key.length < 3) return;
  const groupId = await addDemoGroup(tx, {
    tenantId,
    name: groupNames[language],
    groupNo: GROUP_NO,
    userIds: writers.map(({ userId }) => userId),
  });
  const { rows: channels } = await sql<{ id: number }>`
    insert into chat_channel (tenant_id, key, kind, name, group_id, settings)
    values (${tenantId}, ${key}, 'web', ${tenant.name}, ${groupId}, jsonb_build_object('call_group_id', (select id from ${groupRows} g where tenant_id = ${tenantId} and group_no < ${GROUP_NO} order by group_no desc limit 1))) on conflict do nothing returning id`.execute(
    rows,
  );
  if (!channels[0]) return;
  await sql`insert into chat_channel (tenant_id, key, kind, name, group_id) values (${tenantId}, ${`${key}-app`}, 'web', ${appNames[language]}, ${groupId}) on conflict do nothing`.execute(
    rows,
  );
  const { rows: customers } =
    await sql<Known>`select id, full_name, emails[1] email, phones[1] phone from ${customerRows} c where tenant_id = ${tenantId} and deleted_at is null order by id limit ${CLOSED + OPEN + WAITING}`.execute(
      rows,
    );
  const talks = demoTalks[language];

  async function talk(
    index: number,
    state: 'closed' | 'open' | 'waiting',
    startMs: number,
    chat: DemoChat,
  ): Promise<void> {
    // Every fifth never said who they are.
    const who = index % 5 === 4 ? undefined : customers[index];
    const agent = state === 'waiting' ? null : writers[index % writers.length]!;
    const { rows: visitors } = await sql<{ id: number }>`
      insert into chat_visitor (tenant_id, channel_id, customer_id, name, email, phone, language, time_zone, created_at, seen_at)
      values (${tenantId}, ${channels[0]!.id}, ${who?.id ?? null}, ${who?.full_name ?? ''}, ${who?.email ?? ''}, ${who?.phone ?? ''}, ${language}, ${tenant.timeZone}, ${momentOfMs(startMs)}, ${momentOfMs(startMs)}) returning id`.execute(
      rows,
    );
    // Nobody waits exactly a minute.
    const pace = MINUTE_MS * (0.3 + 2 * chance());
    const entries = [
      ...chat.map((text, place) => ({ author: place % 2 === 0 ? 'visitor' : 'agent', kind: 'text', text, detail: {} })),
      ...(state === 'closed'
        ? [{ author: 'system', kind: 'event', text: '', detail: { what: 'closed', name: agent!.name } }]
        : []),
    ];
    if (agent)
      entries.splice(1, 0, {
        author: 'system',
        kind: 'event',
        text: '',
        detail: { what: 'assigned', name: agent.name },
      });
    const messages = entries.map((one, place) => ({
      ...one,
      no: place + 1,
      client_id: randomUUID(),
      user_id: one.author === 'agent' ? agent!.userId : null,
      name: one.author === 'agent' ? agent!.name : '',
      ms: startMs + Math.round(place * pace),
    }));
    const last = messages.findLast(({ kind }) => kind === 'text')!;
    const unread =
      state === 'closed'
        ? 0
        : messages.filter(
            ({ author, no }) =>
              author === 'visitor' && !messages.some((other) => other.author === 'agent' && other.no > no),
          ).length;
    const { rows: made } = await sql<{ id: number }>`
      insert into chat_conversation (tenant_id, channel_id, visitor_id, customer_id, group_id, state, agent_id, waiting_since, assigned_at, reacted_at, first_answer_at, last_no, last_at, last_text, last_chat_type,
        unanswered_since, agent_read_no, delivered_no, visitor_read_no, unread, rating, closed_at, closed_by, created_at)
      values (${tenantId}, ${channels[0]!.id}, ${visitors[0]!.id}, ${who?.id ?? null}, ${groupId}, ${state}, ${agent?.userId ?? null}, ${momentOfMs(startMs)}, ${agent ? momentOfMs(startMs + Math.round(pace)) : null}, ${agent ? momentOfMs(startMs + Math.round(pace)) : null},
        ${messages.some(({ author }) => author === 'agent') ? momentOfMs(startMs + Math.round(2 * pace)) : null}, ${messages.length}, date_trunc('second', ${momentOfMs(last.ms)}), ${last.text}, ${last.author === 'visitor' ? 1 : 0},
        ${unread > 0 ? momentOfMs(last.ms) : null}, ${agent ? messages.length - unread : 0}, ${messages.length}, ${messages.length}, ${unread},
        ${state === 'closed' && chance() < 0.6 ? 3 + Math.floor(chance() * 3) : null}, ${state === 'closed' ? momentOfMs(messages.at(-1)!.ms) : null}, ${state === 'closed' ? 'agent' : null}, ${momentOfMs(startMs)}) returning id`.execute(
      rows,
    );
    await sql`
      insert into chat_message (tenant_id, conversation_id, no, author, user_id, author_name, client_id, kind, text, detail, created_at)
      select ${tenantId}, ${made[0]!.id}, m.no, m.author, m.user_id, m.name, m.client_id, m.kind, m.text, m.detail, to_timestamp(m.ms / 1000)
      from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as m (no int, author text, user_id bigint, name text, client_id uuid, kind text, text text, detail jsonb, ms float8)`.execute(
      rows,
    );
    if (!agent) return;
    await sql`insert into chat_participant (tenant_id, conversation_id, user_id) values (${tenantId}, ${made[0]!.id}, ${agent.userId})`.execute(
      rows,
    );
    const { rows: had } = await sql<{ ms: number }>`
      insert into chat_stint (tenant_id, conversation_id, no, user_id, group_id, began_at, first_answer_at, ended_at, ended_by)
      select tenant_id, id, 1, agent_id, group_id, assigned_at, first_answer_at, closed_at, case when closed_at is not null then 'closed' end from chat_conversation where id = ${made[0]!.id} returning chat_ms(began_at, ended_at) ms`.execute(
      rows,
    );
    await sql`update chat_conversation set first_assigned_at = assigned_at, handled_ms = ${had[0]!.ms} where id = ${made[0]!.id}`.execute(
      rows,
    );
  }

  for (let n = 0; n < CLOSED; n += 1)
    await talk(
      n,
      'closed',
      nowMs - 14 * DAY_MS + n * (13 / CLOSED) * DAY_MS + chance() * 5 * 60 * MINUTE_MS,
      talks[n % talks.length]!,
    );
  // With whom somebody talks now, and who waits: the visitor spoke last.
  for (let n = 0; n < OPEN; n += 1) await talk(CLOSED + n, 'open', nowMs - (12 + n) * MINUTE_MS, talks[n]!.slice(0, 3));
  for (let n = 0; n < WAITING; n += 1)
    await talk(CLOSED + OPEN + n, 'waiting', nowMs - (9 - 2 * n) * MINUTE_MS, talks[n + 2]!.slice(0, 1));
}
