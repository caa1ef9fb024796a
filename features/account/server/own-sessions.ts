import { sql } from 'kysely';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { accountApi } from '../contract.ts';

interface SessionRow {
  id: number;
  tenant_name: string;
  address: string;
  user_agent: string;
  created_at: string;
  last_seen_at: string;
}

type SessionHandlers = Pick<Handlers<typeof accountApi>, 'sessions' | 'endSession' | 'endOtherSessions' | 'ticket'>;

/** Where a person is signed in, and how to end it there. */
export function ownSessionHandlers({ db, sessions }: Pick<World, 'db' | 'sessions'>): SessionHandlers {
  return {
    async sessions({ userId, sessionId }) {
      const { rows } = await db.everyTenant('a person may be signed in to several tenants', (tx) =>
        sql<SessionRow>`
          select s.id, t.name tenant_name, s.address, s.user_agent, s.created_at, s.last_seen_at from session s join tenant t on t.id = s.tenant_id
          where s.user_id = ${userId} and s.ended_at is null and s.expires_at > now()
          order by (s.id = ${sessionId}) desc, s.last_seen_at desc, s.id desc limit 200`.execute(tx.as()),
      );
      return rows.map((row) => ({
        id: row.id, current: row.id === sessionId, tenantName: row.tenant_name, address: row.address, userAgent: row.user_agent, createdAt: row.created_at, lastSeenAt: row.last_seen_at,
      }));
    },

    async endSession({ userId, operation }, { id }) {
      operation.note(id);
      await db.everyTenant('a person may be signed in to several tenants', async (tx) => {
        const { rows } = await sql`select 1 from session where id = ${id} and user_id = ${userId} and ended_at is null`.execute(tx.as());
        if (rows.length === 0) throw new Failure('notFound');
        await sessions.end(tx, { sessionId: id });
      });
      return null;
    },

    endOtherSessions: ({ userId, sessionId }) =>
      db.everyTenant('a person may be signed in to several tenants', async (tx) => ({ ended: await sessions.end(tx, { userId, except: sessionId }) })),

    ticket: async ({ sessionId }, { purpose }) => ({ ticket: await sessions.issueTicket(sessionId, purpose) }),
  };
}
