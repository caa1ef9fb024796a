import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { Role } from '../contract.ts';
import { rolesRepo } from './roles.repo.ts';

/** The roles with these ids: all of them exist, and no two are of one system. */
export async function chosenRoles(tx: TenantTx, roleIds: readonly number[]): Promise<Role[]> {
  const roles = await rolesRepo(tx).byIds(roleIds);
  if (roles.length !== new Set(roleIds).size) throw new Failure('invalidInput', 'roleIds: unknown role');
  if (new Set(roles.map((role) => role.systemId)).size !== roles.length) throw new Failure('invalidInput', 'roleIds: one role in each system');
  return roles;
}
