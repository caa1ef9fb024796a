import type { CallView } from '../core/call-view.ts';
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
