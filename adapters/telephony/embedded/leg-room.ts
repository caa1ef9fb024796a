import { randomUUID } from 'node:crypto';
import {
  legId,
  type LegId,
  type RingOptions,
  type Target,
  type TelephonyEvent,
} from '#core/telephony/telephony.port.ts';
import { carrierCall, type Carrier, type CarrierLeg, type Metronome } from '../carrier.ts';
import { carrierSignal, listenerOf } from './carrier-legs.ts';
import type { LegEnd } from './end-causes.ts';
import { ExchangeLeg, type LegSound } from './exchange-leg.ts';
import { serveOwnNumber } from './own-numbers.ts';
import type { SipCall, SipCallHandler, SipEdge, SipEdgeEvent } from './sip/sip-edge.ts';
import { handlerOf, signalOf } from './sip-legs.ts';
import { openCarrierEnd } from './sound/carrier-end.ts';
import type { Switchboard } from './sound/switchboard.ts';
import { openWebRtcEnd, type WebRtcEnd, type WebRtcEndOptions } from './sound/webrtc-end.ts';

export interface LegRoomOptions {
  edge: SipEdge;
  switchboard: Switchboard;
  metronome: Metronome;
  carriers: Readonly<Record<string, Carrier>>;
  media: Pick<WebRtcEndOptions, 'udpPort' | 'bindAddress' | 'announcedAddress' | 'iceServers'>;
  /** Of what the exchange says by itself. */
  language: string;
  nowMs(): number;
  tell(event: TelephonyEvent): void;
  report(problem: unknown): void;
}

type Invited = Extract<SipEdgeEvent, { type: 'invited' }>;

const NO_LINE: LegEnd = { cause: 'unreachable', sipStatus: 503, by: 'us' };
const UNANSWERED: LegEnd = { cause: 'noAnswer', sipStatus: 408, by: 'us' };
const FAILED: LegEnd = { cause: 'failed', sipStatus: 500, by: 'us' };

/** Every leg there is: how each comes to be, and how we end it. A leg that fails takes no other with it. */
export interface LegRoom {
  readonly legs: ReadonlyMap<LegId, ExchangeLeg>;
  /** Calls to the exchange's own numbers: legs the product never hears of. */
  readonly ownCalls: ReadonlyMap<LegId, ExchangeLeg>;
  all(): ExchangeLeg[];
  ring(id: LegId, target: Target, options: RingOptions): void;
  /** One of our phones calls. */
  offerPhone(invited: Invited): void;
  serveOwn(invited: Invited): void;
  /** Somebody outside calls. */
  offerOutside(line: string, call: CarrierLeg): void;
  accept(leg: ExchangeLeg): Promise<void>;
  /** Ends a leg from our side; what its far side still says is not heard any more. */
  end(leg: ExchangeLeg, how: LegEnd): void;
  /** `info` while a key of the signalling is passed on. */
  keyCameBy(): 'rfc4733' | 'info';
}

