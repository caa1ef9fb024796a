import { sql } from 'kysely';
import type { HeldPrice } from '#core/money/held-price.ts';
import { textOnce } from '#platform/server/db/text-once.ts';

/** What a call keeps of the balance while it lives. */
export interface HoldWish {
  /** Of what will be charged: `<call id>` or `<call id>/<leg>`. */
  ref: string;
  callId: string;
  amountE4: number;
  price: HeldPrice;
  /** Behind this moment, and without a record, it is given back. */
  until: Date;
}

/** SQL of one row and column `held`: false when there is not so much. Where nobody counts, nothing is held and nothing refused. */
export const takeHold = ({ ref, callId, amountE4, price, until }: HoldWish) =>
  taking(ref, callId, amountE4, JSON.stringify(price), until);
const taking = textOnce(
  (ref: string, callId: string, amountE4: number, price: string, until: Date) =>
    sql<{ held: boolean }>`select money_hold_take(${ref}, ${callId}, ${amountE4}, ${price}::jsonb, ${until}) held`,
);

/** SQL of one row and column `held`: false when there is not so much, null when nothing is held by this name. It is kept longer in any case. */
export const holdMore = textOnce(
  (ref: string, amountE4: number, until: Date) =>
    sql<{ held: boolean | null }>`select money_hold_more(${ref}, ${amountE4}, ${until}) held`,
);

/** SQL: the outside line was answered; what is charged counts from here. */
export const holdAnswered = textOnce((ref: string, at: Date) => sql<object>`select money_hold_answered(${ref}, ${at})`);

/** SQL: it ended before its call did, or at another moment than the record will say. */
export const holdEnded = textOnce((ref: string, at: Date) => sql<object>`select money_hold_ended(${ref}, ${at})`);

/** SQL: nothing came of it. */
export const releaseHold = textOnce((ref: string) => sql<object>`select money_hold_release(${ref})`);
