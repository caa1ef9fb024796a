import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import type { Identity } from '../http/caller.ts';
import { IdentityCache } from './identity-cache.ts';
import { identityOf, selectIdentity, type IdentityRow } from './identity-row.ts';
import { hashToken, SESSION_IDLE_MS, type Sessions } from './sessions.ts';
import { openTokenGuard } from './open-token-guard.ts';
import { ticketsOf } from './tickets.ts';

const WRITE_USE_EVERY_MS = 60_000;
const MAX_REMEMBERED_ENDS = 10_000;

export function openSessions(db: Db, clock: Clock): Sessions {
  const guard = openTokenGuard(clock);
  const cache = new IdentityCache((token, address) =>
    address === undefined ? read(hashToken(token)) : guard.ask(token, address, () => read(hashToken(token))),
  );
  const endListeners = new Set<(sessionId: number) => void>();
  const changeListeners = new Set<(which: { userId?: number; tenantId?: number }) => void>();
  let stopListening = (): void => {};
  const ended = new Set<number>();

  function heard(payload: string): void {
    if (!payload.startsWith('ended:')) guard.forget();
    if (payload === '') {
      // The line to the database was cut: what was said meanwhile is unknown.
      cache.forget(() => true);
      for (const listener of changeListeners) listener({});
      return;
    }
    const [what, digits] = payload.split(':') as [string, string];
    const id = Number(digits);
    cache.forget(
      ({ sessionId, userId, tenantId }) => (what === 'ended' ? sessionId : what === 'user' ? userId : tenantId) === id,
    );
    if (what === 'ended') told(id);
    else for (const listener of changeListeners) listener(what === 'user' ? { userId: id } : { tenantId: id });
  }

  /** Said twice where it happened: by the transaction itself, and by the database like everywhere. */
  function told(sessionId: number): void {
    if (ended.has(sessionId)) return;
    ended.add(sessionId);
    if (ended.size > MAX_REMEMBERED_ENDS) ended.delete(ended.values().next().value!);
    for (const listener of endListeners) listener(sessionId);
  }

  async function read(hash: Buffer): Promise<{ identity: Identity; expiresMs: number } | null> {
    const { rows } = await db.everyTenant('a token alone does not tell the tenant', (tx) =>
      sql<IdentityRow>`${selectIdentity(sql`s.token_hash = ${hash}`)}`.execute(tx.as()),
    );
    return rows[0] ? identityOf(rows[0]) : null;
  }

  return {
    async open(tx, { userId, tenantId, systemId }, origin, deviceId = '') {
      const token = randomBytes(32).toString('base64url');
      const { rows } = await sql<{ id: number }>`
        insert into session (tenant_id, user_id, token_hash, expires_at, address, user_agent, device_id, system_id)
        values (${tenantId}, ${userId}, ${hashToken(token)}, now() + ${SESSION_IDLE_MS} * interval '1 ms', ${origin.address}, ${origin.userAgent.slice(0, 300)}, ${deviceId.slice(0, 100)}, ${systemId ?? 5})
        returning id`.execute(tx.as());
      return { token, sessionId: rows[0]!.id };
    },

    async identify(token, { renew = true, address } = {}) {
      const nowMs = clock.nowMs();
      const found = await cache.find(token, nowMs, address);
      if (!found) return null;
      if (renew && nowMs - found.usedMs > WRITE_USE_EVERY_MS) {
        found.usedMs = nowMs;
        found.expiresMs = nowMs + SESSION_IDLE_MS;
        const { sessionId } = found.identity;
        await db.everyTenant('sessions belong to people', (tx) =>
          sql`update session set last_seen_at = now(), expires_at = now() + ${SESSION_IDLE_MS} * interval '1 ms' where id = ${sessionId} and ended_at is null`.execute(
            tx.as(),
          ),
        );
      }
      return found.identity;
    },

    async end(tx, which) {
      const chosen =
        'sessionId' in which
          ? sql`id = ${which.sessionId}`
          : sql`user_id = ${which.userId} and id <> ${which.except ?? 0}`;
      const { rows } = await sql<{ id: number }>`
        with ended as (update session set ended_at = now() where ended_at is null and ${chosen} returning id)
        select id, pg_notify('session', 'ended:' || id) from ended`.execute(tx.as());
      tx.afterCommit(() => rows.forEach(({ id }) => heard(`ended:${id}`)));
      return rows.length;
    },

    async changed(tx, which) {
      const payload = 'userId' in which ? `user:${which.userId}` : `tenant:${which.tenantId}`;
      await sql`select pg_notify('session', ${payload})`.execute(tx.as());
      tx.afterCommit(() => heard(payload));
    },

    ...ticketsOf(db),
    guard,

    async identityOf(sessionId) {
      const { rows } = await db.everyTenant('a socket outlives its request', (tx) =>
        sql<IdentityRow>`${selectIdentity(sql`s.id = ${sessionId}`)}`.execute(tx.as()),
      );
      return rows[0] ? identityOf(rows[0]).identity : null;
    },

    onEnded(listener) {
      endListeners.add(listener);
      return () => void endListeners.delete(listener);
    },
    onChanged(listener) {
      changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
    async start() {
      stopListening = await db.listen('session', heard);
    },
    stop: () => stopListening(),
  };
}
