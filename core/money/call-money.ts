import { firstHold, type HeldTime } from './cost.ts';
import type { HeldPrice } from './held-price.ts';

/** What is known of the money of a tenant whose money is counted, for one call. */
export interface CallMoney {
  /** Of the balance, with what it may owe, and without what other calls hold. */
  availableE4: number;
  /** A list in force has prices of such calls: one without a price is refused. */
  isPriced: boolean;
  price: HeldPrice | null;
  /** The same for the minutes a flow talks; none where no flow will. */
  isFlowPriced: boolean;
  flowPrice: HeldPrice | null;
  /** Lines it set up itself cost nothing. */
  ownLinesFree: boolean;
}

/** What has to lie ready before a call begins. */
export interface WantedHold extends HeldTime {
  price: HeldPrice;
  freeTrunkIds: readonly number[];
}

export interface WantedHolds {
  line: WantedHold | null;
  flow: WantedHold | null;
}

export const NO_CHARGE: WantedHolds = { line: null, flow: null };

/** Whether a call may be paid for, over whichever of these lines it leaves or comes. */
export function chargesOf(
  money: CallMoney | null,
  lines: readonly { id: number; isOwn: boolean }[],
): WantedHolds | { refused: 'balance' | 'noPrice' } {
  if (!money) return NO_CHARGE;
  const freeTrunkIds = lines.flatMap(({ id, isOwn }) => (money.ownLinesFree && isOwn ? [id] : []));
  const isFree = freeTrunkIds.length === lines.length;
  if ((money.isPriced && !money.price && !isFree) || (money.isFlowPriced && !money.flowPrice))
    return { refused: 'noPrice' };
  const line = isFree ? null : wanted(money.price, freeTrunkIds);
  const flow = wanted(money.flowPrice, []);
  return (line?.amountE4 ?? 0) + (flow?.amountE4 ?? 0) > money.availableE4 ? { refused: 'balance' } : { line, flow };
}

/** What costs nothing holds nothing. */
const wanted = (price: HeldPrice | null, freeTrunkIds: readonly number[]): WantedHold | null =>
  price && (price.minuteE4 > 0 || price.setupE4 > 0) ? { price, ...firstHold(price), freeTrunkIds } : null;
