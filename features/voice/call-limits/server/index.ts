import { sql } from 'kysely';
import { hasGroup } from '#features/team/agent-groups/server/index.ts';
import { currencyOf } from '#features/money/ledger/server/index.ts';
import { isDuplicate, type TenantTx, type Tx } from '#platform/server/db/db.ts';
import type { DemoTenant, ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { diallingCode } from '#shared/countries.ts';
import { Failure } from '#shared/errors.ts';
import { callLimitsApi, type LimitFields } from '../contract.ts';
import {
  addLimit,
  allowedCountries,
  deleteLimit,
  limitableGroups,
  limitOf,
  limitPage,
  setAllowedCountries,
  updateLimit,
  type AppliedLimit,
} from './call-limits.repo.ts';
import { countriesStep, layOutLimits } from './founding.ts';

export { allowedCountries, allowedIso2, callableCountries, limitsFor, type AppliedLimit } from './call-limits.repo.ts';

const orTaken = (thrown: unknown): never => {
  throw isDuplicate(thrown) ? new Failure('limitTaken') : thrown;
};

async function assertGroup(tx: TenantTx, { groupId }: LimitFields): Promise<void> {
  if (groupId !== null && !(await hasGroup(tx, groupId))) throw new Failure('notFound');
}

/** How much of each limit is used at a moment; the calls are another feature's. */
export type LimitUsage = (
  tx: TenantTx,
  limits: readonly AppliedLimit[],
  at: { nowMs: number; zone: string },
) => Promise<number[]>;

/** How often, where to and how much may be called. */
export const callLimits = ({ db, clock }: Pick<World, 'db' | 'clock'>, usage: LimitUsage): ServerFeature => ({
  name: 'call-limits',
  menu: [
    {
      key: '/settings/limits',
      name: 'call-limits.name',
      system: System.contactCentre,
      section: 'settings',
      order: 23,
      access: 'call-limits.view',
      icon: 'gauge',
    },
  ],
  demo: demoLimits,
  founding: [layOutLimits],
  firstSteps: [countriesStep],
  routes: routes('call-limits', callLimitsApi, {
    page: (caller, query) =>
      db.tenant(caller, async (tx) => {
        const { list, total } = await limitPage(tx, query);
        const used = await usage(tx, list, { nowMs: clock.nowMs(), zone: await tenantZone(tx) });
        return {
          list: list.map((limit, index) => ({ ...limit, used: used[index]! })),
          total,
          currency: await currencyOf(tx),
        };
      }),
    async countries(caller) {
      const names = new Intl.DisplayNames(caller.language, { type: 'region' });
      const allowed = await db.tenant(caller, allowedCountries);
      return allowed.map((iso2) => ({ iso2, code: diallingCode(iso2) ?? '', name: names.of(iso2) ?? iso2 }));
    },
    groups: (caller) => db.tenant(caller, limitableGroups),
    add: (caller, fields) =>
      db.tenant(caller, async (tx) => {
        await assertGroup(tx, fields);
        const id = await addLimit(tx, fields).catch(orTaken);
        caller.operation.note(String(id), { after: fields });
        return { id };
      }),
    update: (caller, { id, ...fields }) =>
      db.tenant(caller, async (tx) => {
        const before = await limitOf(tx, id);
        if (!before) throw new Failure('notFound');
        await assertGroup(tx, fields);
        await updateLimit(tx, id, fields).catch(orTaken);
        caller.operation.note(String(id), { before, after: fields });
        return null;
      }),
    delete: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const before = await limitOf(tx, id);
        if (!before) throw new Failure('notFound');
        await deleteLimit(tx, id);
        caller.operation.note(String(id), { before });
        return null;
      }),
    setCountries: (caller, { iso2s }) =>
      db.tenant(caller, async (tx) => {
        const before = await allowedCountries(tx);
        await setAllowedCountries(tx, iso2s);
        caller.operation.note('', { before: { iso2s: before }, after: { iso2s: [...new Set(iso2s)].sort() } });
        return null;
      }),
  }),
});

/** Wide enough to call the same number all day long, narrow enough to be seen. */
async function demoLimits(tx: Tx, { tenantId }: DemoTenant): Promise<void> {
  const limits = [
    ['failure', 200, 3_600],
    ['perNumber', 500, 86_400],
    ['callsPerSecond', 20, 1],
    ['concurrent', 100, 1],
  ] as const;
  for (const [kind, max, windowSec] of limits)
    await sql`insert into call_limit (tenant_id, kind, max, window_sec) values (${tenantId}, ${kind}, ${max}, ${windowSec})`.execute(
      tx.as(),
    );
}
