import { sql } from 'kysely';
import { setCredit } from '#features/money/ledger/server/index.ts';
import { foundForOwner, zoneWished } from '#features/team/account/server/index.ts';
import { mailInvitation } from '#features/team/access/server/index.ts';
import { helpsOf } from '#features/operator/operator-help/server/index.ts';
import { callDaysOf, livingCalls } from '#features/voice/call-records/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { pushTenantsChanged } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import type { InactiveTenants } from '#platform/server/tenant-state.ts';
import { Failure } from '#shared/errors.ts';
import { languageFromWire } from '#shared/languages.ts';
import type { InstallationFigures, TenantDetail, TenantPerson, tenantsApi } from '../contract.ts';
import type { TenantStanding } from '../core/tenant-state.ts';
import { countSoon } from './count-usage.ts';
import { awaitsExport, beginExport, exportsOf, openExport, refuseArchive } from './tenant-export.ts';
import { readPlan, stopCampaigns, writePlan } from './tenant-plan.ts';
import { holdTenant, putState } from './tenant-states.ts';
import { tenantsRepo } from './tenants.repo.ts';

export type TenantsWorld = Pick<
  World,
  'catalogue' | 'clock' | 'db' | 'files' | 'log' | 'publicUrl' | 'sessions' | 'telephony' | 'texts' | 'trunks'
>;

type LookCalls = 'figures' | 'page' | 'detail' | 'people' | 'fetchExport';
type DeedCalls =
  | 'found'
  | 'setPlan'
  | 'suspend'
  | 'resume'
  | 'close'
  | 'beginExport'
  | 'refuseExport'
  | 'stopCampaigns';

const DAYS_MS = 30 * 86_400_000;

/** Looking at tenants: what they use and owe, never what is in them. */
export function lookHandlers(world: TenantsWorld): Pick<Handlers<typeof tenantsApi>, LookCalls> {
  const { db, clock, files } = world;
  const reader = (tenantId: number) => ({ tenantId, nowMs: clock.nowMs() });
  return {
    figures: (caller) =>
      db.everyTenant('what the whole installation does', async (tx) => ({
        ...(await figuresOf(tx)),
        inTrouble: await tenantsRepo(tx, reader(caller.tenantId)).inTrouble(),
        freeBytes: await files.freeBytes().catch(() => null),
      })),

    page: (caller, { page, size, ...filter }) =>
      db.everyTenant('operators see all tenants', (tx) =>
        tenantsRepo(tx, reader(caller.tenantId)).page(filter, { page, size }),
      ),

    detail: (caller, { id }) =>
      db.everyTenant('operators see all tenants', async (tx): Promise<TenantDetail> => {
        const row = await tenantsRepo(tx, reader(caller.tenantId)).find(id);
        if (!row) throw new Failure('notFound');
        return {
          ...row,
          ...(await placeOf(tx, id)),
          plan: await readPlan(tx, id),
          owners: (await peopleOf(tx, id, sql`m.is_owner`, sql`limit 20`)).map(({ name, email, lastSignInAt }) => ({
            name,
            email,
            lastSignInAt,
          })),
          days: await callDaysOf(tx, id, clock.nowMs() - DAYS_MS),
          exports: await exportsOf(tx, id),
          awaitsExport: await awaitsExport(tx, id),
          helps: await helpsOf(tx, id),
        };
      }),

    people: (_caller, { id, keyword, page, size }) =>
      db.everyTenant('operators see who is in a tenant', async (tx) => {
        const like = `%${(keyword ?? '').replace(/[\\%_]/g, '\\$&')}%`;
        const meant = keyword ? sql`(m.nick_name ilike ${like} or u.email ilike ${like})` : sql`true`;
        const { rows } = await sql<{ total: number }>`
          select count(*)::int total from member m join user_account u on u.id = m.user_id where m.tenant_id = ${id} and ${meant}`.execute(
          tx.as(),
        );
        const list = await peopleOf(tx, id, meant, sql`limit ${size} offset ${(page - 1) * size}`);
        return { list, total: rows[0]!.total };
      }),

    async fetchExport(caller, { id, exportId }) {
      const archive = await openExport(world, { tenantId: id, exportId });
      await db.everyTenant('an archive of the operator', async (tx) => {
        const { rows } = await sql<{ state: TenantStanding }>`select state from tenant where id = ${id}`.execute(
          tx.as(),
        );
        // A team that was resumed meanwhile has its own again.
        if (rows[0]?.state === 'active') throw new Failure('tenantActive');
        // Whose it is reads of it as well, while there is such a tenant.
        const isThere = rows.length > 0;
        caller.operation.note(isThere ? exportId : `${id} ${exportId}`);
        await caller.operation.writeBeside(tx, isThere ? id : null);
      });
      return archive;
    },
  };
}

