import { invitationsRepo } from '#features/team/account/server/index.ts';
import { functionsFor } from '#platform/server/catalogue.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { ACCESS_CHANGED, type accessApi } from '../contract.ts';
import { difference, refuseBeyond, refuseUnmasking } from './reach.ts';
import { ROLE_NAME, rolesRepo, type RoleFields } from './roles.repo.ts';

type RoleCalls = 'functions' | 'roles' | 'addRole' | 'updateRole' | 'setRoleSecondFactor' | 'removeRole';

/** What roles there are, and what each lets its members do. */
export function roleHandlers({
  db,
  sessions,
  catalogue,
  texts,
}: Pick<World, 'db' | 'sessions' | 'catalogue' | 'texts'>): Handlers<Pick<typeof accessApi, RoleCalls>> {
  const known = (): Set<string> => new Set(catalogue.functions.flatMap((group) => group.functions));

  /** The keys that exist, each once, in one order: so that equal roles look equal in the log. */
  function checked(functions: readonly string[]): string[] {
    const every = known();
    const stranger = functions.find((key) => !every.has(key));
    if (stranger) throw new Failure('invalidInput', 'functions: unknown key');
    return [...new Set(functions)].sort();
  }

  /** Everybody who holds the role works by its new keys from the next call on. */
  async function applyRoleChange(tx: TenantTx): Promise<void> {
    await sessions.changed(tx, { tenantId: tx.tenantId });
    await tx.push({ kind: ACCESS_CHANGED, body: {} });
  }

  return {
    functions: async (caller) =>
      (await db.tenant(caller, (tx) => functionsFor(catalogue, tx))).map(({ feature, functions }) => ({
        feature,
        label: texts.say(caller.language, `${feature}.name`),
        functions: seeingFirst(functions).map((key) => ({
          key,
          label: texts.say(caller.language, key.replace('.', '.function.')),
        })),
      })),

    roles: (caller) => db.tenant(caller, (tx) => rolesRepo(tx).all()),

    async addRole(caller, wish) {
      const fields = { ...wish, functions: checked(wish.functions) };
      refuseBeyond(caller, fields.functions);
      refuseUnmasking(caller, { before: true, after: fields.needDesensitize });
      return named(() =>
        db.tenant(caller, async (tx) => {
          const id = await rolesRepo(tx).add(fields);
          caller.operation.note(fields.name, { after: shown(fields) });
          return { id };
        }),
      );
    },

    async updateRole(caller, { id, version, ...wish }) {
      const fields = { ...wish, functions: checked(wish.functions) };
      const change = () =>
        db.tenant(caller, async (tx) => {
          const before = await rolesRepo(tx).lock(id);
          if (!before) throw new Failure('notFound');
          if (before.builtIn) throw new Failure('roleBuiltIn');
          if (before.version !== version) throw new Failure('stale');
          // Members hold a role in its system; moved, it would be theirs in neither.
          if (before.systemId !== fields.systemId) throw new Failure('invalidInput', 'systemId: cannot change');
          refuseChange(caller, { ...before, functions: before.functions.filter((key) => known().has(key)) }, fields);
          await rolesRepo(tx).change(id, fields);
          caller.operation.note(fields.name, { before: shown(before), after: shown(fields) });
          await applyRoleChange(tx);
        });
      await named(change);
      return null;
    },

    async setRoleSecondFactor(caller, { id, needed }) {
      await db.tenant(caller, async (tx) => {
        const role = await rolesRepo(tx).lock(id);
        if (!role) throw new Failure('notFound');
        // What protects the keys of a role is weakened only by somebody who holds them.
        refuseBeyond(
          caller,
          role.functions.filter((key) => known().has(key)),
        );
        await rolesRepo(tx).needSecondFactor(id, needed);
        caller.operation.note(role.name, {
          before: { needsSecondFactor: role.needsSecondFactor },
          after: { needsSecondFactor: needed },
        });
      });
      return null;
    },

    async removeRole(caller, { id }) {
      await db.tenant(caller, async (tx) => {
        const before = await rolesRepo(tx).lock(id);
        if (!before) throw new Failure('notFound');
        if (before.builtIn) throw new Failure('roleBuiltIn');
        if (before.members > 0 || (await invitationsRepo(tx).promises(id))) throw new Failure('roleInUse');
        await rolesRepo(tx).remove(id);
        caller.operation.note(before.name, { before: shown(before) });
      });
      return null;
    },
  };
}

function refuseChange(caller: Caller, before: RoleFields, after: RoleFields): void {
  refuseBeyond(caller, difference(before.functions, after.functions));
  refuseUnmasking(caller, { before: before.needDesensitize, after: after.needDesensitize });
}

/** Whoever may change something must see it first, and reads so. */
const seeingFirst = (keys: readonly string[]): string[] =>
  keys.toSorted((a, b) => Number(b.endsWith('.view')) - Number(a.endsWith('.view')));

const shown = ({ name, systemId, functions, needDesensitize }: RoleFields): RoleFields => ({
  name,
  systemId,
  functions,
  needDesensitize,
});

/** Two roles of one system cannot share a name. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw isDuplicate(thrown, ROLE_NAME) ? new Failure('roleNameTaken') : thrown;
  }
}