export function openLegRoom({
  edge,
  switchboard,
  metronome,
  carriers,
  media,
  language,
  nowMs,
  tell,
  report,
}: LegRoomOptions): LegRoom {
  const legs = new Map<LegId, ExchangeLeg>();
  const ownCalls = new Map<LegId, ExchangeLeg>();
  const legOfCall = new WeakMap<SipCall, ExchangeLeg>();
  let keyCameBy: 'rfc4733' | 'info' = 'rfc4733';
  const product = { legs, tell };

  function openLeg(
    id: LegId,
    made: ExchangeLeg['made'],
    account: string | null,
    sound: LegSound,
    home: typeof product,
  ): ExchangeLeg {
    const leg = new ExchangeLeg({
      id,
      made,
      account,
      sound,
      nowMs,
      tell: home.tell,
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

  /** A leg with a browser at its far side. */
  function openSipLeg(
    id: LegId,
    made: ExchangeLeg['made'],
    account: string,
    home = product,
  ): { leg: ExchangeLeg; handler: SipCallHandler } {
    const sound: WebRtcEnd = openWebRtcEnd({ metronome, ...media, onFault: report });
    const leg = openLeg(id, made, account, { end: sound, close: () => sound.close() }, home);
    sound.onState((state) => {
      if (state === 'connected' || state === 'lost') leg.soundIs(state === 'connected');
    });
    return { leg, handler: handlerOf(leg, sound, (call) => legOfCall.get(call), pressed) };
  }

  function join(leg: ExchangeLeg, call: SipCall): void {
    legOfCall.set(call, leg);
    leg.signal = signalOf(call);
  }

  /** A key in the signalling counts like one in the sound: its partner gets it too. */
  function pressed(leg: ExchangeLeg, key: string): void {
    keyCameBy = 'info';
    try {
      leg.sound.end.heard.key(key);
    } finally {
      keyCameBy = 'rfc4733';
    }
  }

  function openCarrierLeg(id: LegId, made: ExchangeLeg['made'], call: CarrierLeg): ExchangeLeg {
    call.heard = listenerOf(() => leg);
    const leg: ExchangeLeg = openLeg(id, made, null, { end: openCarrierEnd(call), close: () => {} }, product);
    leg.signal = carrierSignal(call, leg);
    return leg;
  }

  function ringAccount(
    id: LegId,
    account: string,
    { callerId, callerName = '', headers = {}, timeoutMs }: RingOptions,
  ): void {
    const { leg, handler } = openSipLeg(id, 'placed', account);
    try {
      join(
        leg,
        edge.invite(account, { callId: randomUUID(), callerId, callerName, headers, timeoutMs, handle: handler }),
      );
    } catch (problem) {
      report(problem);
      leg.ended(FAILED);
    }
  }

  function ringOutside(id: LegId, number: string, line: string, { callerId, timeoutMs }: RingOptions): void {
    const { near, far } = carrierCall(number, callerId);
    const leg = openCarrierLeg(id, 'placed', near);
    const carrier = Object.hasOwn(carriers, line) ? carriers[line] : undefined;
    if (!carrier) return leg.ended(NO_LINE);
    leg.ringTimer = setTimeout(() => end(leg, UNANSWERED), timeoutMs);
    try {
      carrier.place(far);
    } catch (problem) {
      report(problem);
      end(leg, FAILED);
    }
  }

  async function accept(leg: ExchangeLeg): Promise<void> {
    try {
      await leg.signal.accept();
    } catch (problem) {
      report(problem);
      end(leg, FAILED);
    }
  }

  function end(leg: ExchangeLeg, how: LegEnd): void {
    if (leg.at === 'ended') return;
    leg.ended(how);
    try {
      leg.signal.end();
    } catch (problem) {
      report(problem);
    }
  }

  return {
    legs,
    ownCalls,
    all: () => [...legs.values(), ...ownCalls.values()],
    ring(id, target, options) {
      if (legs.has(id)) throw new Error('a leg of this name exists already');
      if ('account' in target) ringAccount(id, target.account, options);
      else ringOutside(id, target.number, target.line, options);
    },
    offerPhone({ account, isGuest, to, headers, call }) {
      const { leg, handler } = openSipLeg(legId(randomUUID()), 'offered', account);
      call.handle = handler;
      join(leg, call);
      tell({
        type: 'legOffered',
        leg: leg.id,
        from: isGuest ? { guest: account } : { account },
        to,
        headers,
        sipCallId: call.sipCallId,
      });
    },
    serveOwn({ account, to, call }) {
      const { leg, handler } = openSipLeg(legId(randomUUID()), 'offered', account, {
        legs: ownCalls,
        tell: (event) => {
          if (event.type === 'legAnswered') serveOwnNumber(switchboard, leg.id, to, language);
        },
      });
      call.handle = handler;
      join(leg, call);
      void accept(leg);
    },
    offerOutside(line, call) {
      const leg = openCarrierLeg(legId(randomUUID()), 'offered', call);
      tell({
        type: 'legOffered',
        leg: leg.id,
        from: { line, from: call.from },
        to: call.to,
        headers: {},
        sipCallId: leg.id,
      });
    },
    accept,
    end,
    keyCameBy: () => keyCameBy,
  };
}
