import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { languageFor } from '#shared/languages.ts';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Identity, Origin } from '../http/caller.ts';

/**
 * Sign-ins. Rules:
 * 1. A token is random and opaque; the database keeps its hash only.
 * 2. Use slides the expiry, written down at most once a minute.
 * 3. An end is heard by every process at once, and by this one before the call is answered: cached identities go, open sockets close.
 * 4. An identity is cached for a minute at most, so that even a lost notification heals.
 */
export interface Sessions {
  open(
    tx: Tx,
    who: { userId: number; tenantId: number; systemId?: number },
    origin: Origin,
    deviceId?: string,
  ): Promise<{ token: string; sessionId: number }>;
  /** Null when the session ended, expired, or its member may no longer come in. */
  identify(token: string, options?: { renew?: boolean }): Promise<Identity | null>;
  /** Ends sessions inside a transaction; heard when it commits. */
  end(tx: Tx, which: { sessionId: number } | { userId: number; except?: number }): Promise<number>;
  /** Something about the user changed (role, name, language): read it anew. */
  changed(tx: Tx, which: { userId: number } | { tenantId: number }): Promise<void>;
  /** A pass for a socket or a download: one use, 30 s. */
  issueTicket(sessionId: number, purpose: string): Promise<string>;
  redeemTicket(ticket: string, purpose: string): Promise<Identity | null>;
  /** A pass for one address that an element of the page fetches itself, perhaps in parts: many uses, until it expires or the session ends. */
  issuePass(sessionId: number, path: string, forSec: number): Promise<string>;
  honourPass(pass: string, path: string): Promise<Identity | null>;
  /** The identity of a session that is already known to be good; null once it is not. */
  identityOf(sessionId: number): Promise<Identity | null>;
  onEnded(listener: (sessionId: number) => void): () => void;
  /** Somebody's identity changed; `{}` means anybody's may have, after the line to the database was cut. */
  onChanged(listener: (which: { userId?: number; tenantId?: number }) => void): () => void;
  start(): Promise<void>;
  stop(): void;
}

export const SESSION_IDLE_MS = 24 * 3_600_000;
const WRITE_USE_EVERY_MS = 60_000;
const TRUST_CACHE_MS = 60_000;
const TICKET_SEC = 30;
const MAX_CACHED = 50_000;
const MAX_REMEMBERED_ENDS = 10_000;

interface Cached {
  identity: Identity;
  readMs: number;
  usedMs: number;
  expiresMs: number;
}

