import type { CarrierLeg } from '#adapters/telephony/carrier.ts';

/** Leads a call that came in over a lent trunk to where its number is answered; false: that is here, or nobody's. */
export type LeadCall = (carrier: string, leg: CarrierLeg) => Promise<boolean>;
