import type { ServerFeature } from '#platform/server/feature.ts';
import { HELPER_LOOKED } from '#platform/server/http/operation.ts';
import { pushTenantsChanged } from '#platform/server/operators.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { operatorHelpApi } from '../contract.ts';
import { grantHelp, helpRights, helpsOf, refuseUnknownRights, rightsToGive, withdrawHelp } from './helps.ts';

export { askForHelp, helpRights, helpsOf, openHelp, refuseUnknownRights } from './helps.ts';

/** Whoever runs the installation comes into a tenant with its consent alone, for an hour, and everything they do there is written down. */
export function operatorHelp(world: Pick<World, 'catalogue' | 'db' | 'sessions' | 'texts'>): ServerFeature {
  const { catalogue, db } = world;
  return {
    name: 'operator-help',
    async start() {
      // The platform leaves it, for what a helper looked at.
      catalogue.operations.find(({ module }) => module === 'operator-help')?.actions.push(HELPER_LOOKED);
    },
    routes: routes('operator-help', operatorHelpApi, {
      list: (caller) =>
        db.tenant(caller, async (tx) => ({
          helps: await helpsOf(tx, caller.tenantId),
          rights: await helpRights(world, tx, caller.language, caller),
        })),

      async grant(caller, { id, functions: wanted }) {
        const granted = await db.tenant(caller, async (tx) => {
          await refuseUnknownRights(world, tx, wanted);
          const functions = rightsToGive(caller, wanted);
          const helpId = await grantHelp(tx, { id, functions, by: caller.name });
          caller.operation.note(helpId, { after: { functions } });
          return { id: helpId };
        });
        // A tenant's own transaction sees no operators.
        await db.everyTenant('operators are told', (tx) => pushTenantsChanged(tx, { about: caller.tenantId }));
        return granted;
      },

      async withdraw(caller, { id }) {
        // Sessions belong to people, whom a tenant's own transaction does not see.
        await db.everyTenant('a session of somebody from outside ends', (tx) =>
          withdrawHelp(world, tx, { tenantId: caller.tenantId, id, by: caller.name }),
        );
        caller.operation.note(id);
        return null;
      },
    }),
  };
}
