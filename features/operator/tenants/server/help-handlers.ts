import {
  askForHelp,
  helpRights,
  openHelp,
  refuseUnknownRights,
} from '#features/operator/operator-help/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { operatorName } from '#platform/server/http/installation.ts';
import { refuseInactive } from '#platform/server/tenant-state.ts';
import type { tenantsApi } from '../contract.ts';
import type { TenantsWorld } from './tenant-handlers.ts';
import { holdTenant } from './tenant-states.ts';

type HelpCalls = 'askHelp' | 'enterHelp' | 'helpRights';

/** An operator's side of help inside a tenant. */
export function helpHandlers(world: TenantsWorld): Pick<Handlers<typeof tenantsApi>, HelpCalls> {
  const { db, sessions, publicUrl } = world;
  return {
    helpRights: (caller) => db.tenant({ tenantId: caller.tenantId }, (tx) => helpRights(world, tx, caller.language)),

    async askHelp(caller, { id, why, functions }) {
      await db.everyTenant('a tenant an operator names', (tx) => holdTenant(tx, id));
      await db.tenant({ tenantId: id }, (tx) => refuseUnknownRights(world, tx, functions));
      return db.everyTenant('help inside a tenant', async (tx) => {
        await refuseInactive(tx, id);
        const asked = { tenantId: id, userId: caller.userId, name: operatorName(caller.name), why, functions };
        const helpId = await askForHelp(tx, asked, publicUrl);
        caller.operation.note(helpId, { after: { why, functions } });
        await caller.operation.writeBeside(tx, id);
        return { helpId };
      });
    },

    enterHelp: (caller, { id }) =>
      db.everyTenant('an operator goes into a tenant', async (tx) => {
        await holdTenant(tx, id);
        const { id: helpId, until } = await openHelp(tx, id);
        const who = { userId: caller.userId, tenantId: id, provenMs: caller.provenMs, showsFactor: true, helpId };
        const { token } = await sessions.open(tx, who, caller.origin);
        caller.operation.note(helpId);
        await caller.operation.writeBeside(tx, id);
        return { token, until };
      }),
  };
}
