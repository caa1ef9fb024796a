import { endOfSip } from './end-causes.ts';
import type { ExchangeLeg, LegSignal } from './exchange-leg.ts';
import type { SipCall, SipCallHandler } from './sip/sip-edge.ts';
import type { PhoneEnd } from './sound/phone-end.ts';

const GONE_TRANSFER_STATUS = 481;

/** What a phone does, told to its leg. */
export function handlerOf(
  leg: ExchangeLeg,
  sound: PhoneEnd,
  legOf: (call: SipCall) => ExchangeLeg | undefined,
  pressed: (leg: ExchangeLeg, key: string) => void,
): SipCallHandler {
  return {
    describe: (offer, rtpSource) => sound.describe(offer, rtpSource),
    offer: () => sound.offer(),
    agree: (answer) => sound.agree(answer),
    ringing: () => leg.rings(),
    accepted: () => leg.answered(),
    held: (held) => leg.held(held),
    key: (key) => pressed(leg, key),
    transferAsked(to, replaces) {
      if (replaces === null) return leg.asksTransfer(to, null);
      const replaced = legOf(replaces);
      // The call to be handed over ended meanwhile.
      if (!replaced || replaced.at === 'ended') leg.signal.reportTransfer(GONE_TRANSFER_STATUS);
      else leg.asksTransfer(to, replaced.id);
    },
    disconnected: () => leg.away(true),
    reconnected: () => leg.away(false),
    ended: (end) => leg.ended(endOfSip(leg.made, end)),
  };
}

export const signalOf = (call: SipCall): LegSignal => ({
  ring: () => call.ring(),
  openEarly: () => call.progress(),
  accept: () => call.accept(),
  refuse: (sipStatus, reason) => call.reject(sipStatus, reason),
  end: () => call.end(),
  reportTransfer: (sipStatus) => call.notifyTransfer(sipStatus),
});