/** What is done to tenants. Each stands in the log of the installation, and in the tenant's own. */
export function deedHandlers(
  world: TenantsWorld,
  inactive: Pick<InactiveTenants, 'learn'>,
): Pick<Handlers<typeof tenantsApi>, DeedCalls> {
  const { db, catalogue, texts } = world;
  /** The process that answers heeds it already; others hear of it at once. */
  async function decided<T>(why: string, decide: (tx: Tx) => Promise<T>): Promise<T> {
    const answer = await db.everyTenant(why, decide);
    await inactive.learn();
    return answer;
  }
  return {
    found: (caller, { company, ownerEmail, ownerName, lang, timeZone }) =>
      db.everyTenant('a tenant is founded', async (tx) => {
        const language = languageFromWire(lang) ?? caller.language;
        const { tenantId, invitationId } = await foundForOwner({ catalogue, texts }, tx, {
          company,
          email: ownerEmail,
          language,
          timeZone: zoneWished(timeZone),
          invitedBy: caller.name,
        });
        await mailInvitation(tx, { tenantId, language }, invitationId);
        await countSoon(tx);
        caller.operation.note(company, { after: { company, ownerEmail, ownerName, language, timeZone } });
        await caller.operation.writeBeside(tx, tenantId);
        await pushTenantsChanged(tx, { about: tenantId });
        return { id: tenantId };
      }),

    async setPlan(caller, { id, ...plan }) {
      await db.everyTenant('what a tenant may use', async (tx) => {
        const { name } = await holdTenant(tx, id);
        const before = await readPlan(tx, id);
        await writePlan(tx, id, plan);
        caller.operation.note(name, { before, after: plan });
        await caller.operation.writeBeside(tx, id);
        await pushTenantsChanged(tx, { about: id });
      });
      await db.tenant({ tenantId: id }, (tx) => setCredit(tx, plan.creditE4));
      return null;
    },

    suspend: (caller, { id, why }) =>
      decided('a tenant is suspended', async (tx) => {
        if (id === caller.tenantId) throw new Failure('ownTenant');
        const { name, state } = await holdTenant(tx, id);
        if (state === 'closed') throw new Failure('tenantClosed');
        await putState(world, tx, id, { state: 'suspended', why });
        caller.operation.note(name, { before: { state }, after: { state: 'suspended', why } });
        await caller.operation.writeBeside(tx, id);
        return null;
      }),

    resume: (caller, { id }) =>
      decided('a tenant is resumed', async (tx) => {
        const { name, state, isDue } = await holdTenant(tx, id);
        // Nobody gets a team back without its files.
        if (isDue) throw new Failure('conflict');
        await putState(world, tx, id, { state: 'active' });
        caller.operation.note(name, { before: { state }, after: { state: 'active' } });
        await caller.operation.writeBeside(tx, id);
        return null;
      }),

    close: (caller, { id, why, afterDays }) =>
      decided('a tenant is closed', async (tx) => {
        if (id === caller.tenantId) throw new Failure('ownTenant');
        const { name, state } = await holdTenant(tx, id);
        if (state === 'closed') throw new Failure('tenantClosed');
        const { deleteAt } = await putState(world, tx, id, { state: 'closed', why, deleteAfterDays: afterDays });
        await beginExport(tx, id, caller.name);
        caller.operation.note(name, { before: { state }, after: { state: 'closed', why, deleteAt } });
        await caller.operation.writeBeside(tx, id);
        return { deleteAt: deleteAt! };
      }),

    beginExport: (caller, { id }) =>
      db.everyTenant('an archive of the operator', async (tx) => {
        const { name, state } = await holdTenant(tx, id);
        if (state === 'active') throw new Failure('tenantActive');
        const exportId = await beginExport(tx, id, caller.name);
        caller.operation.note(name);
        await caller.operation.writeBeside(tx, id);
        return { exportId };
      }),

    refuseExport: (caller, { id }) =>
      db.everyTenant('an archive of the operator', async (tx) => {
        const { name, state } = await holdTenant(tx, id);
        if (state !== 'closed') throw new Failure('conflict');
        await refuseArchive(tx, id, caller.name);
        caller.operation.note(name);
        await caller.operation.writeBeside(tx, id);
        return null;
      }),

    stopCampaigns: (caller, { id, stopped }) =>
      db.everyTenant('campaigns of a tenant', async (tx) => {
        const { name } = await holdTenant(tx, id);
        await stopCampaigns(tx, id, stopped);
        caller.operation.note(name, { after: { stopped } });
        await caller.operation.writeBeside(tx, id);
        await pushTenantsChanged(tx, { about: id });
        return null;
      }),
  };
}

