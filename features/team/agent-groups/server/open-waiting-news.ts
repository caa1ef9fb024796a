import type { Db } from '#platform/server/db/db.ts';
import { LINE_CHANGED, MY_GROUPS_CHANGED, WAITING_CHANGED, type LineNow } from '../contract.ts';
import type { WaitingNews } from './waiting-news.ts';

const MOST_OFTEN_MS = 1_000;

interface NewsParts {
  db: Db;
  tenantId: number;
  figures(groupId: number): LineNow;
  report(problem: unknown): void;
}

export function openWaitingNews({ db, tenantId, figures, report }: NewsParts): WaitingNews {
  const changed = new Set<number>();
  let groupsChanged = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function pushLines(): Promise<void> {
    const groupIds = [...changed];
    const isOther = groupsChanged;
    changed.clear();
    groupsChanged = false;
    try {
      await db.tenant({ tenantId }, async (tx) => {
        for (const groupId of groupIds) {
          const { oldestCallerAt, callbacksMark, ...body } = figures(groupId);
          await tx.push({ kind: WAITING_CHANGED, body, access: 'agent-groups.view' });
          await tx.push({
            kind: LINE_CHANGED,
            body: { ...body, oldestCallerAt, callbacksMark },
            access: 'agent-groups.use',
          });
        }
        // After the lines: whoever asks because of it learns no less.
        if (isOther) await tx.push({ kind: MY_GROUPS_CHANGED, body: {}, access: 'agent-groups.use' });
      });
    } catch (problem) {
      report(problem);
    }
  }

  function flush(): void {
    timer = undefined;
    if (changed.size === 0 && !groupsChanged) return;
    timer = setTimeout(flush, MOST_OFTEN_MS);
    timer.unref();
    void pushLines();
  }

  return {
    changed(groupIds) {
      for (const groupId of groupIds) changed.add(groupId);
      if (!timer && !stopped) flush();
    },
    groupsChanged() {
      groupsChanged = true;
      if (!timer && !stopped) flush();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
