import { systemTimer, type After } from '#platform/server/timer.ts';
import type { DialerNow } from '../contract.ts';
import type { CampaignEngine } from './engine.ts';
import { shownNow } from './shown-dialer.ts';

/** People read no faster. */
const EMIT_EVERY_MS = 1_000;

export interface LiveWatch {
  /** Tells how a task stands now, and then whenever that changed; answers how to stop. */
  watch(tenantId: number, taskId: number, listener: (now: DialerNow | null) => void): () => void;
  stop(): void;
}

interface WatchedTask {
  tenantId: number;
  taskId: number;
  listeners: Set<(now: DialerNow | null) => void>;
  /** Told lately: until then nothing more is said. */
  rest: (() => void) | null;
  hasChanged: boolean;
}

/** Who looks at tasks. Nothing is done for tasks nobody looks at, and whoever looks hears at most once a second. */
export function openLiveWatch(
  engine: Pick<CampaignEngine, 'live' | 'onChange'>,
  after: After = systemTimer,
): LiveWatch {
  const watched = new Map<string, WatchedTask>();
  const keyOf = (tenantId: number, taskId: number): string => `${tenantId} ${taskId}`;

  function stand({ tenantId, taskId }: WatchedTask): DialerNow | null {
    const live = engine.live(tenantId, taskId);
    return live && shownNow(live);
  }

  function emitNow(task: WatchedTask): void {
    const now = stand(task);
    for (const listener of task.listeners) listener(now);
    task.hasChanged = false;
    task.rest = after(EMIT_EVERY_MS, () => {
      task.rest = null;
      if (task.hasChanged) emitNow(task);
    });
  }

  const unhear = engine.onChange((tenantId, taskId) => {
    const task = watched.get(keyOf(tenantId, taskId));
    if (!task) return;
    if (task.rest) task.hasChanged = true;
    else emitNow(task);
  });

  return {
    watch(tenantId, taskId, listener) {
      const key = keyOf(tenantId, taskId);
      const task = watched.get(key) ?? { tenantId, taskId, listeners: new Set(), rest: null, hasChanged: false };
      watched.set(key, task);
      task.listeners.add(listener);
      listener(stand(task));
      return () => {
        task.listeners.delete(listener);
        if (task.listeners.size > 0) return;
        task.rest?.();
        watched.delete(key);
      };
    },
    stop() {
      unhear();
      for (const { rest } of watched.values()) rest?.();
      watched.clear();
    },
  };
}
