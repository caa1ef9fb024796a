import type { UserAgentCore } from 'sip.js/lib/core/index.js';
import type { After } from '#core/timers.ts';
import type { Metronome } from '../carrier.ts';
import type { Gateways } from './gateways.ts';
import type { NameResolver } from './resolve.ts';
import type { SipHop } from '../sip-wires/sip-hop.ts';
import type { RtpEnd } from '../rtp/rtp-end.ts';
import type { RtpPorts } from '../rtp/rtp-ports.ts';
import type { Transactions } from '../sip-wires/transactions.ts';
import type { TrunkAddressee, TrunkDirectory } from './trunk-of.ts';
import type { SipTransport, TrunkSettings } from '#core/trunk/trunk-settings.ts';
import type { TrunkTrouble } from '#core/trunk/trunk-words.ts';
import type { UpdateAnswer, UpdateAsked } from './trunk-update.ts';

/** How long is waited for what; tests wait less. */
export interface TrunkPatience {
  /** No sign of life of a gateway: the next one is tried. */
  tryingMs: number;
  /** After a registration was refused, doubling, but never longer than the second. */
  refusedMs: number;
  refusedMostMs: number;
  /** After nobody was reached, likewise. */
  unreachableMs: number;
  unreachableMostMs: number;
  /** How long a goodbye to the carrier may take. */
  goodbyeMs: number;
}

export const DEFAULT_TRUNK_PATIENCE: TrunkPatience = {
  tryingMs: 4_000,
  refusedMs: 300_000,
  refusedMostMs: 1_800_000,
  unreachableMs: 10_000,
  unreachableMostMs: 300_000,
  goodbyeMs: 1_000,
};

/** The fifth repetition of a request is heard, too: the network may lose one in five each way. */
const ALONE_TIMES = 4;

/** How long a gateway has to show life: longer where nobody is left to be tried and nothing says that it is dead. */
export const tryingMs = (patience: TrunkPatience, isAlone: boolean): number =>
  patience.tryingMs * (isAlone ? ALONE_TIMES : 1);

/** What a call or a registration hears besides the answers of the library. */
export interface TrunkCallListener {
  update?(asked: UpdateAsked): UpdateAnswer;
  /** The carrier asked for a password: it lives, and this kind of request goes out once more. */
  challenged?(method: string): void;
}

/** What all trunks of a process share. */
export interface TrunkWorld {
  /** The address carriers are told; the one we listen at may be another. */
  announcedAddress: string;
  ports: Readonly<Partial<Record<SipTransport, number>>>;
  transactions: Transactions<TrunkLine>;
  directory: TrunkDirectory<TrunkLine & TrunkAddressee>;
  rtp: RtpPorts;
  names: NameResolver;
  metronome: Metronome;
  after: After;
  clock: { nowMs(): number; monotonicMs(): number };
  patience: TrunkPatience;
  chance(): number;
  report(problem: unknown): void;
}

/** One trunk as its calls and its registration see it. */
export interface TrunkLine {
  readonly settings: TrunkSettings;
  readonly world: TrunkWorld;
  readonly core: UserAgentCore;
  readonly gateways: Gateways;
  /** Sends what belongs to this Call-ID there; in dialogs the far end may say otherwise. */
  begin(callId: string, hop: SipHop, listener?: TrunkCallListener): void;
  /** Late repetitions of what belonged to it are still known for a while. */
  end(callId: string): void;
  /** Our address on this transport under a name. */
  contact(transport: SipTransport, name: string): string;
  /** The same, also for what the library answers by itself right now. */
  answerAs(transport: SipTransport, name: string): string;
  /** Ports and packets for one call; null when no port is left. */
  openSound(): Promise<RtpEnd | null>;
  fault(what: TrunkTrouble, detail: string): void;
  deliver(text: string, from: SipHop): void;
}
