import {
  dialledSums,
  dialledUnderWay,
  memberOrders,
  type DialledSums,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { AiOrderStatus } from '#shared/codes/ai-order-status.ts';
import type { AiStatistics } from '../contract.ts';
import { aiStatusOf } from '../core/ai-call-status.ts';

/** Rows of the same key, added up. */
function addedUp<Key>(rows: readonly DialledSums[], keyOf: (row: DialledSums) => Key | null) {
  const sums = new Map<Key, { calls: number; connected: number }>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const known = sums.get(key) ?? { calls: 0, connected: 0 };
    sums.set(key, { calls: known.calls + row.calls, connected: known.connected + row.connected });
  }
  return sums;
}

/** What a task has come to, but for what its own row counts. */
export async function aiFigures(
  tx: TenantTx,
  campaignId: number,
  zone: string,
): Promise<Omit<AiStatistics, 'customers' | 'completed'>> {
  const rows = await dialledSums(tx, campaignId, zone);
  const orders = new Map(
    (await memberOrders(tx, campaignId).counts()).map(({ order, customers }) => [order, customers]),
  );
  const underWay = await dialledUnderWay(tx, campaignId);
  const total = (of: (row: DialledSums) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  const results = addedUp(rows, ({ aiResult }) => aiResult);
  return {
    orders: AiOrderStatus.rows.map(({ code }) => ({ orderStatus: code, customers: orders.get(code) ?? 0 })),
    calls: total(({ calls }) => calls),
    connected: total(({ connected }) => connected),
    underWay: underWay.reduce((sum, { calls }) => sum + calls, 0),
    talkSec: total(({ talkSec }) => talkSec),
    statuses: [...addedUp(rows, ({ status }) => aiStatusOf(status))]
      .map(([status, { calls }]) => ({ status, calls }))
      .toSorted((a, b) => b.calls - a.calls || a.status - b.status),
    results: [...results]
      .map(([result, { calls }]) => ({ result, calls }))
      .toSorted((a, b) => b.calls - a.calls || a.result - b.result),
    machines: results.get(AiCallResult.voicemail)?.calls ?? 0,
    transferred: {
      succeeded: results.get(AiCallResult.transferSucceeded)?.calls ?? 0,
      failed: results.get(AiCallResult.transferFailed)?.calls ?? 0,
    },
    days: [...addedUp(rows, ({ day }) => day)]
      .map(([day, sums]) => ({ day, ...sums }))
      .toSorted((a, b) => a.day.localeCompare(b.day)),
    hours: [...addedUp(rows, ({ hour }) => hour)]
      .map(([hour, sums]) => ({ hour, ...sums }))
      .toSorted((a, b) => a.hour - b.hour),
  };
}
