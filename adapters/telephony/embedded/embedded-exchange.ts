import type { Server } from 'node:http';
import type { Telephony } from '#core/telephony/telephony.port.ts';
import type { Carrier, Metronome } from '../carrier.ts';
import type { LegRegistryOptions } from './leg-registry.ts';
import type { Patience } from './leg-watch.ts';
import type { PhoneWires, PhoneWiresOptions } from './sip/phone-wires.ts';
import type { SipAccounts, SipEdgeEvent, SipEdgeOptions, SipStats } from './sip/sip-edge.ts';

export interface EmbeddedExchangeOptions {
  domain: string;
  accounts: SipAccounts;
  /** Outside lines by name, from the start. Whoever opened them stops them. */
  carriers: Readonly<Record<string, Carrier>>;
  recordingsFolder: string;
  media: LegRegistryOptions['media'];
  /** Only durations are measured here; the wall is nobody's business. */
  clock: { monotonicMs(): number };
  log: { error(fields: object, text: string): void };
  metronome: Metronome;
  sip?: Pick<SipEdgeOptions, 'aliases' | 'allowOrigin' | 'servedElsewhere' | 'addressOf' | 'isLed' | 'lead' | 'limits'>;
  /** Of what the exchange says by itself, in the test call. */
  language?: string;
  patience?: Partial<Patience>;
  /** Something a guard of the signalling stopped. */
  onSuspicious?(event: Extract<SipEdgeEvent, { type: 'suspicious' }>): void;
}

/** An exchange inside this process: browsers over SIP and WebRTC and other SIP phones on one side, carriers on the other. */
export interface EmbeddedExchange extends Telephony {
  /** Another outside line; one of the same name is taken away. */
  addCarrier(name: string, carrier: Carrier): void;
  /** New calls find the line no more; those over it end with the carrier, or go on. */
  removeCarrier(name: string): void;
  /** Serves phones below `/cc/sip/`. */
  attach(server: Server): void;
  /** Serves phones on ports of SIP's own; their sound needs `media.rtp`. */
  listen(options: PhoneWiresOptions): Promise<PhoneWires['ports']>;
  /** Ends every leg and waits until the recordings are closed. */
  stop(): Promise<void>;
  counts(): ExchangeCounts;
}

export interface ExchangeCounts {
  legs: number;
  /** Calls to the exchange's own numbers, now. */
  ownCalls: number;
  /** Things the signalling's guards stopped, since the start. */
  suspicious: number;
  sip: SipStats;
}
