import { sql } from 'kysely';
import { visitorAgain, visitorCame, type VisitorRow } from '#features/chat/chat/server/index.ts';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { languageFor, type Language } from '#shared/languages.ts';
import type { VisitorClaims } from './signed-identity.ts';
import { hashOf, isInUse, isToNote, newDevice } from './visitor-devices.ts';

/** Somebody who writes to us, proven by the token of their device. */
export interface KnownVisitor {
  tenantId: number;
  visitorId: number;
  channelId: number;
  name: string;
  email: string;
  language: Language;
}

const knownOf = (row: VisitorRow): KnownVisitor => ({
  tenantId: row.tenant_id,
  visitorId: row.id,
  channelId: row.channel_id,
  name: row.name,
  email: row.email,
  language: languageFor([row.language]),
});

/** Who holds this token; null: nobody, the token has ended, or the channel was switched off. */
export async function visitorOf(tx: Tx, token: string): Promise<KnownVisitor | null> {
  const { rows } = await sql<VisitorRow & { isToNote: boolean }>`
    select v.id, v.tenant_id, v.channel_id, v.name, v.email, v.language
      , ${isToNote} "isToNote"
    from chat_visitor_device d join chat_visitor v on v.id = d.visitor_id join chat_channel c on c.id = v.channel_id join tenant t on t.id = v.tenant_id and t.state = 'active'
    where d.token_hash = ${hashOf(token)} and ${isInUse} and c.enabled`.execute(tx.as());
  const row = rows[0];
  if (!row) return null;
  if (row.isToNote)
    await sql`update chat_visitor_device set used_at = now() where token_hash = ${hashOf(token)}`.execute(tx.as());
  return knownOf(row);
}

/** What a page tells of its visitor. */
export interface VisitorFacts {
  channelId: number;
  claims: VisitorClaims | null;
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
export async function letIn(
  tx: TenantTx,
  facts: VisitorFacts,
): Promise<{ visitor: KnownVisitor; token: string | null }> {
  const { claims, known } = facts;
  const name = claims?.name || facts.name;
  const email = (claims?.email || facts.email).toLowerCase();
  const phone = (claims?.phone || facts.phone).replace(/\D/g, '');
  const provenEmail = (claims?.email ?? '').toLowerCase();
  const details = { ...facts, provenEmail, name, email, phone, userAgent: facts.userAgent.slice(0, 300) };
  if (known) {
    const again = await visitorAgain(tx, known.visitorId, claims?.id ?? null, details);
    // Somebody else signed in at the host site on this device: the old token is not theirs.
    if (again) return { visitor: knownOf(again), token: null };
  }
  const visitor = knownOf(await visitorCame(tx, facts.channelId, claims?.id ?? null, details));
  return { visitor, token: await newDevice(tx, visitor.visitorId) };
}
