import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/db.ts';
import { IdentityCache } from './identity-cache.ts';
import { Failure, failureRow } from '#shared/errors.ts';
import { refuseClosedDemo } from '../demo-tenants.ts';
import { refuseInactive, refuseStopped } from '../tenant-state.ts';
import {
  endOfSession,
  identityBySession,
  identityOf,
  openIdentity,
  selectIdentity,
  type IdentityRow,
  type KnownIdentity,
} from './identity-row.ts';
import {
  hashToken,
  SESSION_DAYS_SETTING,
  SESSION_IDLE_MS,
  SESSION_LONGEST_DAYS,
  SESSIONS_PER_PERSON,
  type SessionRules,
  type Sessions,
} from './sessions.ts';
import { refuseForeign, refuseForeignSignIn } from './allowed-networks.ts';
import { openForeignLog } from './foreign-log.ts';
import { openTokenGuard } from './open-token-guard.ts';
import { sessionNews } from './session-news.ts';
import { ticketsOf } from './tickets.ts';

const WRITE_USE_EVERY_MS = 60_000;

export function openSessions(
  db: Db,
  clock: Clock,
  { demo = false, longestDays = SESSION_LONGEST_DAYS, mostPerPerson = SESSIONS_PER_PERSON }: SessionRules = {},
): Sessions {
  const guard = openTokenGuard(clock);
  const byId = identityBySession(longestDays);
  const cache = new IdentityCache((token, address) =>
    address === undefined ? read(hashToken(token)) : guard.ask(token, address, () => read(hashToken(token))),
  );
  const { onPayload, onEnded, onChanged } = sessionNews(cache, guard);
  let stopListening = (): void => {};

  const read = (hash: Buffer): Promise<KnownIdentity | null> =>
    db.everyTenant('a token alone does not tell the tenant', async (tx) => {
      const { rows } = await sql<IdentityRow>`${selectIdentity(longestDays, sql`s.token_hash = ${hash}`)}`.execute(
        tx.as(),
      );
      const [row] = rows;
      if (row?.is_demo && !demo) throw new Failure('demoClosed');
      if (row?.is_active) return identityOf(row);
      // Whoever was signed out because the tenant stands still learns why.
      await refuseStopped(tx, hash);
      return null;
    });

  async function endWhere(tx: Tx, chosen: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      with ended as (update session set ended_at = now() where ended_at is null and ${chosen} returning id)
      select id, pg_notify('session', 'ended:' || id) from ended`.execute(tx.as());
    tx.afterCommit(() => rows.forEach(({ id }) => onPayload(`ended:${id}`)));
    return rows.length;
  }

  const changed: Sessions['changed'] = async (tx, which) => {
    const payload = 'userId' in which ? `user:${which.userId}` : `tenant:${which.tenantId}`;
    await sql`select pg_notify('session', ${payload})`.execute(tx.as());
    tx.afterCommit(() => onPayload(payload));
  };

  /** Whoever signs in once more than a person may be signed in is signed out where it was longest ago. */
  const endOldest = (tx: Tx, userId: number): Promise<number> =>
    endWhere(
      tx,
      sql`id in (select id from session where user_id = ${userId} and ended_at is null and expires_at > now() order by last_seen_at desc, id desc offset ${mostPerPerson})`,
    );

  return {
    async open(
      tx,
      { userId, tenantId, systemId, provenMs = clock.nowMs(), showsFactor = false, factorMs = provenMs, helpId },
      origin,
      deviceId = '',
    ) {
      await refuseClosedDemo(tx, tenantId, demo);
      await refuseInactive(tx, tenantId);
      if (helpId === undefined) await refuseForeignSignIn(tx, { tenantId, userId, showsFactor }, origin.address);
      const token = randomBytes(32).toString('base64url');
      const { rows } = await sql<{ id: number }>`
        insert into session (tenant_id, user_id, token_hash, expires_at, address, user_agent, device_id, system_id, proven_at, factor_at, help_id)
        values (${tenantId}, ${userId}, ${hashToken(token)}, now() + ${SESSION_IDLE_MS} * interval '1 ms', ${origin.address}, ${origin.userAgent.slice(0, 300)}, ${deviceId.slice(0, 100)}, ${systemId ?? 5}, ${new Date(provenMs)}, ${showsFactor ? new Date(factorMs) : null}, ${helpId ?? null})
        returning id`.execute(tx.as());
      await endOldest(tx, userId);
      return { token, sessionId: rows[0]!.id };
    },

    async identify(token, { renew = true, address } = {}) {
      const nowMs = clock.nowMs();
      const found = await cache.find(token, nowMs, address);
      if (!found) return null;
      if (address !== undefined) refuseForeign(found.identity, address);
      if (renew && nowMs - found.usedMs > WRITE_USE_EVERY_MS) {
        found.usedMs = nowMs;
        found.expiresMs = Math.min(nowMs + SESSION_IDLE_MS, found.endsMs);
        await writeUse(db, found.identity.sessionId, found.endsMs);
      }
      return found.identity;
    },

    known: knownIn(cache, clock),

    end: (tx, which) => endWhere(tx, meant(which)),

    changed,

    async prove(tx, { sessionId, userId, showsFactor = false }) {
      const now = new Date(clock.nowMs());
      await sql`update session set proven_at = ${now}, factor_at = case when ${showsFactor} then ${now}::timestamptz else factor_at end
        where id = ${sessionId}`.execute(tx.as());
      await changed(tx, { userId });
    },

    ...ticketsOf(db, { demo, longestDays }),
    guard,
    noteForeign: openForeignLog(db, clock, failureRow('networkNotAllowed').code),

    async identityOf(sessionId) {
      const { rows } = await db.everyTenant('a socket outlives its request', (tx) => byId(sessionId).execute(tx.as()));
      return openIdentity(rows, demo);
    },

    endOf: endOfSession(longestDays),

    rulesOf: async (tenantId) => ({
      longestDays: Math.min(longestDays, (await daysWished(db, tenantId)) ?? longestDays),
      mostPerPerson,
    }),

    onEnded,
    onChanged,
    async start() {
      stopListening = await db.listen('session', onPayload);
    },
    stop: () => stopListening(),
  };
}

/** Rule 2. */
const writeUse = (db: Db, sessionId: number, endsMs: number): Promise<unknown> =>
  db.everyTenant('sessions belong to people', (tx) =>
    sql`update session set last_seen_at = now(), expires_at = least(now() + ${SESSION_IDLE_MS} * interval '1 ms', ${new Date(endsMs)}) where id = ${sessionId} and ended_at is null`.execute(
      tx.as(),
    ),
  );

/** What is at hand: neither read again nor due to be written. */
const knownIn =
  (cache: IdentityCache, clock: Clock): Sessions['known'] =>
  (token, { renew = true, address } = {}) => {
    const nowMs = clock.nowMs();
    const found = cache.atHand(token, nowMs);
    if (!found || (renew && nowMs - found.usedMs > WRITE_USE_EVERY_MS)) return undefined;
    if (address !== undefined) refuseForeign(found.identity, address);
    return found.identity;
  };

/** SQL: the sessions that are meant. */
function meant(which: Parameters<Sessions['end']>[1]): ReturnType<typeof sql> {
  if ('sessionId' in which) return sql`id = ${which.sessionId}`;
  if ('tenantId' in which) return sql`tenant_id = ${which.tenantId}`;
  if ('helpId' in which) return sql`help_id = ${which.helpId}`;
  return sql`user_id = ${which.userId} and id <> ${which.except ?? 0}`;
}

/** The days a tenant wants sign-ins to last at the longest; null where it says nothing. */
async function daysWished(db: Db, tenantId: number): Promise<number | null> {
  const { rows } = await db.everyTenant('sessions belong to people', (tx) =>
    sql<{ days: number | null }>`
      select nullif(value, '')::int days from tenant_setting where tenant_id = ${tenantId} and name = ${SESSION_DAYS_SETTING}`.execute(
      tx.as(),
    ),
  );
  return rows[0]?.days ?? null;
}
