import { sql } from 'kysely';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import type { accountApi } from '../contract.ts';

type SystemHandlers = Pick<Handlers<typeof accountApi>, 'systems' | 'switchSystem'>;

export function systemHandlers(world: Pick<World, 'db' | 'sessions' | 'texts'>): SystemHandlers {
  const { db, sessions } = world;
  return {
    systems: (caller) => systemsOf(world, caller),

    async switchSystem(caller, { system_id }) {
      const mine = await systemsOf(world, caller);
      if (!mine.some((system) => system.system_id === system_id)) throw new Failure('notAllowed');
      await db.everyTenant('sessions belong to people', async (tx) => {
        await sql`update session set system_id = ${system_id} where id = ${caller.sessionId}`.execute(tx.as());
        await sessions.changed(tx, { userId: caller.userId });
      });
      return null;
    },
  };
}

/** The systems a person belongs to by role, the contact centre first; an owner belongs to all. */
export async function systemsOf(
  { db, texts }: Pick<World, 'db' | 'texts'>,
  caller: Caller,
): Promise<{ system_id: number; name: string; current: boolean }[]> {
  const { rows } = await db.tenant({ tenantId: caller.tenantId }, (tx) =>
    sql<{ system_id: number }>`select system_id from member_role where user_id = ${caller.userId}`.execute(tx.as()),
  );
  const mine = new Set(rows.map((row) => row.system_id));
  return [System.contactCentre, System.platform]
    .filter((system) => caller.isOwner || mine.has(system))
    .map((system) => ({
      system_id: system,
      name: texts.say(caller.language, System.row(system).key),
      current: system === caller.systemId,
    }));
}