/** No ticket for a socket has such a purpose: what is good once must not be good many times. */
const passFor = (path: string): string => `pass ${path}`;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export function openSessions(db: Db, clock: Clock): Sessions {
  // By the token itself: hashing it again on every call would cost more than the rest of the check.
  const cache = new Map<string, Cached>();
  const endListeners = new Set<(sessionId: number) => void>();
  const changeListeners = new Set<(which: { userId?: number; tenantId?: number }) => void>();
  let stopListening = (): void => {};
  /** Counts what was heard: an identity read meanwhile may be old and is not kept. */
  let changes = 0;
  const ended = new Set<number>();

  function heard(payload: string): void {
    changes += 1;
    if (payload === '') {
      // The line to the database was cut: what was said meanwhile is unknown.
      cache.clear();
      for (const listener of changeListeners) listener({});
      return;
    }
    const [what, id] = payload.split(':') as [string, string];
    for (const [key, { identity }] of cache) {
      const gone =
        what === 'ended'
          ? identity.sessionId === Number(id)
          : what === 'user'
            ? identity.userId === Number(id)
            : identity.tenantId === Number(id);
      if (gone) cache.delete(key);
    }
    if (what === 'ended') told(Number(id));
    else
      for (const listener of changeListeners)
        listener(what === 'user' ? { userId: Number(id) } : { tenantId: Number(id) });
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
      identityQuery(hash).execute(tx.as()),
    );
    return rows[0] ? identityOf(rows[0]) : null;
  }

  async function issue(sessionId: number, purpose: string, forSec: number): Promise<string> {
    const ticket = randomBytes(24).toString('base64url');
    await db.everyTenant('sessions belong to people', (tx) =>
      sql`
        with over as (delete from ticket where session_id = ${sessionId} and expires_at <= now())
        insert into ticket (hash, session_id, purpose, expires_at) values (${hashToken(ticket)}, ${sessionId}, ${purpose}, now() + ${forSec} * interval '1 s')`.execute(
        tx.as(),
      ),
    );
    return ticket;
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

    async identify(token, { renew = true } = {}) {
      const nowMs = clock.nowMs();
      let found = cache.get(token);
      if (!found || nowMs - found.readMs > TRUST_CACHE_MS) {
        const changesBefore = changes;
        const fresh = await read(hashToken(token));
        if (!fresh) {
          cache.delete(token);
          return null;
        }
        found = { ...fresh, readMs: nowMs, usedMs: found?.usedMs ?? 0 };
        if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
        if (changes === changesBefore) cache.set(token, found);
        else cache.delete(token);
      }
      if (found.expiresMs <= nowMs) {
        cache.delete(token);
        return null;
      }
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

    issueTicket: (sessionId, purpose) => issue(sessionId, purpose, TICKET_SEC),
    issuePass: (sessionId, path, forSec) => issue(sessionId, passFor(path), forSec),

    async honourPass(pass, path) {
      const { rows } = await db.everyTenant('a pass alone does not tell the tenant', (tx) =>
        sql<IdentityRow>`${selectIdentity(sql`s.id = (select session_id from ticket where hash = ${hashToken(pass)} and purpose = ${passFor(path)} and expires_at > now())`)}`.execute(
          tx.as(),
        ),
      );
      return rows[0] ? identityOf(rows[0]).identity : null;
    },

    async redeemTicket(ticket, purpose) {
      const { rows } = await db.everyTenant('a ticket alone does not tell the tenant', (tx) =>
        sql<IdentityRow>`
          with used as (delete from ticket where hash = ${hashToken(ticket)} and purpose = ${purpose} and expires_at > now() returning session_id)
          ${selectIdentity(sql`s.id = (select session_id from used)`)}`.execute(tx.as()),
      );
      return rows[0] ? identityOf(rows[0]).identity : null;
    },

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

interface IdentityRow {
  session_id: number;
  tenant_id: number;
  user_id: number;
  nick_name: string;
  is_owner: boolean;
  functions: string[];
  need_desensitize: boolean;
  language: string;
  time_zone: string | null;
  system_id: number;
  text_seat: boolean;
  voice_seat: boolean;
  expires_ms: number;
}

const selectIdentity = (where: ReturnType<typeof sql>) => sql`
  select s.id session_id, s.tenant_id, s.user_id, s.system_id, m.nick_name, m.is_owner, m.text_seat, m.voice_seat, u.language, u.time_zone,
    (extract(epoch from s.expires_at) * 1000)::float8 expires_ms,
    coalesce((select array_agg(distinct f) from member_role mr join role r on r.id = mr.role_id, unnest(r.functions) f
      where mr.tenant_id = s.tenant_id and mr.user_id = s.user_id), '{}') functions,
    coalesce((select bool_or(r.need_desensitize) from member_role mr join role r on r.id = mr.role_id
      where mr.tenant_id = s.tenant_id and mr.user_id = s.user_id), false) need_desensitize
  from session s
    join member m on m.tenant_id = s.tenant_id and m.user_id = s.user_id and m.enabled
    join user_account u on u.id = s.user_id
  where s.ended_at is null and s.expires_at > now() and ${where}`;

const identityQuery = (hash: Buffer) => sql<IdentityRow>`${selectIdentity(sql`s.token_hash = ${hash}`)}`;

const identityOf = (row: IdentityRow): { identity: Identity; expiresMs: number } => ({
  expiresMs: row.expires_ms,
  identity: {
    sessionId: row.session_id,
    tenantId: row.tenant_id,
    userId: row.user_id,
    name: row.nick_name,
    isOwner: row.is_owner,
    functions: new Set(row.functions),
    needsMasking: row.need_desensitize,
    language: languageFor([row.language]),
    timeZone: row.time_zone,
    systemId: row.system_id,
    textSeat: row.text_seat,
    voiceSeat: row.voice_seat,
  },
});
