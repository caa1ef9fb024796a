import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { languageFor } from '#shared/languages.ts';

/**
 * The roles every tenant starts with. Their function keys follow the catalogue, by these rules:
 *
 *   manager        contact centre   every key of the capabilities of daily work, and `.view` of administration
 *   agent          contact centre   keys ending in `.use`: that ending says "part of an agent's daily work"
 *   administrator  platform         every key
 *
 * A capability whose menu entries all stand in the platform system is administration; every other is daily work. Letting operators in
 * has no entry of its own, and is administration.
 */
export const builtInRoles = {
  manager: {
    system: System.contactCentre,
    holds: (key: string, isAdministration: boolean) => !isAdministration || key.endsWith('.view'),
  },
  agent: { system: System.contactCentre, holds: (key: string) => key.endsWith('.use') },
  administrator: { system: System.platform, holds: () => true },
} as const;

const WITHOUT_ENTRY: ReadonlySet<string> = new Set(['operator-help']);

export type BuiltInRole = keyof typeof builtInRoles;
type Offer = Pick<World['catalogue'], 'functions' | 'menu'>;
const names = Object.keys(builtInRoles) as BuiltInRole[];

export function functionsOf(role: BuiltInRole, { functions, menu }: Offer): string[] {
  const { holds } = builtInRoles[role];
  return functions
    .flatMap(({ feature, functions: keys }) => {
      const systems = menu.filter((entry) => entry.access.startsWith(`${feature}.`)).map((entry) => entry.system);
      const isAdministration =
        WITHOUT_ENTRY.has(feature) || (systems.length > 0 && systems.every((system) => system === System.platform));
      return keys.filter((key) => holds(key, isAdministration));
    })
    .sort();
}

/** Makes the built-in roles of a new tenant, named in its language; answers their ids. */
export async function createBuiltInRoles(
  tx: Tx,
  tenantId: number,
  { catalogue, texts }: { catalogue: Offer; texts: World['texts'] },
): Promise<Record<BuiltInRole, number>> {
  const { rows } = await sql<{
    default_language: string;
  }>`select default_language from tenant where id = ${tenantId}`.execute(tx.as());
  const language = languageFor([rows[0]!.default_language]);
  const ids = {} as Record<BuiltInRole, number>;
  for (const role of names) {
    const { rows: made } = await sql<{ id: number }>`
      insert into role (tenant_id, name, system_id, functions, built_in)
      values (${tenantId}, ${texts.say(language, `account.role.${role}`)}, ${builtInRoles[role].system}, ${functionsOf(role, catalogue)}, ${role}) returning id`.execute(
      tx.as(),
    );
    ids[role] = made[0]!.id;
  }
  return ids;
}

/** Brings what a new version offers into the roles of tenants that exist; run at every start. */
export async function refreshBuiltInRoles({
  db,
  sessions,
  catalogue,
}: Pick<World, 'db' | 'sessions' | 'catalogue'>): Promise<void> {
  await db.everyTenant('built-in roles are the same everywhere', async (tx) => {
    const changed = new Set<number>();
    for (const role of names) {
      const functions = functionsOf(role, catalogue);
      const { rows } = await sql<{ tenant_id: number }>`
        update role set functions = ${functions}, updated_at = now() where built_in = ${role} and functions <> ${functions}::text[] returning tenant_id`.execute(
        tx.as(),
      );
      for (const row of rows) changed.add(row.tenant_id);
    }
    for (const tenantId of changed) await sessions.changed(tx, { tenantId });
  });
}
