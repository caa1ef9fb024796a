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
    ended: (sipStatus, q850) => leg().ended(endOfCarrier(leg().made, leg().at === 'answered', sipStatus, q850)),
  };
}

/** Answered is a leg when its far side confirmed; a line of our own does so at once. */
export function carrierSignal(call: CarrierLeg, leg: ExchangeLeg): LegSignal {
  let isRefusable = leg.made === 'offered';
  return {
    ring: () => call.ringing(),
    openEarly: async () => call.earlyMedia(),
    async accept() {
      isRefusable = false;
      const confirmed = call.answer();
      if (confirmed) void confirmed.then(() => leg.answered());
      else leg.answered();
    },
    refuse: (sipStatus) => (isRefusable ? call.refuse(sipStatus) : call.hangUp()),
    end: () => (isRefusable ? call.refuse(480) : call.hangUp()),
    reportTransfer: () => {},
  };
}
