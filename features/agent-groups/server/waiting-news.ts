import type { Db } from '#platform/server/db/db.ts';
import { WAITING_CHANGED, type GroupWaiting } from '../contract.ts';

const MOST_OFTEN_MS = 1_000;

interface NewsParts {
  db: Db;
  tenantId: number;
  figures(groupId: number): GroupWaiting;
  report(problem: unknown): void;
}

/** Tells supervisors how long the lines are: at once, and then at most once a second per group. */
export function openWaitingNews({ db, tenantId, figures, report }: NewsParts) {
  const changed = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function tell(): Promise<void> {
    const groupIds = [...changed];
    changed.clear();
    try {
      await db.tenant({ tenantId }, async (tx) => {
        for (const groupId of groupIds) await tx.push({ kind: WAITING_CHANGED, body: figures(groupId), access: 'agent-groups.view' });
      });
    } catch (problem) {
      report(problem);
    }
  }

  function flush(): void {
    timer = undefined;
    if (changed.size === 0) return;
    timer = setTimeout(flush, MOST_OFTEN_MS);
    timer.unref();
    void tell();
  }

  return {
    changed(groupIds: Iterable<number>): void {
      for (const groupId of groupIds) changed.add(groupId);
      if (!timer && !stopped) flush();
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
