import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { CallMoney, WantedHold, WantedHolds } from '#core/money/call-money.ts';
import type { ChargeMark, LegCharge } from '#core/money/leg-charge.ts';
import { unread, type Db, type TenantTx } from '#platform/server/db/db.ts';

/** As whose minutes they are priced. */
export type ChargedKind = 'manual' | 'task' | 'ai' | 'inbound';

/** The call whose record settles what is held. `isMore`: beside the line to its customer, such as somebody it is handed on to. */
export interface HoldFor {
  callId: string;
  isMore?: boolean;
}

/** Longer nobody waits for a record; a call that goes on keeps it longer. */
const UNBEGUN_MS = 10 * 60_000;
const GOES_ON_MS = 30 * 60_000;

/** SQL: what a plan has to know of money, in its own question; null where nobody counts it. A call that an AI campaign makes is talked on by a flow. */
export const callMoney = (
  kind: RawBuilder<unknown>,
  country: RawBuilder<unknown>,
  number: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
  byFlow: RawBuilder<unknown> = sql`${kind}::text = 'ai'`,
): RawBuilder<CallMoney | null> =>
  sql<CallMoney | null>`call_money(${kind}::text, ${country}::text, ${number}::text, ${byFlow}, ${now}::timestamptz)`;

/** What lies ready for a call. */
export interface HeldCharges {
  charge: LegCharge | null;
  flowCharge: LegCharge | null;
}

/** In the transaction of the plan. Null: there is not so much after all, and nothing is held. Where nothing costs anything nothing is asked. */
export async function takeHolds(
  tx: TenantTx,
  { line, flow }: WantedHolds,
  forCall: HoldFor | undefined,
  nowMs: number,
): Promise<HeldCharges | null> {
  if (!forCall || (!line && !flow)) return { charge: null, flowCharge: null };
  const { callId, isMore = false } = forCall;
  const lineRef = isMore ? `${callId}/${randomUUID().slice(0, 8)}` : callId;
  const wanted = [...(line ? [{ ref: lineRef, ...line }] : []), ...(flow ? [{ ref: `${callId}/ai`, ...flow }] : [])];
  const until = new Date(nowMs + UNBEGUN_MS);
  const taken = wanted.map(
    ({ ref, amountE4, price }) =>
      sql`money_hold_take(${ref}, ${callId}, ${amountE4}, ${JSON.stringify(price)}::jsonb, ${until})`,
  );
  const { rows } = await sql<{ taken: boolean[] }>`select array[${sql.join(taken)}] taken`.execute(tx.as());
  if (rows[0]!.taken.every(Boolean))
    return { charge: line && chargeOf(lineRef, line), flowCharge: flow && chargeOf(`${callId}/ai`, flow) };
  await releaseHolds(
    tx,
    wanted.map(({ ref }) => ref),
  );
  return null;
}

const chargeOf = (ref: string, { price, coveredSec, freeTrunkIds }: WantedHold): LegCharge => {
  const { firstSec, nextSec, minuteE4, setupE4 } = price;
  return { ref, price: { firstSec, nextSec, minuteE4, setupE4 }, coveredSec, freeTrunkIds };
};

/** Nothing came of these. */
export async function releaseHolds(tx: TenantTx, refs: readonly string[]): Promise<void> {
  await sql`${unread} select money_hold_release(ref) from unnest(${refs}::text[]) ref`.execute(tx.as());
}

/** Keeps money ready for calls that go on. */
export interface CallHolds {
  /** Null: nothing is held for it any more. */
  more(tenantId: number, ref: string, amountE4: number): Promise<boolean | null>;
}

export const openCallHolds = (db: Db, nowMs: () => number): CallHolds => ({
  async more(tenantId, ref, amountE4) {
    const until = new Date(nowMs() + GOES_ON_MS);
    const { rows } = await db.tenant({ tenantId }, (tx) =>
      sql<{
        held: boolean | null;
      }>`select money_hold_more(${ref}, ${amountE4}, ${until}) held`.execute(tx.as()),
    );
    return rows[0]!.held;
  },
});

/** What the book knows of legs that hold money, before their record is closed: its end settles them. */
export async function markHolds(tx: TenantTx, marks: readonly ChargeMark[]): Promise<void> {
  if (marks.length > 0) await sql`${unread} select money_hold_marks(${JSON.stringify(marks)}::jsonb)`.execute(tx.as());
}
