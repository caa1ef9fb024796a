import { sql } from 'kysely';
import { isDuplicate, type TenantTx, type Tx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';

export interface NewTenant {
  name: string;
  company?: string;
  companyDomain?: string | null;
  language: Language;
  timeZone?: string | null;
}

/** A tenant without people. `createBuiltInRoles` belongs to it. */
export async function createTenant(
  tx: Tx,
  { name, company = name, companyDomain = null, language, timeZone }: NewTenant,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into tenant (name, company, company_domain, default_language, default_zone)
    values (${name}, ${company}, ${companyDomain}, ${language}, ${timeZone ?? 'UTC'}) returning id`.execute(tx.as());
  return rows[0]!.id;
}

export interface NewPerson {
  email: string;
  /** Of `openPasswords().hash`. */
  passwordHash: string;
  phone?: string | null;
  language: Language;
  /** IANA name; null until chosen. */
  timeZone?: string | null;
}

/** A person who belongs to no tenant yet. Throws `emailTaken`. */
export async function createPerson(
  tx: Tx,
  { email, passwordHash, phone = null, language, timeZone = null }: NewPerson,
): Promise<number> {
  try {
    const { rows } = await sql<{ id: number }>`
      insert into user_account (email, phone, password_hash, language, time_zone)
      values (${email.toLowerCase()}, ${phone}, ${passwordHash}, ${language}, ${timeZone}) returning id`.execute(
      tx.as(),
    );
    return rows[0]!.id;
  } catch (thrown) {
    throw isDuplicate(thrown, 'user_account_email') ? new Failure('emailTaken') : thrown;
  }
}

export interface NewMember {
  tenantId: number;
  userId: number;
  nickName: string;
  isOwner?: boolean;
  textSeat?: boolean;
  voiceSeat?: boolean;
  /** At most one counts per system; those of other tenants do not. */
  roleIds: readonly number[];
}

/** Gives a person a place in a tenant. Whoever has one keeps it as it is. */
export async function addMember(
  tx: Tx,
  { tenantId, userId, nickName, isOwner = false, textSeat = false, voiceSeat = false, roleIds }: NewMember,
): Promise<void> {
  const { rows } = await sql`
    insert into member (tenant_id, user_id, nick_name, is_owner, text_seat, voice_seat)
    values (${tenantId}, ${userId}, ${nickName}, ${isOwner}, ${textSeat}, ${voiceSeat})
    on conflict do nothing returning 1`.execute(tx.as());
  if (rows.length === 0) return;
  await sql`
    insert into member_role (tenant_id, user_id, system_id, role_id)
    select tenant_id, ${userId}, system_id, id from role where tenant_id = ${tenantId} and id = any(${roleIds}) order by id
    on conflict do nothing`.execute(tx.as());
}

/** Names of people of the tenant, for features that show who did something. Who has left is not in the answer. */
export async function peopleByIds(tx: TenantTx, ids: Iterable<number>): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{
    user_id: number;
    nick_name: string;
  }>`select user_id, nick_name from member where user_id = any(${wanted})`.execute(tx.as());
  return new Map(rows.map((row) => [row.user_id, row.nick_name]));
}

/** The telephone a person proved to be theirs and bound to their account; null without one. */
export async function boundPhone(tx: Tx, userId: number): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`select phone from user_account where id = ${userId}`.execute(
    tx.as(),
  );
  return rows[0]?.phone ?? null;
}

/** Where somebody's letters go. */
export async function mailAddress(tx: Tx, userId: number): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`select email from user_account where id = ${userId}`.execute(tx.as());
  return rows[0]?.email ?? null;
}
