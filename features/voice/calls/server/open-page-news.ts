import type { CallView } from '../core/call-view.ts';
import type { Db } from '#platform/server/db/db.ts';
import { CALL_WARNED, CALLS_CHANGED } from '../contract.ts';
import { shownCalls } from './shown-calls.ts';
import type { PageNews } from './page-news.ts';

interface PageNewsParts {
  db: Db;
  report(problem: unknown): void;
  needsMasking(tenantId: number, userId: number): Promise<boolean>;
  viewsOf(tenantId: number, userId: number): CallView[];
}

export function openPageNews({ db, report, needsMasking, viewsOf }: PageNewsParts): PageNews {
  /** People whose pages are being told, and whether something changed since. */
  const telling = new Map<string, { again: boolean; done: Promise<void> }>();

  async function tell(tenantId: number, userId: number): Promise<void> {
    const hidden = await needsMasking(tenantId, userId);
    await db.tenant({ tenantId }, (tx) =>
      tx.push({ kind: CALLS_CHANGED, body: shownCalls(viewsOf(tenantId, userId), hidden), to: { userId } }),
    );
  }

  async function tellUntilQuiet(key: string, tenantId: number, userId: number): Promise<void> {
    for (;;) {
      const turn = telling.get(key)!;
      turn.again = false;
      try {
        await tell(tenantId, userId);
      } catch (problem) {
        report(problem);
      }
      if (turn.again) continue;
      telling.delete(key);
      return;
    }
  }

  return {
    changed(tenantId, userId) {
      const key = `${tenantId}.${userId}`;
      const turn = telling.get(key);
      if (turn) return void (turn.again = true);
      const fresh = { again: false, done: Promise.resolve() };
      telling.set(key, fresh);
      fresh.done = tellUntilQuiet(key, tenantId, userId);
    },
    warn: (tenantId, userId, warning) =>
      db.tenant({ tenantId }, (tx) => tx.push({ kind: CALL_WARNED, body: warning, to: { userId } })),
    async settled() {
      while (telling.size > 0) await Promise.all([...telling.values()].map(({ done }) => done));
    },
  };
}
