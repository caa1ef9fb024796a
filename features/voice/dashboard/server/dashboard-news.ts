import { isUnavailable } from '#platform/server/db/db.ts';
import { systemTimer, type After } from '#platform/server/timer.ts';
import type { World } from '#platform/server/world.ts';
import { DASHBOARD_CHANGED } from '../contract.ts';

/** Pages read their figures anew when they are told; on a busy morning something changes all the time. */
const PUSH_EVERY_MS = 1_000;

export interface DashboardNews {
  changed(what: { tenantId: number }): void;
  stop(): Promise<void>;
}

/** Tells those who look at figures that there are new ones: at once, and then once a second for as long as there are. */
export function openDashboardNews({ db, log }: Pick<World, 'db' | 'log'>, after: After = systemTimer): DashboardNews {
  /** Tenants that were told lately, and whether something changed since. */
  const resting = new Map<number, { hasChanged: boolean; clear(): void }>();
  const telling = new Set<Promise<void>>();

  function pushChange(tenantId: number): void {
    const pushing = db
      .tenant({ tenantId }, (tx) => tx.push({ kind: DASHBOARD_CHANGED, body: {}, access: 'dashboard.view' }))
      .catch((problem: unknown) => {
        if (!isUnavailable(problem)) log.error({ err: problem, tenantId }, 'dashboards could not be told');
      })
      .finally(() => telling.delete(pushing));
    telling.add(pushing);
    resting.set(tenantId, { hasChanged: false, clear: after(PUSH_EVERY_MS, () => rested(tenantId)) });
  }

  function rested(tenantId: number): void {
    const { hasChanged } = resting.get(tenantId)!;
    resting.delete(tenantId);
    if (hasChanged) pushChange(tenantId);
  }

  return {
    changed({ tenantId }) {
      const rest = resting.get(tenantId);
      if (rest) rest.hasChanged = true;
      else pushChange(tenantId);
    },
    async stop() {
      for (const { clear } of resting.values()) clear();
      resting.clear();
      await Promise.all(telling);
    },
  };
}
