import { sql } from 'kysely';
import { isTrunkUp } from '#core/trunk/trunk-state.ts';
import { addLine, linesInUse, removeLine, renameLine } from '#features/team/agents/server/index.ts';
import { noticePage, statusOf, takeBackNotice, publishNotice } from '#features/team/announcements/server/index.ts';
import { teamsOfCarriers } from '#features/voice/call-routes/server/index.ts';
import { loanTerms, setLoanTerms } from '#features/voice/trunks/server/index.ts';
import { pushTenantsChanged } from '#platform/server/operators.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { LentToTenants, tenantsApi } from '../contract.ts';
import type { TenantsWorld } from './tenant-handlers.ts';

type HouseCalls =
  | 'notices'
  | 'addNotice'
  | 'removeNotice'
  | 'lent'
  | 'setLent'
  | 'lines'
  | 'addLine'
  | 'renameLine'
  | 'removeLine';

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
        const id = await publishNotice(tx, text, caller.name);
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
      const lines = trunks.lendable();
      const { terms, teams, names } = await db.everyTenant('to whom trunks are lent', async (tx) => {
        const loans = await loanTerms(tx);
        const ids = lines.flatMap((line) => (loans.get(line.carrier) ?? line).tenantIds ?? []);
        const { rows } = await sql<{ id: number; name: string }>`
          select id, name from tenant where id = any(${ids}::bigint[]) order by name`.execute(tx.as());
        const users = await teamsOfCarriers(
          tx,
          lines.map(({ carrier }) => carrier),
        );
        return { terms: loans, teams: users, names: rows };
      });
      return lines.map((line): LentToTenants => {
        const { carrier, domain } = line;
        const { name, tenantIds } = terms.get(carrier) ?? line;
        const state = trunks.state(carrier);
        return {
          carrier,
          name,
          domain,
          isUp: isTrunkUp(state),
          calls: state ? state.calls.outgoing + state.calls.incoming : 0,
          tenants: tenantIds === null ? null : names.filter(({ id }) => tenantIds.includes(id)),
          isWithdrawn: terms.get(carrier)?.isWithdrawn ?? false,
          usedBy: teams
            .filter((team) => team.carrier === carrier)
            .map((team) => ({ id: team.tenantId, name: team.name, hasOther: team.hasOther })),
        };
      });
    },

    setLent: (caller, { carrier, ...after }) =>
      db.everyTenant('trunks of the installation', async (tx) => {
        const line = trunks.lendable().find((one) => one.carrier === carrier);
        if (!line) throw new Failure('notFound');
        const { name, tenantIds, isWithdrawn } = (await loanTerms(tx)).get(carrier) ?? { ...line, isWithdrawn: false };
        await setLoanTerms(tx, carrier, after);
        await pushTenantsChanged(tx);
        caller.operation.note(after.name, { before: { name, tenantIds, isWithdrawn }, after });
        await caller.operation.writeBeside(tx, null);
        return null;
      }),

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
