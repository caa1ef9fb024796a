import type { MinutePrice } from './cost.ts';

/** What one leg to the outside, or the talk of a flow, costs while it goes on: money lies ready for it under this name. */
export interface LegCharge {
  ref: string;
  price: MinutePrice;
  /** Its talk is paid for until then. */
  coveredSec: number;
  /** Lines of the tenant's own, over which it costs nothing. */
  freeTrunkIds: readonly number[];
}

/** What became of a leg that costs something, for whoever settles it: from here it is charged, until here, in which call, or not at all. */
export interface ChargeMark {
  ref: string;
  answeredMs?: number;
  endedMs?: number;
  /** It belongs to another call now. */
  callId?: string;
  isFree?: true;
}
