import { sql } from 'kysely';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';

export interface VisitorRow {
  id: number;
  tenant_id: number;
  channel_id: number;
  name: string;
  email: string;
  language: string;
}

/** What a page tells of its visitor. */
export interface VisitorDetails {
  /** Whom the host site vouches for, when that is a customer. */
  customerId: number | null;
  /** What the host site vouches for; empty: nothing. */
  provenEmail: string;
  name: string;
  email: string;
  phone: string;
  answers: Record<string, string>;
  language: string;
  timeZone: string;
  pageUrl: string;
  address: string;
  userAgent: string;
}

/** Somebody who writes by a carrier, with what a reply belongs to. */
export interface CarriedVisitor {
  channelId: number;
  externalId: string;
  /** Whom the carrier proves, when that is a customer. */
  customerId: number | null;
  name: string;
  email: string;
  phone: string;
  answers: Record<string, string>;
  thread: Record<string, string>;
  sentAtMs: number;
}

const returning = sql`returning id, tenant_id, channel_id, name, email, language`;

/** What is told replaces what was known; silence replaces nothing. */
const detailSets = (
  one: VisitorDetails,
) => sql`name = coalesce(nullif(${one.name}, ''), chat_visitor.name), email = coalesce(nullif(${one.email}, ''), chat_visitor.email), phone = coalesce(nullif(${one.phone}, ''), chat_visitor.phone),
    language = ${one.language}, time_zone = coalesce(nullif(${one.timeZone}, ''), chat_visitor.time_zone), page_url = coalesce(nullif(${one.pageUrl}, ''), chat_visitor.page_url), address = ${one.address}, user_agent = ${one.userAgent}, answers = chat_visitor.answers || ${JSON.stringify(one.answers)}::jsonb, customer_id = coalesce(chat_visitor.customer_id, ${one.customerId}), proven_customer_id = coalesce(${one.customerId}, chat_visitor.proven_customer_id), proven_email = coalesce(nullif(${one.provenEmail}, ''), chat_visitor.proven_email), seen_at = now()`;

/** Somebody we know comes again; null when the host site vouches for somebody else (`vouchedId`). */
export async function visitorAgain(
  tx: TenantTx,
  visitorId: number,
  vouchedId: string | null,
  one: VisitorDetails,
): Promise<VisitorRow | null> {
  const { rows } =
    await sql<VisitorRow>`update chat_visitor set ${detailSets(one)} where id = ${visitorId} and (${vouchedId === null} or external_id = ${vouchedId ?? ''}) ${returning}`.execute(
      tx.as(),
    );
  return rows[0] ?? null;
}

/** Somebody comes whose device we do not know: whom the host site vouches for may be known all the same. */
export async function visitorCame(
  tx: TenantTx,
  channelId: number,
  vouchedId: string | null,
  one: VisitorDetails,
): Promise<VisitorRow> {
  const { rows } = await sql<VisitorRow>`
    insert into chat_visitor (channel_id, external_id, customer_id, proven_customer_id, proven_email, name, email, phone, language, time_zone, answers, page_url, address, user_agent)
    values (${channelId}, ${vouchedId}, ${one.customerId}, ${one.customerId}, ${one.provenEmail}, ${one.name}, ${one.email}, ${one.phone}, ${one.language}, ${one.timeZone}, ${JSON.stringify(one.answers)}::jsonb, ${one.pageUrl}, ${one.address}, ${one.userAgent})
    on conflict (tenant_id, channel_id, external_id) where external_id is not null do update set ${detailSets(one)}
    ${returning}`.execute(tx.as());
  return rows[0]!;
}

/** Somebody writes by a carrier; the thread is that of what was sent last. Answers their id. */
export async function visitorWrote(tx: TenantTx, one: CarriedVisitor): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into chat_visitor as v (channel_id, external_id, customer_id, proven_customer_id, name, email, phone, answers, thread, heard_at)
    values (${one.channelId}, ${one.externalId}, ${one.customerId}, ${one.customerId}, ${one.name}, ${one.email}, ${one.phone}, ${JSON.stringify(one.answers)}::jsonb, ${JSON.stringify(one.thread)}::jsonb, least(now(), ${momentOfMs(one.sentAtMs)}))
    on conflict (tenant_id, channel_id, external_id) where external_id is not null do update set
      name = coalesce(nullif(excluded.name, ''), v.name), customer_id = coalesce(v.customer_id, excluded.customer_id), proven_customer_id = coalesce(excluded.proven_customer_id, v.proven_customer_id), answers = v.answers || excluded.answers, seen_at = now(),
      thread = case when v.heard_at is null or excluded.heard_at >= v.heard_at then excluded.thread else v.thread end, heard_at = greatest(v.heard_at, excluded.heard_at)
    returning id`.execute(tx.as());
  return rows[0]!.id;
}

/** Whether an address is the visitor's by more than their own word: they have proven it, or it is their customer's. */
export async function isVisitorsAddress(tx: TenantTx, visitorId: number, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from chat_visitor v where v.id = ${visitorId} and (v.proven_email = ${address}
      or exists (select from ${customerRows} c where c.id in (v.proven_customer_id, v.customer_id) and c.deleted_at is null and c.emails @> array[${address}]::text[]))`.execute(
    tx.as(),
  );
  return rows.length > 0;
}

/** The visitor has shown that the address is theirs. */
export const proveAddress = async (tx: TenantTx, visitorId: number, address: string): Promise<void> =>
  void (await sql`update chat_visitor set proven_email = ${address} where id = ${visitorId}`.execute(tx.as()));

/** Somebody who wrote by a carrier before; null for whoever never did, or is shut out. */
export async function knownWriter(tx: TenantTx, channelId: number, externalId: string): Promise<number | null> {
  const { rows } = await sql<{
    id: number;
  }>`select id from chat_visitor where channel_id = ${channelId} and external_id = ${externalId} and blocked_at is null`.execute(
    tx.as(),
  );
  return rows[0]?.id ?? null;
}

/** The channel a conversation is carried by, and what a reply to it belongs to. */
export async function threadOf(
  tx: TenantTx,
  conversationId: number,
): Promise<{ channel_id: number; thread: Record<string, string> } | null> {
  const { rows } = await sql<{
    channel_id: number;
    thread: Record<string, string>;
  }>`select c.channel_id, v.thread from chat_conversation c join chat_visitor v on v.id = c.visitor_id where c.id = ${conversationId}`.execute(
    tx.as(),
  );
  return rows[0] ?? null;
}

/** Whether a message is stored in one of the last conversations of a visitor. */
export async function isWritten(tx: TenantTx, visitorId: number, clientId: string): Promise<boolean> {
  const { rows } =
    await sql`select from (select id from chat_conversation where visitor_id = ${visitorId} order by id desc limit 3) c join chat_message m on m.conversation_id = c.id and m.client_id = ${clientId}`.execute(
      tx.as(),
    );
  return rows.length > 0;
}
