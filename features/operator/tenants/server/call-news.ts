import { isUnavailable } from '#platform/server/db/db.ts';
import { pushTenantsChanged } from '#platform/server/operators.ts';
import { systemTimer, type After } from '#platform/server/timer.ts';
import type { World } from '#platform/server/world.ts';

/** Calls begin and end by the hundred: of many together comes one word. */
const PUSH_AFTER_MS = 3_000;

/** Tells the pages of operators that calls came or went, from the process where they did. */
export function openCallNews({ db, log }: Pick<World, 'db' | 'log'>, after: After = systemTimer) {
  let cancel: (() => void) | null = null;
  let telling: Promise<void> = Promise.resolve();
  function pushCallNews(): void {
    cancel = null;
    telling = db
      .everyTenant('operators are told of calls', (tx) => pushTenantsChanged(tx))
      .catch((problem: unknown) => {
        if (!isUnavailable(problem)) log.error({ err: problem }, 'operators could not be told of calls');
      });
  }
  return {
    changed: (): void => void (cancel ??= after(PUSH_AFTER_MS, pushCallNews)),
    async stop(): Promise<void> {
      cancel?.();
      cancel = null;
      await telling;
    },
  };
}
