import { CloseCode } from '#shared/channel.ts';
import { isUnavailable, type Db } from '../db/db.ts';
import { mayUse, type Identity } from '../http/caller.ts';
import type { Log } from '../log.ts';
import { isForeign } from '../sessions/allowed-networks.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Connection } from './connection.ts';

const CHECK_EVERY_MS = 60_000;

interface WhoChanged {
  userId?: number;
  tenantId?: number;
}

/** What was heard while somebody was proving who they are. */
interface Meanwhile {
  ended: Set<number>;
  changes: WhoChanged[];
}

export interface SessionWatch {
  /** Runs a proof; a session that ended while it ran proves nothing. */
  during(prove: () => Promise<Identity | number>): Promise<Identity | number>;
  check(): Promise<void>;
  stop(): void;
}

/**
 * Keeps open sockets true to their sessions. Rules:
 * 1. A session that ends closes its sockets at once.
 * 2. Rights that change are changed in the open sockets too, also in one that was being opened; a socket its person may no longer
 *    have is closed.
 * 3. A socket from outside the networks its tenant names by now is closed.
 * 4. Every minute, and after the line to the database was cut, all are compared with the database: a session that
 *    expired, or whose end was not heard, is found.
 */
export function watchSessions(
  { db, sessions, log }: { db: Db; sessions: Sessions; log: Log },
  connections: ReadonlySet<Connection>,
): SessionWatch {
  const proving = new Set<Meanwhile>();

  function ended(sessionId: number): void {
    for (const meanwhile of proving) meanwhile.ended.add(sessionId);
    for (const connection of connections)
      if (connection.identity.sessionId === sessionId) connection.close(CloseCode.sessionEnded);
  }

  function changed(which: WhoChanged): void {
    const { userId, tenantId } = which;
    for (const meanwhile of proving) meanwhile.changes.push(which);
    if (userId === undefined && tenantId === undefined) void check();
    if (userId === undefined) void leaveInactive(tenantId);
    void renew((identity) => concerns(which, identity));
  }

  /** Guests have no session: theirs end when the tenant they visit stands still. */
  async function leaveInactive(tenantId: number | undefined): Promise<void> {
    const guests = [...connections].filter(
      ({ identity }) => identity.guest && (tenantId === undefined || identity.tenantId === tenantId),
    );
    if (guests.length === 0) return;
    try {
      const { rows } = await db.pool.query<{ id: number }>(
        `select id from tenant where id = any($1) and state <> 'active'`,
        [[...new Set(guests.map(({ identity }) => identity.tenantId))]],
      );
      const inactive = new Set(rows.map(({ id }) => id));
      for (const guest of guests) if (inactive.has(guest.identity.tenantId)) guest.close(CloseCode.sessionEnded);
    } catch (problem) {
      report(problem);
    }
  }

  async function check(): Promise<void> {
    try {
      const open = new Set(
        [...connections].filter(({ identity }) => !identity.guest).map(({ identity }) => identity.sessionId),
      );
      if (open.size === 0) return;
      const { rows } = await db.pool.query<{ id: number }>(
        `select s.id from session s join tenant t on t.id = s.tenant_id and t.state = 'active'
         where s.id = any($1) and s.ended_at is null and s.expires_at > now() and case when s.help_id is null
           then exists (select 1 from member m where m.tenant_id = s.tenant_id and m.user_id = s.user_id and m.enabled)
           else exists (select 1 from tenant_help h where h.id = s.help_id and h.ended_at is null and h.until > now()) end`,
        [[...open]],
      );
      for (const { id } of rows) open.delete(id);
      for (const sessionId of open) ended(sessionId);
    } catch (problem) {
      report(problem);
    }
  }

  async function renew(isMeant: (identity: Identity) => boolean): Promise<void> {
    const bySession = Map.groupBy(
      [...connections].filter(({ identity }) => !identity.guest && isMeant(identity)),
      ({ identity }) => identity.sessionId,
    );
    for (const [sessionId, known] of bySession) {
      try {
        const identity = await sessions.identityOf(sessionId);
        if (!identity) ended(sessionId);
        else for (const connection of known) if (connections.has(connection)) give(connection, identity);
      } catch (problem) {
        report(problem);
      }
    }
  }

  function report(problem: unknown): void {
    if (!isUnavailable(problem)) log.error({ err: problem }, 'sessions of sockets could not be checked');
  }

  const stopListeningToEnds = sessions.onEnded(ended);
  const stopListeningToChanges = sessions.onChanged(changed);
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  timer.unref();

  return {
    async during(prove) {
      const meanwhile: Meanwhile = { ended: new Set(), changes: [] };
      proving.add(meanwhile);
      try {
        const proof = await prove();
        if (typeof proof === 'number') return proof;
        if (meanwhile.ended.has(proof.sessionId)) return CloseCode.sessionEnded;
        // It may have been read before the change: once the socket is open it is read anew.
        if (meanwhile.changes.some((which) => concerns(which, proof)))
          setImmediate(() => void renew(({ sessionId }) => sessionId === proof.sessionId));
        return proof;
      } finally {
        proving.delete(meanwhile);
      }
    },
    check,
    stop() {
      clearInterval(timer);
      stopListeningToEnds();
      stopListeningToChanges();
    },
  };
}

const concerns = ({ userId, tenantId }: WhoChanged, identity: Identity): boolean =>
  (userId === undefined || identity.userId === userId) && (tenantId === undefined || identity.tenantId === tenantId);

function give(connection: Connection, identity: Identity): void {
  const { access } = connection.channel;
  connection.identity = identity;
  if (isForeign(identity, connection.from)) {
    connection.fail('networkNotAllowed');
    return connection.close(CloseCode.sessionEnded);
  }
  if (access !== 'signedIn' && !mayUse(identity, access)) {
    connection.fail('notAllowed');
    connection.close(CloseCode.notAllowed);
  }
}
