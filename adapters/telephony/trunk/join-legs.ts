import type { CarrierLeg } from '../carrier.ts';

/** What either hears the other is told: two calls that each have one end here become one. */
export function joinLegs(one: CarrierLeg, other: CarrierLeg): void {
  forwardEvents(one, other);
  forwardEvents(other, one);
}

function forwardEvents(from: CarrierLeg, to: CarrierLeg): void {
  from.listener = {
    ringing: () => to.ringing(),
    earlyMedia: () => to.earlyMedia(),
    answered: () => to.answer(),
    ended: (status, q850) => (status === null ? to.hangUp(q850) : to.refuse(status, q850)),
    held: (held) => to.hold(held),
    sound: (end) => to.speakThrough(end),
    frame: (frame) => to.send(frame),
    key: (key) => to.pressKey(key),
  };
}
