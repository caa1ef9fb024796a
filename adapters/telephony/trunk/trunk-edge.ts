import type { SipTransport } from '#core/trunk/trunk-settings.ts';
import type { SipHop } from '../sip-wires/sip-hop.ts';
import type { TransactionStats } from '../sip-wires/transactions.ts';
import type { TrunkLine, TrunkWorld } from './trunk-line.ts';
import type { TrunkAddressee } from './trunk-of.ts';

/** Somebody who wants to hear of broken connections. */
export interface TrunkListener extends TrunkLine, TrunkAddressee {
  lost(hop: SipHop, problem: string): void;
  /** A call or a registration goes over this connection. */
  uses(hop: SipHop): boolean;
}

export interface TrunkEdgeCounts {
  /** Requests of nobody we know, answered by nothing; what was not even read. */
  strangers: number;
  dropped: number;
  transactions: number;
  rtpPorts: number;
  repeated: TransactionStats;
}

/** The sockets all trunks of a process share, and who hears what comes through them. */
export interface TrunkEdge {
  readonly world: TrunkWorld;
  readonly ports: Readonly<Partial<Record<SipTransport, number>>>;
  join(trunk: TrunkListener): void;
  leave(trunk: TrunkListener): void;
  counts(): TrunkEdgeCounts;
  /** After every trunk was stopped. */
  stop(): Promise<void>;
}
