import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { SESSION_IDLE_MS } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { accountApi } from '../contract.ts';
import { isCompanySession } from './company-sign-in.ts';

interface SessionRow {
  id: number;
  tenant_name: string;
  address: string;
  user_agent: string;
  created_at: string;
  last_seen_at: string;
  ends_at: string;
}

type SessionHandlers = Pick<
  Handlers<typeof accountApi>,
  'sessions' | 'sessionRules' | 'endSession' | 'endOtherSessions' | 'ticket'
>;

/** Where a person is signed in, and how to end it there. */
export function ownSessionHandlers({ db, sessions }: Pick<World, 'db' | 'sessions'>): SessionHandlers {
  return {
    async sessions({ userId, sessionId }) {
      const { rows } = await db.everyTenant('a person may be signed in to several tenants', async (tx) =>
        sql<SessionRow>`
          select s.id, t.name tenant_name, s.address, s.user_agent, s.created_at, s.last_seen_at, ${sessions.endOf} ends_at from session s join tenant t on t.id = s.tenant_id
          where s.user_id = ${userId} and s.ended_at is null and s.expires_at > now() and ${sessions.endOf} > now() and ${await inReach(tx, sessionId)}
          order by (s.id = ${sessionId}) desc, s.last_seen_at desc, s.id desc limit 200`.execute(tx.as()),
      );
      return rows.map((row) => ({
        id: row.id,
        current: row.id === sessionId,
        tenantName: row.tenant_name,
        address: row.address,
        userAgent: row.user_agent,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        endsAt: row.ends_at,
      }));
    },

    sessionRules: async ({ tenantId }) => ({
      idleHours: SESSION_IDLE_MS / 3_600_000,
      ...(await sessions.rulesOf(tenantId)),
    }),

    async endSession({ userId, sessionId, operation }, { id }) {
      operation.note(id);
      await db.everyTenant('a person may be signed in to several tenants', async (tx) => {
        const { rows } =
          await sql`select 1 from session s where id = ${id} and user_id = ${userId} and ended_at is null and ${await inReach(tx, sessionId)}`.execute(
            tx.as(),
          );
        if (rows.length === 0) throw new Failure('notFound');
        await sessions.end(tx, { sessionId: id });
      });
      return null;
    },

    endOtherSessions: ({ userId, sessionId }) =>
      db.everyTenant('a person may be signed in to several tenants', async (tx) => {
        if (!(await isCompanySession(tx, sessionId)))
          return { ended: await sessions.end(tx, { userId, except: sessionId }) };
        const { rows } = await sql<{
          id: number;
        }>`select id from session s where user_id = ${userId} and id <> ${sessionId} and ended_at is null and ${await inReach(tx, sessionId)}`.execute(
          tx.as(),
        );
        for (const { id } of rows) await sessions.end(tx, { sessionId: id });
        return { ended: rows.length };
      }),

    ticket: async ({ sessionId }, { purpose }) => ({ ticket: await sessions.issueTicket(sessionId, purpose) }),
  };
}

/** Sessions `s` that may be seen from this one: all of the person, or those of its tenant where a company opened it. */
const inReach = async (tx: Tx, sessionId: number) =>
  (await isCompanySession(tx, sessionId))
    ? sql`s.tenant_id = (select tenant_id from session where id = ${sessionId})`
    : sql`true`;
