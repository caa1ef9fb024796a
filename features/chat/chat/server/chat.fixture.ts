import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import { aMember, aTenant, type Member, type MemberWishes } from '#test/builders.ts';
import type { VisitorRef } from './visitor-desk.ts';

/** A tenant with a group, a channel that leads to it, and people. */
export async function aChatHouse(db: Db, clock: { nowMs(): number } = { nowMs: () => Date.now() }) {
  const tenantId = await aTenant(db);
  const ask = (query: ReturnType<typeof sql<{ id: number }>>) =>
    db.everyTenant('a house', async (tx) => (await query.execute(tx.as())).rows[0]?.id ?? 0);
  const group = (name = `Group ${randomUUID()}`, no = Math.trunc(Math.random() * 900_000) + 1) =>
    ask(sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, ${name}, ${no}) returning id`);
  const channelTo = (groupId: number) =>
    ask(
      sql`insert into chat_channel (tenant_id, key, kind, name, group_id) values (${tenantId}, ${`c-${randomUUID()}`}, 'web', 'Site', ${groupId}) returning id`,
    );
  const groupId = await group();
  const channelId = await channelTo(groupId);

  async function agent(
    wishes: MemberWishes & { groups?: number[]; online?: boolean; capacity?: number } = {},
  ): Promise<Member> {
    const { groups = [groupId], online = true, capacity, ...rest } = wishes;
    const member = await aMember(db, tenantId, { functions: ['chat.use'], textSeat: true, ...rest });
    for (const id of groups)
      await ask(
        sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${tenantId}, ${id}, ${member.userId})`,
      );
    if (capacity !== undefined)
      await ask(
        sql`insert into chat_agent (tenant_id, user_id, capacity) values (${tenantId}, ${member.userId}, ${capacity})`,
      );
    if (online) await goOnline(member);
    return member;
  }
  /** The seat is online and a page is there, until `leave`. */
  async function goOnline({ userId }: Member): Promise<void> {
    await ask(
      sql`insert into seat_presence (tenant_id, user_id, online, seat_in_use) values (${tenantId}, ${userId}, true, 'text') on conflict (tenant_id, user_id) do update set online = true`,
    );
    await ask(
      sql`insert into chat_socket (id, tenant_id, user_id, seen_at) values (${randomUUID()}, ${tenantId}, ${userId}, ${momentOfMs(clock.nowMs() + 86_400_000)})`,
    );
  }
  const leave = ({ userId }: Member) =>
    ask(sql`delete from chat_socket where tenant_id = ${tenantId} and user_id = ${userId}`);

  async function visitor({
    channel = channelId,
    name = 'Mei',
    email = '',
    phone = '',
  }: { channel?: number; name?: string; email?: string; phone?: string } = {}): Promise<VisitorRef> {
    const id = await ask(
      sql`insert into chat_visitor (tenant_id, channel_id, name, email, phone) values (${tenantId}, ${channel}, ${name}, ${email}, ${phone}) returning id`,
    );
    return { tenantId, visitorId: id };
  }
  /** The token of a device of this visitor. */
  async function device({ visitorId }: VisitorRef): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await ask(
      sql`insert into chat_visitor_device (token_hash, tenant_id, visitor_id) values (${createHash('sha256').update(token).digest()}, ${tenantId}, ${visitorId})`,
    );
    return token;
  }
  const setting = (name: string, value: number) =>
    ask(
      sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, ${name}, ${String(value)}) on conflict (tenant_id, name) do update set value = excluded.value`,
    );

  interface Row {
    id: number;
    state: string;
    agent_id: number | null;
    visitor_id: number;
    last_no: number;
    unread: number;
    passed_by: number[];
    closed_by: string | null;
    sinceMs: number;
  }
  const conversations = () =>
    db.everyTenant(
      'looks',
      async (tx) =>
        (
          await sql<Row>`select *, ${msOfColumn('waiting_since')} "sinceMs" from chat_conversation where tenant_id = ${tenantId} order by id`.execute(
            tx.as(),
          )
        ).rows,
    );
  const messages = (conversationId: number) =>
    db.everyTenant(
      'looks',
      async (tx) =>
        (
          await sql<{
            no: number;
            author: string;
            text: string;
            client_id: string;
            kind: string;
            detail: { what?: string; name?: string; note?: string };
          }>`select * from chat_message where conversation_id = ${conversationId} order by no`.execute(tx.as())
        ).rows,
    );
  const pushes = (userId: number) =>
    db.everyTenant(
      'looks',
      async (tx) =>
        (
          await sql<{ kind: string; body: Record<string, unknown> }>`
      select kind, body from (
        select kind, body, 0 place, seq from realtime_event where tenant_id = ${tenantId} and user_id = ${userId}
        union all select kind, body, 1 place, id seq from outbox where tenant_id = ${tenantId} and user_id = ${userId}
      ) e order by place, seq`.execute(tx.as())
        ).rows,
    );

  return {
    tenantId,
    groupId,
    channelId,
    group,
    channelTo,
    agent,
    goOnline,
    leave,
    visitor,
    device,
    setting,
    conversations,
    messages,
    pushes,
  };
}

export type ChatHouse = Awaited<ReturnType<typeof aChatHouse>>;

/** A text as a page sends it. */
export const says = (text: string, client_id: string = randomUUID()) => ({ client_id, text });
