import type { CallView } from '../core/call-view.ts';
import { coalesceEach } from '#core/coalesce.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { Db } from '#platform/server/db/db.ts';
import { CALL_WARNED, CALLS_CHANGED, type LiveCalls } from '../contract.ts';

interface PageNewsParts {
  db: Db;
  report(problem: unknown): void;
  needsMasking(tenantId: number, userId: number): Promise<boolean>;
  viewsOf(tenantId: number, userId: number): CallView[];
}

export interface PageNews {
  /** A person's pages are told how their calls stand. Changes in quick succession are told once, the last one always. */
  changed(tenantId: number, userId: number): void;
  warn(tenantId: number, userId: number, warning: { callId: string; what: string }): Promise<void>;
  settled(): Promise<void>;
}

/** How calls look to a person; numbers are hidden from those who may not know them. */
export const shownCalls = (views: readonly CallView[], hidden: boolean): LiveCalls => ({
  calls: hidden ? views.map(masked) : [...views],
});

function masked(view: CallView): CallView {
  const { direction, customerNumber, transfer } = view;
  return {
    ...view,
    // A colleague's own number is no secret; whom a colleague is handed to may be a customer.
    customerNumber: direction === 'internal' ? customerNumber : maskPhone(customerNumber),
    transfer: transfer && { ...transfer, to: transfer.toUserId === null ? maskPhone(transfer.to) : transfer.to },
  };
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
