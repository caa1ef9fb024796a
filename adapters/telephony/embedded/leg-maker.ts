import type { LegId, TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { CarrierLeg } from '../carrier.ts';
import { carrierSignal, listenerOf } from './carrier-legs.ts';
import { ExchangeLeg, type LegSound } from './exchange-leg.ts';
import type { LegRegistryOptions } from './leg-registry.ts';
import type { SipCall, SipCallHandler } from './sip/sip-edge.ts';
import { handlerOf, signalOf } from './sip-legs.ts';
import { openCarrierEnd } from './sound/open-carrier-end.ts';
import { openPhoneEnd } from './sound/open-phone-end.ts';

/** Where a leg lives while it lives, and who hears of it. */
export interface LegHome {
  legs: Map<LegId, ExchangeLeg>;
  emit(event: TelephonyEvent): void;
}

type Made = ExchangeLeg['made'];

/** Makes legs: each with its sound at the switchboard and its signalling. */
export class LegMaker {
  /** `info` while a key of the signalling is passed on. */
  keyCameBy: 'rfc4733' | 'info' = 'rfc4733';
  readonly #world: Pick<LegRegistryOptions, 'switchboard' | 'metronome' | 'media' | 'nowMs' | 'report'>;
  readonly #legOfCall = new WeakMap<SipCall, ExchangeLeg>();

  constructor(world: Pick<LegRegistryOptions, 'switchboard' | 'metronome' | 'media' | 'nowMs' | 'report'>) {
    this.#world = world;
  }

  /** A leg with a phone of ours at its far side: a browser, or one on a port of SIP's own. */
  sipLeg(id: LegId, made: Made, account: string, home: LegHome): { leg: ExchangeLeg; handler: SipCallHandler } {
    const { metronome, media, report } = this.#world;
    const sound = openPhoneEnd({ metronome, ...media, onFault: report });
    const leg = this.#leg(id, made, account, { end: sound, close: () => sound.close() }, home);
    sound.onState((state) => {
      if (state === 'connected' || state === 'lost') leg.soundIs(state === 'connected');
    });
    const legOf = (call: SipCall): ExchangeLeg | undefined => this.#legOfCall.get(call);
    return { leg, handler: handlerOf(leg, sound, legOf, (pressed, key) => this.#keyPressed(pressed, key)) };
  }

  join(leg: ExchangeLeg, call: SipCall): void {
    this.#legOfCall.set(call, leg);
    leg.signal = signalOf(call);
  }

  carrierLeg(id: LegId, made: Made, call: CarrierLeg, home: LegHome): ExchangeLeg {
    call.listener = listenerOf(() => leg);
    const leg: ExchangeLeg = this.#leg(id, made, null, { end: openCarrierEnd(call), close: () => {} }, home);
    leg.signal = carrierSignal(call, leg);
    return leg;
  }

  #leg(id: LegId, made: Made, account: string | null, sound: LegSound, home: LegHome): ExchangeLeg {
    const { switchboard, nowMs } = this.#world;
    const leg = new ExchangeLeg({
      id,
      made,
      account,
      sound,
      nowMs,
      emit: home.emit,
      onEnd() {
        switchboard.remove(id);
        home.legs.delete(id);
        sound.close();
      },
    });
    home.legs.set(id, leg);
    switchboard.add(id, sound.end);
    return leg;
  }

  /** A key in the signalling counts like one in the sound: its partner gets it too. */
  #keyPressed(leg: ExchangeLeg, key: string): void {
    this.keyCameBy = 'info';
    try {
      leg.sound.end.listener.key(key);
    } finally {
      this.keyCameBy = 'rfc4733';
    }
  }
}