async function figuresOf(tx: Tx): Promise<Omit<InstallationFigures, 'inTrouble' | 'freeBytes'>> {
  const { rows } = await sql<{
    active: number;
    suspended: number;
    closed: number;
    people: number;
    now: number;
    today: number;
    bytes: number;
  }>`
    select count(*) filter (where t.state = 'active')::int active, count(*) filter (where t.state = 'suspended')::int suspended, count(*) filter (where t.state = 'closed')::int closed,
      (select count(*)::int from user_account) people, (select coalesce(sum(l.calls), 0)::int from ${livingCalls} l) "now",
      coalesce(sum(u.calls_today), 0)::int today, coalesce(sum(u.storage_bytes), 0)::bigint bytes
    from tenant t left join tenant_usage u on u.tenant_id = t.id`.execute(tx.as());
  const { active, suspended, closed, people, now, today, bytes } = rows[0]!;
  return { tenants: { active, suspended, closed }, people, callsNow: now, callsToday: today, storageBytes: bytes };
}

async function placeOf(tx: Tx, tenantId: number): Promise<Pick<TenantDetail, 'language' | 'timeZone'>> {
  const { rows } = await sql<Pick<TenantDetail, 'language' | 'timeZone'>>`
    select default_language "language", default_zone "timeZone" from tenant where id = ${tenantId}`.execute(tx.as());
  return rows[0]!;
}

async function peopleOf(
  tx: Tx,
  tenantId: number,
  meant: ReturnType<typeof sql>,
  limits: ReturnType<typeof sql>,
): Promise<TenantPerson[]> {
  const { rows } = await sql<TenantPerson>`
    select m.user_id "userId", m.nick_name "name", u.email, m.is_owner "isOwner", m.enabled, u.has_second_factor "hasSecondFactor", m.voice_seat "voiceSeat", m.text_seat "textSeat",
      array(select r.name from member_role mr join role r on r.id = mr.role_id where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id order by r.name) roles,
      (select max(s.created_at) from session s where s.user_id = m.user_id and s.tenant_id = m.tenant_id) "lastSignInAt"
    from member m join user_account u on u.id = m.user_id where m.tenant_id = ${tenantId} and ${meant} order by m.is_owner desc, lower(m.nick_name), m.user_id ${limits}`.execute(
    tx.as(),
  );
  return rows;
}
