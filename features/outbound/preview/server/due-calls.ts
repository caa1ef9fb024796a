import { membersRepo } from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { PREVIEW_DUE } from '../contract.ts';

const REMIND = 'preview.remind';

/** A job waits in the database until the time has come; another time replaces it. */
export const remindOf = (tx: TenantTx, id: number, at: string, nowMs: number): Promise<void> =>
  tx.enqueue(
    REMIND,
    { tenantId: tx.tenantId, id, at },
    { key: `${REMIND}.${id}`, afterMs: Math.max(0, fromWireTime(at) - nowMs) },
  );

/** Tells whoever promised a call that its time has come; another time, or done meanwhile: nobody. */
export const dueCalls = ({ db }: Pick<World, 'db'>): Job => ({
  task: REMIND,
  async run({ tenantId, id, at }: { tenantId: number; id: number; at: string }) {
    await db.tenant({ tenantId }, async (tx) => {
      const row = await membersRepo(tx).find(id);
      if (!row?.isFollowUp || row.taskState === 1 || row.nextAt !== at || row.agentId === null) return;
      await tx.push({ kind: PREVIEW_DUE, body: { id, taskId: row.campaignId }, to: { userId: row.agentId } });
    });
  },
});
