import type { CarrierLeg } from '#adapters/telephony/carrier.ts';
import type { Trunks } from '#core/trunk/trunks.port.ts';
import type { LeadCall } from './trunk-lead.ts';

export interface OpenTrunks extends Trunks {
  /** From now on calls of lent lines are led to where their numbers are answered. */
  leadCalls(lead: LeadCall): void;
  /** A call another process took for us over the same line; false: it is none of ours. */
  takeLed(carrier: string, leg: CarrierLeg): boolean;
  stop(): Promise<void>;
}
