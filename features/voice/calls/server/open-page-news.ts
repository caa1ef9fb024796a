import type { CallView } from '../core/call-view.ts';
import { coalesceEach } from '#core/coalesce.ts';
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
  async function tell(tenantId: number, userId: number): Promise<void> {
    const hidden = await needsMasking(tenantId, userId);
    await db.tenant({ tenantId }, (tx) =>
      tx.push({ kind: CALLS_CHANGED, body: shownCalls(viewsOf(tenantId, userId), hidden), to: { userId } }),
    );
  }

  const telling = coalesceEach((tenantId: number, userId: number) => tell(tenantId, userId).catch(report));

  return {
    changed: (tenantId, userId) => void telling.ask(tenantId, userId),
    warn: (tenantId, userId, warning) =>
      db.tenant({ tenantId }, (tx) => tx.push({ kind: CALL_WARNED, body: warning, to: { userId } })),
    settled: telling.settled,
  };
}
