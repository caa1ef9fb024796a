import type { ConditionTree } from '#core/customer/condition.ts';
import { compileConditions } from '#features/customers/customers/server/index.ts';
import { customFieldsOf } from '#features/customers/field-config/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { CONDITION_GROUPS_MOST, conditionGroupsApi } from '../contract.ts';
import { conditionGroupsRepo, readGroup, type OwnedGroup } from './condition-groups.repo.ts';

/** Filters of customers that people keep. */
export function conditionGroups({ db, clock }: Pick<World, 'db' | 'clock'>): ServerFeature {
  /** Refuses fields, operators and values nobody could search by. */
  async function assertSearchable(tx: TenantTx, condition: ConditionTree): Promise<void> {
    compileConditions(condition, { custom: await customFieldsOf(tx), nowMs: clock.nowMs() });
  }
  /** One's own, or a shared one for those who may change shared ones; private ones of others are not there. */
  async function changeable(tx: TenantTx, caller: Caller, id: number): Promise<OwnedGroup> {
    const found = await conditionGroupsRepo(tx).find(id);
    if (!found || (found.user_id !== caller.userId && !found.shared)) throw new Failure('notFound');
    if (found.user_id !== caller.userId && !mayUse(caller, 'condition-groups.edit')) throw new Failure('notAllowed');
    return found;
  }
  return {
    name: 'condition-groups',
    savedFilters: [readGroup],
    routes: routes('condition-groups', conditionGroupsApi, {
      list: (caller) =>
        db.tenant(caller, async (tx) =>
          (await conditionGroupsRepo(tx).usableBy(caller.userId)).map((group) => ({
            ...group,
            mine: group.user_id === caller.userId,
          })),
        ),
      add: (caller, fields) =>
        db.tenant(caller, async (tx) => {
          await assertSearchable(tx, fields.condition);
          if ((await conditionGroupsRepo(tx).countOf(caller.userId)) >= CONDITION_GROUPS_MOST)
            throw new Failure('invalidInput', `at most ${CONDITION_GROUPS_MOST} filters`);
          const id = await conditionGroupsRepo(tx).add(caller.userId, fields);
          caller.operation.note(fields.name);
          return { id };
        }),
      update: (caller, { id, ...fields }) =>
        db.tenant(caller, async (tx) => {
          const before = await changeable(tx, caller, id);
          await assertSearchable(tx, fields.condition);
          await conditionGroupsRepo(tx).update(id, fields);
          caller.operation.note(fields.name, {
            before: { name: before.name, shared: before.shared },
            after: { name: fields.name, shared: fields.shared },
          });
          return null;
        }),
      remove: (caller, { id }) =>
        db.tenant(caller, async (tx) => {
          const { name } = await changeable(tx, caller, id);
          await conditionGroupsRepo(tx).remove(id);
          caller.operation.note(name);
          return null;
        }),
    }),
  };
}
