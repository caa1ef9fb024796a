import type { CarrierLeg, CarrierListener } from '../carrier.ts';
import { endOfCarrier } from './end-causes.ts';
import type { ExchangeLeg, LegSignal } from './exchange-leg.ts';

/** What the outside does, told to its leg. It is wanted before the leg exists. */
export function listenerOf(leg: () => ExchangeLeg): CarrierListener {
  return {
    ringing: () => leg().rings(),
    earlyMedia: () => leg().speaksEarly(),
    answered: () => leg().answered(),
    held: (held) => leg().held(held),
    ended: (sipStatus) => leg().ended(endOfCarrier(leg().made, leg().at === 'answered', sipStatus)),
  };
}

/** Answering needs no confirmation: the line is our own. */
export function carrierSignal(call: CarrierLeg, leg: ExchangeLeg): LegSignal {
  let isRefusable = leg.made === 'offered';
  return {
    ring: () => call.ringing(),
    openEarly: async () => call.earlyMedia(),
    async accept() {
      isRefusable = false;
      call.answer();
      leg.answered();
    },
    refuse: (sipStatus) => call.refuse(sipStatus),
    end: () => (isRefusable ? call.refuse(480) : call.hangUp()),
    reportTransfer: () => {},
  };
}
