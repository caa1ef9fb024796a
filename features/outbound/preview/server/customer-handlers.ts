import {
  assertMembers,
  assertSeesNumbers,
  assignByHand,
  campaignWorkers,
  memberMoves,
  reopenMember,
  publishMember,
} from '#features/outbound/campaigns/server/index.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { previewApi } from '../contract.ts';
import { findCustomer, findTask } from './found-task.ts';
import { assertSharing, SHARED_AT_ONCE, shareOut, shareOutLater, pushGiven } from './share-out.ts';

type CustomerApi = Pick<typeof previewApi, 'assign' | 'updateCustomer' | 'transferToAgent'>;

/** Whose the customers of a task are, and what is known of them. */
export function customerHandlers({ db, clock }: Pick<World, 'db' | 'clock'>): Handlers<CustomerApi> {
  return {
    assign: (caller, { id, how, onlyUnassigned }) => {
      // How many there were would tell what stands behind the stars.
      if (how.by === 'column') assertSeesNumbers(caller);
      return db.tenant(caller, async (tx) => {
        const task = await findTask(tx, id);
        await assertSharing(tx, how);
        // Very many are shared out by a job, piece by piece: nobody waits for it, and it holds up nobody's work.
        if (how.by !== 'hand' && task.customers > SHARED_AT_ONCE) {
          await shareOutLater(tx, { taskId: id, how, onlyUnassigned });
          caller.operation.note(task.name, { after: { by: how.by } });
          return { assigned: 0, isLater: true as const };
        }
        const assigned = await shareOut(tx, task, { how, onlyUnassigned });
        caller.operation.note(task.name, { after: { by: how.by, assigned } });
        return { assigned };
      });
    },
    updateCustomer: (caller, { customerId, reopen, ...change }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findCustomer(tx, customerId, { locked: true });
        // Whoever sees stars would write them back.
        if (caller.needsMasking && (change.name !== undefined || change.columns !== undefined))
          throw new Failure('numbersHidden');
        await memberMoves(tx).update(customerId, change);
        if (reopen) await reopenMember(tx, member, clock.nowMs());
        caller.operation.note(task.name, { after: { customer: customerId, priority: change.priority, reopen } });
        await publishMember(tx, member);
        return null;
      }),
    transferToAgent: (caller, { id, customerIds, agentId }) =>
      db.tenant(caller, async (tx) => {
        const task = await findTask(tx, id);
        await assertMembers(tx, [agentId]);
        const mayAll = mayUse(caller, 'preview.edit');
        // One's own work is handed on to somebody who works on it too; who plans it may give it to anybody.
        if (!mayAll && !(await campaignWorkers(tx).isWorkedBy(id, agentId))) throw new Failure('notInTeam');
        const assigned = await assignByHand(tx, id, customerIds, agentId, mayAll ? {} : { of: caller.userId });
        if (assigned === 0) throw new Failure('notFound');
        caller.operation.note(task.name, { after: { agent: agentId, assigned } });
        await pushGiven(tx, task.id, [agentId]);
        return { assigned };
      }),
  };
}
