import { sql } from 'kysely';
import { addLine, linesInUse, removeLine, renameLine } from '#features/team/agents/server/index.ts';
import { noticePage, statusOf, takeBackNotice, tellAllTenants } from '#features/team/announcements/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { LentToTenants, tenantsApi } from '../contract.ts';
import type { TenantsWorld } from './tenant-handlers.ts';

type HouseCalls = 'notices' | 'addNotice' | 'removeNotice' | 'lent' | 'lines' | 'addLine' | 'renameLine' | 'removeLine';

/** What belongs to the installation and reaches all tenants. */
export function houseHandlers(world: TenantsWorld): Pick<Handlers<typeof tenantsApi>, HouseCalls> {
  const { db, clock, trunks } = world;
  return {
    notices: async (_caller, asked) => {
      const { list, total } = await db.everyTenant('notices to all tenants', (tx) => noticePage(tx, asked));
      return {
        list: list.map((row) => ({
          ...row,
          status: statusOf(row, clock.nowMs()),
        })),
        total,
      };
    },

    addNotice: (caller, text) =>
      db.everyTenant('a notice to all tenants', async (tx) => {
        const id = await tellAllTenants(tx, text, caller.name);
        caller.operation.note(text.title_en || text.title_cn || id, { after: text });
        await caller.operation.writeBeside(tx, null);
        return { id };
      }),

    removeNotice: (caller, { id }) =>
      db.everyTenant('a notice to all tenants', async (tx) => {
        if (!(await takeBackNotice(tx, id))) throw new Failure('notFound');
        caller.operation.note(id);
        await caller.operation.writeBeside(tx, null);
        return null;
      }),

    async lent() {
      const lent = trunks.lent();
      const { rows } = await db.everyTenant('to whom trunks are lent', (tx) =>
        sql<{ id: number; name: string }>`
          select id, name from tenant where id = any(${lent.flatMap(({ tenantIds }) => tenantIds ?? [])}::bigint[]) order by name`.execute(
          tx.as(),
        ),
      );
      return lent.map(({ carrier, name, domain, tenantIds }): LentToTenants => {
        const state = trunks.state(carrier);
        return {
          carrier,
          name,
          domain,
          isUp: state !== null && state.gateways.some((gateway) => gateway.at !== 'down'),
          calls: state ? state.calls.outgoing + state.calls.incoming : 0,
          tenants: tenantIds === null ? null : rows.filter(({ id }) => tenantIds.includes(id)),
        };
      });
    },

    lines: (caller) => linesInUse(world, caller.language),

    addLine: (caller, line) =>
      db.everyTenant('lines belong to the installation', async (tx) => {
        const id = await addLine(tx, line);
        caller.operation.note(line.path, { after: line });
        await caller.operation.writeBeside(tx, null);
        return { id };
      }),

    renameLine: (caller, { id, name }) =>
      db.everyTenant('lines belong to the installation', async (tx) => {
        const before = await renameLine(tx, id, name);
        caller.operation.note(id, { before: { name: before }, after: { name } });
        await caller.operation.writeBeside(tx, null);
        return null;
      }),

    removeLine: (caller, { id }) =>
      db.everyTenant('lines belong to the installation', async (tx) => {
        caller.operation.note(await removeLine(tx, id));
        await caller.operation.writeBeside(tx, null);
        return null;
      }),
  };
}
