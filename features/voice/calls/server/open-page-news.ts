import type { CallView } from '../core/call-view.ts';
import type { Db } from '#platform/server/db/db.ts';
import { inPieces } from '#platform/server/in-pieces.ts';
import { CALL_WARNED, CALLS_CHANGED } from '../contract.ts';
import { shownCalls } from './shown-calls.ts';
import type { PageNews } from './page-news.ts';

interface PageNewsParts {
  db: Db;
  report(problem: unknown): void;
  needsMasking(tenantId: number, userId: number): Promise<boolean>;
  viewsOf(tenantId: number, userId: number): CallView[];
}

/** Nobody sees whether a page is told now or then: it goes along with what is written of the agents. */
const PATIENCE_MS = 10;

export function openPageNews({ db, report, needsMasking, viewsOf }: PageNewsParts): PageNews {
  const underWay = new Set<Promise<void>>();

  /** Whoever of a tenant sees something else at once is told by one transaction: of the calls as they are then. */
  const pushViews = inPieces<number, void>(
    async (tenantId, userIds) => {
      const people = await Promise.all(
        [...new Set(userIds)].map(async (userId) => ({ userId, hidden: await needsMasking(tenantId, userId) })),
      );
      await db.atOnce(
        { tenantId },
        [],
        people.map(({ userId, hidden }) => ({
          kind: CALLS_CHANGED,
          body: shownCalls(viewsOf(tenantId, userId), hidden),
          to: { userId },
        })),
        PATIENCE_MS,
      );
      return userIds.map(() => {});
    },
    () => true,
  );

  return {
    changed(tenantId, userId) {
      const pushing = pushViews(tenantId, userId)
        .catch(report)
        .finally(() => underWay.delete(pushing));
      underWay.add(pushing);
    },
    warn: (tenantId, userId, warning) =>
      db.tenant({ tenantId }, (tx) => tx.push({ kind: CALL_WARNED, body: warning, to: { userId } })),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
