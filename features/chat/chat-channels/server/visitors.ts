import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { languageFor, type Language } from '#shared/languages.ts';
import type { Claims } from './signed-identity.ts';

/** Somebody who writes to us, proven by the token of their device. */
export interface KnownVisitor {
  tenantId: number;
  visitorId: number;
  channelId: number;
  name: string;
  email: string;
  language: Language;
}

interface VisitorRow {
  id: number;
  tenant_id: number;
  channel_id: number;
  name: string;
  email: string;
  language: string;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const knownOf = (row: VisitorRow): KnownVisitor => ({
  tenantId: row.tenant_id,
  visitorId: row.id,
  channelId: row.channel_id,
  name: row.name,
  email: row.email,
  language: languageFor([row.language]),
});

/** Who holds this token; null: nobody, or the channel was switched off. */
export async function visitorOf(tx: Tx, token: string): Promise<KnownVisitor | null> {
  const { rows } = await sql<VisitorRow>`
    select v.id, v.tenant_id, v.channel_id, v.name, v.email, v.language
    from chat_visitor_device d join chat_visitor v on v.id = d.visitor_id join chat_channel c on c.id = v.channel_id
    where d.token_hash = ${hashOf(token)} and c.enabled`.execute(tx.as());
  return rows[0] ? knownOf(rows[0]) : null;
}

/** What a page tells of its visitor. */
export interface Told {
  channelId: number;
  claims: Claims | null;
  /** Of this device, already proven to belong to the channel. */
  known: KnownVisitor | null;
  /** Whom the host site vouches for, when that is a customer. */
  customerId: number | null;
  name: string;
  email: string;
  phone: string;
  answers: Record<string, string>;
  language: Language;
  timeZone: string;
  pageUrl: string;
  address: string;
  userAgent: string;
}

/**
 * Lets a visitor in. Rules:
 * 1. Who the host site vouches for is the same visitor on every device; each device gets a token of its own.
 * 2. Else the device's token says who it is, else it is somebody new.
 * 3. What is told replaces what was known; silence replaces nothing.
 */
export async function letIn(tx: TenantTx, told: Told): Promise<{ visitor: KnownVisitor; token: string | null }> {
  const { claims, known } = told;
  const name = claims?.name || told.name;
  const email = (claims?.email || told.email).toLowerCase();
  const phone = (claims?.phone || told.phone).replace(/\D/g, '');
  const fresh = {
    language: told.language,
    timeZone: told.timeZone,
    pageUrl: told.pageUrl,
    address: told.address,
    userAgent: told.userAgent.slice(0, 300),
    answers: JSON.stringify(told.answers),
  };
  const update = sql`name = coalesce(nullif(${name}, ''), chat_visitor.name), email = coalesce(nullif(${email}, ''), chat_visitor.email), phone = coalesce(nullif(${phone}, ''), chat_visitor.phone),
    language = ${fresh.language}, time_zone = coalesce(nullif(${fresh.timeZone}, ''), chat_visitor.time_zone), page_url = coalesce(nullif(${fresh.pageUrl}, ''), chat_visitor.page_url), address = ${fresh.address}, user_agent = ${fresh.userAgent}, answers = chat_visitor.answers || ${fresh.answers}::jsonb, customer_id = coalesce(chat_visitor.customer_id, ${told.customerId}), seen_at = now()`;
  const returning = sql`returning id, tenant_id, channel_id, name, email, language`;
  if (known) {
    const { rows } =
      await sql<VisitorRow>`update chat_visitor set ${update} where id = ${known.visitorId} and (${claims === null} or external_id = ${claims?.id ?? ''}) ${returning}`.execute(
        tx.as(),
      );
    // Somebody else signed in at the host site on this device: the old token is not theirs.
    if (rows[0]) return { visitor: knownOf(rows[0]), token: null };
  }
  const { rows } = await sql<VisitorRow>`
    insert into chat_visitor (channel_id, external_id, customer_id, name, email, phone, language, time_zone, answers, page_url, address, user_agent)
    values (${told.channelId}, ${claims?.id ?? null}, ${told.customerId}, ${name}, ${email}, ${phone}, ${fresh.language}, ${fresh.timeZone}, ${fresh.answers}::jsonb, ${fresh.pageUrl}, ${fresh.address}, ${fresh.userAgent})
    on conflict (tenant_id, channel_id, external_id) where external_id is not null do update set ${update}
    ${returning}`.execute(tx.as());
  const visitor = knownOf(rows[0]!);
  const token = randomBytes(32).toString('base64url');
  await sql`insert into chat_visitor_device (token_hash, visitor_id) values (${hashOf(token)}, ${visitor.visitorId})`.execute(
    tx.as(),
  );
  return { visitor, token };
}
