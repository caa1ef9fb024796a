import type { z } from 'zod';
import {
  assertMembers,
  assignByColumn,
  assignByHand,
  assignByRule,
  assignToOwners,
  campaignWorkers,
  lastOfNext,
  pushCampaignChanged,
  type CampaignRow,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { PREVIEW_GIVEN, type previewApi } from '../contract.ts';
import { findTask } from './found-task.ts';

type How = z.output<typeof previewApi.assign.input>['how'];
interface Sharing {
  how: How;
  onlyUnassigned: boolean;
}
type Open = Map<number, number>;

const SHARE_OUT = 'preview.shareOut';
/** A task with more customers is shared out by a job, so many in a transaction. */
export const SHARED_AT_ONCE = 20_000;

/** Agents whose list is another than before hear of it. */
export async function pushGiven(tx: TenantTx, taskId: number, agentIds: Iterable<number>): Promise<void> {
  for (const userId of new Set(agentIds)) await tx.push({ kind: PREVIEW_GIVEN, body: { taskId }, to: { userId } });
  await pushCampaignChanged(tx, taskId);
}

const namedAgents = (how: How): number[] => {
  if (how.by === 'evenly') return how.agentIds;
  if (how.by === 'column') return how.agents.map(({ agentId }) => agentId);
  return how.by === 'hand' && how.agentId !== null ? [how.agentId] : [];
};

/** Everybody named is of the team. */
export const assertSharing = (tx: TenantTx, how: How): Promise<void> => assertMembers(tx, namedAgents(how));

/** What everybody has who gets some: what sharing out evenly begins with. */
async function openOf(tx: TenantTx, task: CampaignRow, { how, onlyUnassigned }: Sharing): Promise<Open> {
  const workers = await campaignWorkers(tx).workers(task.id);
  const open = new Map(workers.map((worker) => [worker.agentId, worker.open]));
  if (how.by !== 'evenly') return open;
  // Everything is shared out anew: what they have counts for nothing.
  return new Map([...new Set(how.agentIds)].map((id) => [id, onlyUnassigned ? (open.get(id) ?? 0) : 0]));
}

function give(
  tx: TenantTx,
  taskId: number,
  { how, onlyUnassigned }: Sharing,
  open: Open,
  range?: { after: number; to: number },
): Promise<number> {
  const shared = { campaignId: taskId, onlyUnassigned, range };
  switch (how.by) {
    case 'evenly':
      return assignByRule(tx, shared, 'evenly', [], open);
    case 'owner':
      return assignToOwners(tx, shared, [...open.keys()]);
    case 'column':
      return assignByColumn(tx, shared, how.column, how.agents);
    case 'hand':
      return assignByHand(tx, taskId, how.customerIds, how.agentId);
  }
}

/** Shares the open customers of a task out; how many got somebody. */
export async function shareOut(tx: TenantTx, task: CampaignRow, sharing: Sharing): Promise<number> {
  const open = await openOf(tx, task, sharing);
  const assigned = await give(tx, task.id, sharing, open);
  await pushGiven(tx, task.id, sharing.how.by === 'owner' ? open.keys() : namedAgents(sharing.how));
  return assigned;
}

/** The same in the background; of a task one after the other. */
export const shareOutLater = (tx: TenantTx, order: Sharing & { taskId: number }): Promise<void> =>
  tx.enqueue(SHARE_OUT, { tenantId: tx.tenantId, ...order }, { queue: `${SHARE_OUT}.${tx.tenantId}` });

/** Shares very many out piece by piece; lists are read again after each. Begun again after a crash, it gives who has somebody the same or another. */
export const sharingOut = ({ db }: Pick<World, 'db'>): Job => ({
  task: SHARE_OUT,
  waits: true,
  async run({
    tenantId,
    taskId,
    piece = SHARED_AT_ONCE,
    ...sharing
  }: Sharing & { tenantId: number; taskId: number; piece?: number }) {
    const open = await db.tenant({ tenantId }, async (tx) => openOf(tx, await findTask(tx, taskId), sharing));
    for (let after = 0; ;) {
      const to = await db.tenant({ tenantId }, (tx) => lastOfNext(tx, taskId, after, piece));
      if (to === null) break;
      const range = { after, to };
      await db.tenant({ tenantId }, async (tx) => {
        await give(tx, taskId, sharing, open, range);
        await pushCampaignChanged(tx, taskId);
      });
      after = to;
    }
    const agents = sharing.how.by === 'owner' ? [...open.keys()] : namedAgents(sharing.how);
    await db.tenant({ tenantId }, (tx) => pushGiven(tx, taskId, agents));
  },
});
