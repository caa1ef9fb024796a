import { sql } from 'kysely';
import type { ListedPrice } from '#core/money/choose-price.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Db, Tx } from '#platform/server/db/db.ts';
import type { Caller, Identity, Origin } from '#platform/server/http/caller.ts';
import { Operation } from '#platform/server/http/operation.ts';
import { makeOperator } from '#platform/server/operators.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import type { Language } from '#shared/languages.ts';

/** Counts within one process; the database adds its own ids, so names never collide within a file. */
let made = 0;

/** A new tenant; answers its id. */
export async function aTenant(
  db: Db,
  { name = `Aurora Travel ${(made += 1)}` }: { name?: string } = {},
): Promise<number> {
  return db.everyTenant('a new tenant', async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into tenant (name, company) values (${name}, ${name}) returning id`.execute(tx.as());
    return rows[0]!.id;
  });
}

/** A price list, in force unless it begins later; answers its id. */
export async function aPriceList(
  db: Db,
  {
    tenantId = null,
    currency = 'USD',
    name = 'Prices',
    beginsInSec = -3_600,
  }: { tenantId?: number | null; currency?: string; name?: string; beginsInSec?: number },
  prices: readonly (Pick<ListedPrice, 'service' | 'priceE4'> & Partial<ListedPrice>)[] = [],
): Promise<number> {
  return db.everyTenant('a price list', async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into price_list (tenant_id, name, currency, begins_at)
      values (${tenantId}, ${name}, ${currency}, now() + ${beginsInSec} * interval '1 s') returning id`.execute(
      tx.as(),
    );
    const { id } = rows[0]!;
    for (const price of prices) {
      const { service, kind = '', variant = '', country = '', prefix = '', priceE4, setupE4 = 0 } = price;
      await sql`insert into price_row (list_id, service, kind, variant, country, prefix, first_sec, next_sec, setup_e4, price_e4)
        values (${id}, ${service}, ${kind}, ${variant}, ${country}, ${prefix}, ${price.firstSec ?? 60}, ${price.nextSec ?? 60}, ${setupE4}, ${priceE4})`.execute(
        tx.as(),
      );
    }
    return id;
  });
}

/** A sound of the team, without its bytes; answers its id. */
export const aSoundOf = (db: Db, tenantId: number, name: string): Promise<number> =>
  db.everyTenant('a sound', async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with kept as (
        insert into stored_file (tenant_id, key, name, media_type, bytes, purpose)
        values (${tenantId}, ${`${tenantId}-${name}`}, 'sound.wav', 'audio/wav', 0, 'sound') returning id
      )
      insert into sound (tenant_id, name, file_id, duration_ms) select ${tenantId}, ${name}, id, 1000 from kept returning id`.execute(
      tx.as(),
    );
    return rows[0]!.id;
  });

export interface MemberWishes {
  name?: string;
  email?: string;
  /** As the database keeps it; nobody can sign in with the default one. */
  passwordHash?: string;
  isOwner?: boolean;
  /** Function keys; a role of this member alone carries them. */
  functions?: string[];
  needsMasking?: boolean;
  textSeat?: boolean;
  voiceSeat?: boolean;
  language?: Language;
  timeZone?: string | null;
}

export interface Member {
  tenantId: number;
  userId: number;
  email: string;
  /** Of an open session: the header is `authorization: Bearer <token>`. */
  token: string;
  sessionId: number;
  identity: Identity;
  /** What a handler is given. `what` names the entry a write leaves in the operation log. */
  caller(what?: { module: string; action: string }): Caller;
}

/** A person of the tenant who is signed in. */
export async function aMember(db: Db, tenantId: number, wishes: MemberWishes = {}): Promise<Member> {
  const number = (made += 1);
  const {
    name = `Ana ${number}`,
    email = `ana.${number}.${tenantId}@aurora.example`,
    passwordHash = '!',
    isOwner = false,
    functions = [],
    needsMasking = false,
    textSeat = false,
    voiceSeat = false,
    language = 'en-US',
    timeZone = null,
  } = wishes;
  return db.everyTenant('a new member', async (tx) => {
    const rows = tx.as<never>();
    const { rows: users } = await sql<{ id: number }>`
      insert into user_account (email, password_hash, language, time_zone) values (${email}, ${passwordHash}, ${language}, ${timeZone}) returning id`.execute(
      rows,
    );
    const userId = users[0]!.id;
    await sql`insert into member (tenant_id, user_id, nick_name, is_owner, text_seat, voice_seat)
      values (${tenantId}, ${userId}, ${name}, ${isOwner}, ${textSeat}, ${voiceSeat})`.execute(rows);
    if (functions.length > 0 || needsMasking)
      await giveRole(tx, { tenantId, userId, functions, needsMasking, name: `Role of ${name}` });
    const { token, sessionId } = await signIns(db).open(tx, { userId, tenantId }, anOrigin());
    const identity: Identity = {
      sessionId,
      tenantId,
      userId,
      name,
      isOwner,
      functions: new Set(functions),
      needsMasking,
      language,
      timeZone,
      systemId: DEFAULT_SYSTEM,
      textSeat,
      voiceSeat,
      provenMs: systemClock.nowMs(),
    };
    return { tenantId, userId, email, token, sessionId, identity, caller: (what) => aCaller(identity, what) };
  });
}

/** Another sign-in of the same person. */
export const aSession = (
  db: Db,
  { userId, tenantId }: Pick<Member, 'userId' | 'tenantId'>,
): Promise<{ token: string; sessionId: number }> =>
  db.everyTenant('a sign-in', (tx) => signIns(db).open(tx, { userId, tenantId }, anOrigin()));

/** Somebody who runs the installation, signed in and with the second factor shown. */
export async function anOperator(db: Db, wishes: MemberWishes = {}): Promise<Member> {
  const member = await aMember(db, await aTenant(db, { name: 'The operator’s company' }), {
    name: 'Olivia',
    ...wishes,
  });
  await db.everyTenant('an operator', async (tx) => {
    await makeOperator(tx, member.userId);
    await sql`update session set factor_at = now() where id = ${member.sessionId}`.execute(tx.as());
  });
  return member;
}

export function aCaller(identity: Identity, what: { module: string; action: string } | null = null): Caller {
  const origin = anOrigin();
  const { tenantId, userId, name } = identity;
  return {
    ...identity,
    origin,
    operation: new Operation(what, { tenantId, userId, name, address: origin.address, requestId: origin.requestId }),
  };
}

/** Lets in people of the demo too; whether a server does is its own affair. */
const signIns = (db: Db) => openSessions(db, systemClock, { demo: true });

const DEFAULT_SYSTEM = 5;

const anOrigin = (): Origin => ({ requestId: `test-${(made += 1)}`, address: '192.0.2.1', userAgent: 'test' });

async function giveRole(
  tx: Tx,
  {
    tenantId,
    userId,
    functions,
    needsMasking,
    name,
  }: { tenantId: number; userId: number; functions: string[]; needsMasking: boolean; name: string },
): Promise<void> {
  const rows = tx.as<never>();
  const { rows: roles } = await sql<{ id: number }>`
    insert into role (tenant_id, name, system_id, functions, need_desensitize)
    values (${tenantId}, ${name}, ${DEFAULT_SYSTEM}, ${functions}, ${needsMasking}) returning id`.execute(rows);
  await sql`insert into member_role (tenant_id, user_id, system_id, role_id) values (${tenantId}, ${userId}, ${DEFAULT_SYSTEM}, ${roles[0]!.id})`.execute(
    rows,
  );
}
