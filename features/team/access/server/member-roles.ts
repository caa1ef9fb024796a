import { sql } from 'kysely';
import type { BuiltInRole } from '#features/team/account/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { Failure } from '#shared/errors.ts';
import type { Role } from '../contract.ts';
import { isMasked, keysOf, refuseBeyond, refuseUnmasking } from './reach.ts';
import { rolesRepo } from './roles.repo.ts';

/** The roles with these ids: all of them exist, and no two are of one system. */
export async function chosenRoles(tx: TenantTx, roleIds: readonly number[]): Promise<Role[]> {
  const roles = await rolesRepo(tx).byIds(roleIds);
  if (roles.length !== new Set(roleIds).size) throw new Failure('invalidInput', 'roleIds: unknown role');
  if (new Set(roles.map((role) => role.systemId)).size !== roles.length)
    throw new Failure('invalidInput', 'roleIds: one role in each system');
  return roles;
}

/** The roles, if the caller may give all of them. */
export async function givable(tx: TenantTx, caller: Caller, roleIds: readonly number[]): Promise<Role[]> {
  const roles = await chosenRoles(tx, roleIds);
  refuseBeyond(caller, keysOf(roles));
  refuseUnmasking(caller, { before: true, after: isMasked(roles) });
  return roles;
}

/** The role of this kind that came with the tenant; null where it has none. */
export async function builtInRole(tx: TenantTx, kind: BuiltInRole): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from role where built_in = ${kind} order by id limit 1`.execute(
    tx.as(),
  );
  return rows[0]?.id ?? null;
}
