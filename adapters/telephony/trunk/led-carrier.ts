import { carrierCall, type Carrier, type CarrierLeg } from '../carrier.ts';
import { joinLegs } from './join-legs.ts';

/** A line that several processes have: who calls over it may be answered in another one. */
export interface LedCarrier extends Carrier {
  /** A call that another process took over its own; false while nobody takes any. */
  take(leg: CarrierLeg): boolean;
}

/** Calls that come in wait until it is known where they are answered: `lead` says true where it took one, and refuses by throwing. */
export function ledCarrier(carrier: Carrier, lead: (leg: CarrierLeg) => Promise<boolean>): LedCarrier {
  let offer: ((leg: CarrierLeg) => void) | null = null;

  function receive(leg: CarrierLeg): void {
    const { near, far } = carrierCall(leg.to, leg.from, leg.headers, leg.networkWord);
    const heldBack: (() => void)[] = [];
    leg.listener = {
      ended: (status, q850) =>
        void heldBack.push(() => (status === null ? far.hangUp(q850) : far.refuse(status, q850))),
      sound: (end) => void heldBack.push(() => far.speakThrough(end)),
    };
    lead(near)
      .then((isLed) => {
        joinLegs(leg, far);
        if (!isLed) offer?.(near);
        for (const passOn of heldBack) passOn();
      })
      .catch(() => leg.refuse(503));
  }

  return {
    place: (leg) => carrier.place(leg),
    stop: () => carrier.stop(),
    onCall(listener) {
      offer = listener;
      carrier.onCall(receive);
    },
    take(leg) {
      offer?.(leg);
      return offer !== null;
    },
  };
}
