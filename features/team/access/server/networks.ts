import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import {
  allowedNetworks,
  NETWORKS_SETTING,
  networksOfText,
  textOfNetworks,
} from '#platform/server/sessions/allowed-networks.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { accessApi } from '../contract.ts';

/** From which networks people work: an owner's to see and to say, since it can shut everybody out. */
export function networkHandlers({
  db,
  sessions,
}: Pick<World, 'db' | 'sessions'>): Handlers<Pick<typeof accessApi, 'networks' | 'setNetworks'>> {
  return {
    networks(caller) {
      refuseOthers(caller);
      return db.tenant(caller, async (tx) => ({
        networks: await networksOf(tx),
        yourAddress: caller.origin.address,
      }));
    },

    async setNetworks(caller, { networks, shutsOut }) {
      refuseOthers(caller);
      const { address } = caller.origin;
      const after = [...new Set(networks)];
      if (shutsOut !== address && allowedNetworks(after)?.includes(address) === false)
        throw new Failure('networksShutYouOut', address);
      await db.tenant(caller, async (tx) => {
        caller.operation.note(NETWORKS_SETTING, { before: await networksOf(tx), after });
        await sql`insert into tenant_setting (name, value) values (${NETWORKS_SETTING}, ${textOfNetworks(after)})
          on conflict (tenant_id, name) do update set value = excluded.value`.execute(tx.as());
        // Everywhere, and at once: who is outside by now is refused, and their sockets close.
        await sessions.changed(tx, { tenantId: tx.tenantId });
      });
      return null;
    },
  };
}

function refuseOthers({ isOwner }: Caller): void {
  if (!isOwner) throw new Failure('notAllowed', 'owners only');
}

async function networksOf(tx: TenantTx): Promise<string[]> {
  const { rows } = await sql<{
    value: string;
  }>`select value from tenant_setting where name = ${NETWORKS_SETTING}`.execute(tx.as());
  return networksOfText(rows[0]?.value ?? null);
}
