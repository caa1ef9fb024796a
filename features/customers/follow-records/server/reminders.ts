import { NOTICE_DUE, type NoticeDue } from '#features/office/push-notices/contract.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { FOLLOW_DUE } from '../contract.ts';
import { followRecordsRepo } from './follow-records.repo.ts';

const REMIND = 'follow-records.remind';

/** A job waits in the database until the time has come; another time replaces it. */
export async function remindAt(tx: TenantTx, id: number, dueAt: string | null, nowMs: number): Promise<void> {
  if (dueAt !== null)
    await tx.enqueue(
      REMIND,
      { tenantId: tx.tenantId, id, dueAt },
      { key: `${REMIND}.${id}`, afterMs: Math.max(0, fromWireTime(dueAt) - nowMs) },
    );
}

/** Tells whoever is to do it that the time has come; another time, or done meanwhile: nobody. */
export const remindJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: REMIND,
  async run({ tenantId, id, dueAt }: { tenantId: number; id: number; dueAt: string }) {
    await db.tenant({ tenantId }, async (tx) => {
      const row = await followRecordsRepo(tx).find(id);
      if (!row || !(await followRecordsRepo(tx).remind(id, dueAt))) return;
      // The page asks for the rest: what it may show depends on the reader.
      const { assignee_id: userId } = row;
      if (userId !== null) {
        await tx.push({ kind: FOLLOW_DUE, body: { id, customerId: row.customer_id, dueAt }, to: { userId } });
        const due: NoticeDue = { tenantId, userId, kind: 'followUp', subject: String(id) };
        await tx.announce(NOTICE_DUE, due);
      }
      await tx.announce(FOLLOW_DUE, { tenantId, ids: [id] });
    });
  },
});
