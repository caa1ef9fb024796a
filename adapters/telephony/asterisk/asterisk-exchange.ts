import type { LeftRecording } from '#core/telephony/exchange-facts.ts';
import type { LegId, Telephony } from '#core/telephony/telephony.port.ts';
import type { Metronome } from '../carrier.ts';
import type { NodePlace } from './exchange-node.ts';
import type { OwnLines } from './lines/own-lines.ts';
import type { PhonesTable } from './registered-phones.ts';

export interface AsteriskExchangeOptions {
  /** Of the SIP accounts. */
  domain: string;
  nodes: readonly NodePlace[];
  /** Where the edge takes orders. */
  edgeUrl: string;
  phones: PhonesTable;
  /** Lines besides those of the edge. */
  lines?: OwnLines;
  /** Led from the start, each an application of Stasis. */
  applications: readonly string[];
  /**
   * Sees to it that some process leads the calls of a tenant: for calls that come to the lobby because nobody did. Without it the
   * lobby's calls are offered here.
   */
  leader?: (tenantId: number) => Promise<unknown>;
  /** The address of this process as nodes reach it: they fetch sounds and bring streams. */
  address: string;
  soundPort?: number;
  streamPort?: number;
  recordingsFolder: string;
  metronome: Metronome;
  clock: { monotonicMs(): number };
  log: { error(fields: object, text: string): void; warn(fields: object, text: string): void };
  patience?: Partial<AsteriskPatience>;
}

export interface AsteriskPatience {
  /** Between two reports about a leg's sound. */
  qualityMs: number;
  /** An offered leg nobody looks at, and one that was told something but never answered. */
  unattendedMs: number;
  unansweredMs: number;
  /** A node that does not answer: after this its legs are lost. One that refuses the connection is lost at once. */
  nodeMs: number;
}

/** A leg that lived before this process led it. */
export interface FoundLeg {
  leg: LegId;
  made: 'offered' | 'rung';
  account: string | null;
  isAnswered: boolean;
  /** With whom it talks. */
  partners: LegId[];
  recordingId: string | null;
}

/** The exchange on Asterisk nodes behind an edge; calls outlive this process. */
export interface AsteriskExchange extends Telephony {
  /** Leads an application from now on, at every node; answers what lives there. */
  lead(application: string): Promise<FoundLeg[]>;
  /** Leads it no more. Its calls go on; whoever leads it next finds them. */
  leave(application: string): void;
  /**
   * Recordings that ended while nobody led their calls. To be asked now and then, by one process: they are those that were there at
   * the time before already.
   */
  collectLeft(): Promise<LeftRecording[]>;
  counts(): { legs: number; registrations: number; nodes: { name: string; isUp: boolean; legs: number }[] };
  /** Lets go of everything. Calls go on unless `calls` says to end them. */
  stop(calls?: 'goOn' | 'end'): Promise<void>;
}
