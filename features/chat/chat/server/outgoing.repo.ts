import { sql } from 'kysely';
import type { CarriedTemplate } from '#core/chat/carrier.port.ts';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { pushFate, type MessageFate } from './chat-push.ts';

/** A message in line for a carrier, with whom it is for. */
export interface OutgoingRow {
  message_id: number;
  tries: number;
  channel_id: number;
  client_id: string;
  text: string;
  file_id: number | null;
  author_name: string;
  detail: { template?: CarriedTemplate };
  external_id: string;
  name: string;
  email: string;
  phone: string;
  thread: Record<string, string>;
}

/** The first in line of a conversation, held until `heldUntilMs`; null: none, not yet due, or somebody else has it. */
export async function holdOutgoing(
  tx: TenantTx,
  conversationId: number,
  { nowMs, heldUntilMs }: { nowMs: number; heldUntilMs: number },
): Promise<OutgoingRow | null> {
  const now = momentOfMs(nowMs);
  const { rows } = await sql<OutgoingRow>`
    with first as (select message_id from chat_outgoing where conversation_id = ${conversationId} order by no limit 1 for update), held as (
      update chat_outgoing o set held_until = ${momentOfMs(heldUntilMs)}, tries = o.tries + 1 from first
      where o.message_id = first.message_id and o.next_at <= ${now} and (o.held_until is null or o.held_until <= ${now}) returning o.message_id, o.tries)
    select h.message_id, h.tries, c.channel_id, m.client_id, m.text, m.file_id, m.author_name, m.detail, v.external_id, v.name, v.email, v.phone, v.thread
    from held h join chat_message m on m.id = h.message_id join chat_conversation c on c.id = m.conversation_id join chat_visitor v on v.id = c.visitor_id`.execute(
    tx.as(),
  );
  return rows[0] ?? null;
}

/** Lets go of a message until it is tried again. */
export async function postponeOutgoing(tx: TenantTx, messageId: number, nextMs: number): Promise<void> {
  await sql`update chat_outgoing set held_until = null, next_at = ${momentOfMs(nextMs)} where message_id = ${messageId}`.execute(
    tx.as(),
  );
}

/** Conversations whose first message is due for longer than an interval, held by nobody. */
export async function forgottenOutgoing(
  tx: Tx,
  { since, most }: { since: string; most: number },
): Promise<{ tenantId: number; conversationId: number }[]> {
  const { rows } = await sql<{ tenantId: number; conversationId: number }>`
    select distinct tenant_id "tenantId", conversation_id "conversationId" from chat_outgoing where next_at < now() - interval ${sql.lit(since)} and coalesce(held_until, '-infinity') < now() limit ${most}`.execute(
    tx.as(),
  );
  return rows;
}

/** Our message a carrier tells of, by its name for it, else by ours while it is still in line. */
export async function carriedMessage(
  tx: TenantTx,
  channelId: number,
  { externalId, clientId }: { externalId: string; clientId?: string | undefined },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select m.id from chat_message m join chat_conversation c on c.id = m.conversation_id where m.external_id = ${externalId} and c.channel_id = ${channelId}
    union all select m.id from chat_outgoing o join chat_message m on m.id = o.message_id join chat_conversation c on c.id = m.conversation_id where m.client_id::text = ${clientId ?? ''} and m.external_id is null and c.channel_id = ${channelId} limit 1`.execute(
    tx.as(),
  );
  return rows[0]?.id ?? null;
}

/** Notes how far a message got, and tells whoever looks at it. */
export async function noteFate(
  tx: TenantTx,
  messageId: number,
  { status, why, externalId }: { status: ChatMessageStatus; why: string; externalId: string | null },
): Promise<void> {
  const { rows } = await sql<{
    told: MessageFate | null;
  }>`select chat_fate(${messageId}, ${status}, ${why}, ${externalId}) told`.execute(tx.as());
  if (rows[0]?.told) await pushFate(tx, rows[0].told);
}
