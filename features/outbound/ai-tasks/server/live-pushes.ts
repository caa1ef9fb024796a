import { findCampaign } from '#features/outbound/campaigns/server/index.ts';
import type { CampaignEngine } from '#features/outbound/dialer/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { systemTimer, type After } from '#platform/server/timer.ts';
import { Failure } from '#shared/errors.ts';
import { AI_CALLS_CHANGED } from '../contract.ts';

/** People read no faster, and a thousand calls change all the time. */
const PUSH_EVERY_MS = 2_000;

/** Tells pages that calls of a task are elsewhere than before; the answer stops it. */
export function openLivePushes(
  db: Pick<Db, 'tenant'>,
  engine: Pick<CampaignEngine, 'onChange'>,
  after: After = systemTimer,
): () => void {
  /** Told lately; true: there is more to tell. */
  const resting = new Map<string, boolean>();
  const ends = new Set<() => void>();

  function pushChange(key: string, tenantId: number, id: number): void {
    resting.set(key, false);
    const end = after(PUSH_EVERY_MS, () => {
      ends.delete(end);
      const hasMore = resting.get(key);
      resting.delete(key);
      if (hasMore) pushChange(key, tenantId, id);
    });
    ends.add(end);
    void db
      .tenant({ tenantId }, async (tx) => {
        await findCampaign(tx, 'ai', id);
        await tx.push({ kind: AI_CALLS_CHANGED, body: { id }, access: 'ai-tasks.view' });
      })
      .catch((problem: unknown) => {
        // The engine calls for the dialler's tasks too, and what is missed now is told with the next change.
        // Where the rest is over before it failed, nobody would end another one.
        if (!(problem instanceof Failure) && resting.has(key)) resting.set(key, true);
      });
  }

  const unhear = engine.onChange((tenantId, id) => {
    const key = `${tenantId} ${id}`;
    if (resting.has(key)) resting.set(key, true);
    else pushChange(key, tenantId, id);
  });
  return () => {
    unhear();
    for (const end of ends) end();
  };
}
