import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import { isDemoTenant } from '#platform/server/demo-tenants.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { refuseLosingOperator } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import type { accountApi } from '../contract.ts';
import { isCompanySession, refuseWithoutCompany } from './company-sign-in.ts';
import { writeEntry } from './entry.ts';
import { enter, holdPerson } from './entering.ts';
import { stepOf } from './second-step.ts';

interface TeamRow {
  tenant_id: number;
  name: string;
  company: string;
  role_name: string | null;
  is_owner: boolean;
}

type TeamHandlers = Pick<Handlers<typeof accountApi>, 'teams' | 'switchTeam' | 'leaveTeam'>;

/** The tenants of one person. A session always belongs to one of them: to see another is to sign in there. */
export function teamHandlers(world: Pick<World, 'db' | 'demo' | 'sessions'>): TeamHandlers {
  const { db, demo, sessions } = world;
  return {
    async teams({ userId, tenantId, sessionId, helpId }) {
      const { rows } = await db.everyTenant('a person belongs to several tenants', async (tx) => {
        const reachesOne = helpId !== undefined || (await isCompanySession(tx, sessionId));
        const onlyHere = reachesOne ? sql`and t.id = ${tenantId}` : sql``;
        return sql<TeamRow>`
          select t.id tenant_id, t.name, t.company, m.is_owner, r.name role_name from member m join tenant t on t.id = m.tenant_id
            left join member_role mr on mr.tenant_id = m.tenant_id and mr.user_id = m.user_id and mr.system_id = ${System.contactCentre}
            left join role r on r.id = mr.role_id
          where m.user_id = ${userId} and m.enabled and t.state = 'active' and (${demo} or not ${isDemoTenant(sql`t.id`)}) ${onlyHere} order by t.name, t.id`.execute(
          tx.as(),
        );
      });
      return rows.map((row) => ({
        tenantId: row.tenant_id,
        tenantName: row.name,
        company: row.company,
        roleName: row.role_name ?? '',
        isOwner: row.is_owner,
        current: row.tenant_id === tenantId,
      }));
    },

    switchTeam(caller, { tenantId }) {
      const { userId, sessionId, origin, operation, provenMs, factor, factorMs } = caller;
      operation.note(tenantId);
      // A password shown since then does not make the factor a fresh one.
      const shown = { provenMs, showsFactor: factor === 'shown', ...(factorMs !== undefined && { factorMs }) };
      return db.everyTenant('goes from one tenant to another', async (tx) => {
        await holdPerson(tx, userId);
        if (await isCompanySession(tx, sessionId)) throw new Failure('ssoElsewhere');
        const { rows } = await sql<{ device_id: string }>`
          select s.device_id from member m join session s on s.id = ${sessionId}
          where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.enabled and s.ended_at is null`.execute(
          tx.as(),
        );
        if (!rows[0]) throw new Failure('notInTeam');
        await refuseWithoutCompany(tx, { tenantId, userId });
        // Whoever has one showed it when they came; who has none can add one where they are.
        if ((await stepOf(tx, { tenantId, userId })) === 'enrolment') throw new Failure('secondFactorMissing');
        await sessions.end(tx, { sessionId });
        return enter(world, tx, { userId, tenantId, ...shown }, origin, rows[0].device_id);
      });
    },

    async leaveTeam(caller, { tenantId }) {
      const { userId, sessionId, tenantId: here, origin, operation } = caller;
      operation.note(tenantId);
      await db.everyTenant('a person belongs to several tenants', async (tx) => {
        if (tenantId !== here && (await isCompanySession(tx, sessionId))) throw new Failure('ssoElsewhere');
        await refuseLastOwner(tx, tenantId, userId);
        await refuseLosingOperator(tx, { tenantId, userId });
        // Who leaves from elsewhere still leaves a trace in the tenant itself.
        if (tenantId !== here) await writeEntry(tx, 'leaveTeam', { tenantId, userId }, origin);
        await sql`delete from member where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx.as());
        const { rows } = await sql<{
          id: number;
        }>`select id from session where user_id = ${userId} and tenant_id = ${tenantId} and ended_at is null`.execute(
          tx.as(),
        );
        for (const { id } of rows) await sessions.end(tx, { sessionId: id });
      });
      return null;
    },
  };
}

/** Holds the rows of all owners, so that the last two cannot leave at the same moment. */
async function refuseLastOwner(tx: Tx, tenantId: number, userId: number): Promise<void> {
  const { rows } = await sql<{ user_id: number; is_owner: boolean; enabled: boolean }>`
    select user_id, is_owner, enabled from member where tenant_id = ${tenantId} and (is_owner or user_id = ${userId}) order by user_id for update`.execute(
    tx.as(),
  );
  const me = rows.find((row) => row.user_id === userId);
  if (!me) throw new Failure('notInTeam');
  if (me.is_owner && !rows.some((row) => row.user_id !== userId && row.is_owner && row.enabled))
    throw new Failure('lastOwner');
}
