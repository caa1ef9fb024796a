import {
  assertMembers,
  assignByColumn,
  assignByHand,
  assignByRule,
  assignToOwners,
  campaignWorkers,
  memberMoves,
  reopenMember,
  tellCampaign,
  tellMember,
  type CampaignRow,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { z } from 'zod';
import { Failure } from '#shared/errors.ts';
import { PREVIEW_GIVEN, type previewApi } from '../contract.ts';
import { findCustomer, findTask } from './found-task.ts';

type CustomerApi = Pick<typeof previewApi, 'assign' | 'updateCustomer' | 'transferToAgent'>;
type How = z.output<typeof previewApi.assign.input>['how'];

/** Agents whose list is another than before hear of it. */
async function tellAgents(tx: TenantTx, task: CampaignRow, agentIds: Iterable<number>): Promise<void> {
  for (const userId of new Set(agentIds))
    await tx.push({ kind: PREVIEW_GIVEN, body: { taskId: task.id }, to: { userId } });
  await tellCampaign(tx, task.id);
}

async function shareOut(tx: TenantTx, task: CampaignRow, how: How, onlyUnassigned: boolean): Promise<number> {
  const shared = { campaignId: task.id, onlyUnassigned };
  const workers = await campaignWorkers(tx).workers(task.id);
  switch (how.by) {
    case 'evenly': {
      await assertMembers(tx, how.agentIds);
      const open = new Map(workers.map((worker) => [worker.agentId, worker.open]));
      const chosen = [...new Set(how.agentIds)].map((agentId) => ({
        agentId,
        // Everything is shared out anew: what they have counts for nothing.
        open: onlyUnassigned ? (open.get(agentId) ?? 0) : 0,
      }));
      const assigned = await assignByRule(tx, shared, 'evenly', chosen);
      await tellAgents(tx, task, how.agentIds);
      return assigned;
    }
    case 'owner': {
      const ids = workers.map(({ agentId }) => agentId);
      const assigned = await assignToOwners(tx, shared, ids);
      await tellAgents(tx, task, ids);
      return assigned;
    }
    case 'column': {
      const ids = how.agents.map(({ agentId }) => agentId);
      await assertMembers(tx, ids);
      const assigned = await assignByColumn(tx, shared, how.column, how.agents);
      await tellAgents(tx, task, ids);
      return assigned;
    }
    case 'hand': {
      if (how.agentId !== null) await assertMembers(tx, [how.agentId]);
      const assigned = await assignByHand(tx, task.id, how.customerIds, how.agentId);
      await tellAgents(tx, task, how.agentId === null ? [] : [how.agentId]);
      return assigned;
    }
  }
}

/** Whose the customers of a task are, and what is known of them. */
export function customerHandlers({ db, clock }: Pick<World, 'db' | 'clock'>): Handlers<CustomerApi> {
  return {
    assign: (caller, { id, how, onlyUnassigned }) =>
      db.tenant(caller, async (tx) => {
        const task = await findTask(tx, id);
        const assigned = await shareOut(tx, task, how, onlyUnassigned);
        caller.operation.note(task.name, { after: { by: how.by, assigned } });
        return { assigned };
      }),
    updateCustomer: (caller, { customerId, reopen, ...change }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findCustomer(tx, customerId, { locked: true });
        // Whoever sees stars would write them back.
        if (caller.needsMasking && (change.name !== undefined || change.columns !== undefined))
          throw new Failure('numbersHidden');
        await memberMoves(tx).update(customerId, change);
        if (reopen) await reopenMember(tx, member, clock.nowMs());
        caller.operation.note(task.name, { after: { customer: customerId, priority: change.priority, reopen } });
        await tellMember(tx, member);
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
        await tellAgents(tx, task, [agentId]);
        return { assigned };
      }),
  };
}
