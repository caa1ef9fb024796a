import type { LegId, TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { UnbegunCalls } from './unbegun-calls.ts';

export type LegOffered = Extract<TelephonyEvent, { type: 'legOffered' }>;

export interface Reception {
  /** Somebody calls: where the call may go is looked up, then it begins or is refused. */
  offered(event: LegOffered): void;
  /** An event of a leg that belongs to no call yet. */
  received(event: TelephonyEvent & { leg: LegId }): void;
  /** Where this leg's call may go is being looked up. */
  isArriving(leg: LegId): boolean;
  /** Calls that end before they begin, of whom no leg is received. */
  unbegun: UnbegunCalls;
  settled(): Promise<void>;
}
