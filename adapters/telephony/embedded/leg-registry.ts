import type { LegId, RingOptions, Target, TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { Carrier, CarrierLeg, Metronome } from '../carrier.ts';
import type { LegEnd } from './end-causes.ts';
import type { ExchangeLeg } from './exchange-leg.ts';
import type { SipEdge, SipEdgeEvent } from './sip/sip-edge.ts';
import type { Switchboard } from './sound/switchboard.ts';
import type { PhoneEndOptions } from './sound/phone-end.ts';

export interface LegRegistryOptions {
  edge: SipEdge;
  switchboard: Switchboard;
  metronome: Metronome;
  /** Outside lines by name, as they are at the moment. */
  carriers: ReadonlyMap<string, Carrier>;
  media: Pick<PhoneEndOptions, 'udpPort' | 'bindAddress' | 'announcedAddress' | 'iceServers' | 'rtp'>;
  /** Of what the exchange says by itself. */
  language: string;
  nowMs(): number;
  emit(event: TelephonyEvent): void;
  report(problem: unknown): void;
}

type Invited = Extract<SipEdgeEvent, { type: 'invited' }>;

/** Every leg there is: how each comes to be, and how we end it. A leg that fails takes no other with it. */
export interface LegRegistry {
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
