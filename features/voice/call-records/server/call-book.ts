import type { CallEnd, CallLifeEvent, NewCallRecord } from '#core/call/call-life.ts';
import type { ChargeMark } from '#core/money/leg-charge.ts';
import type { LeftRecording } from '#core/telephony/exchange-facts.ts';
import type { MediaQuality } from '#core/telephony/telephony.port.ts';

export type { CallDirection, CallEnd, CallLifeEvent, CallOutcomeName, NewCallRecord } from '#core/call/call-life.ts';

/**
 * The book of calls: a record from the first moment of a call, completed when it ends. The call desk writes it;
 * everything else reads. A record that is open when the desk of its tenant moves in belonged to a call that was cut off.
 *
 * Entries of one tenant are written in the order they were made. A promise is kept once its entry is in the database,
 * which may take a while when that is away: whoever has a caller on the line does not wait for it.
 */
export interface CallBook {
  open(call: NewCallRecord): Promise<void>;
  /** Something happened in the life of the call. Who answered and when shows in lists at once, the rest at the end. Which keys were pressed is not kept. */
  note(tenantId: number, callId: string, event: CallLifeEvent): Promise<void>;
  /** A second end of the same call changes nothing. */
  close(tenantId: number, callId: string, end: CallEnd): Promise<void>;
  /**
   * A finished recording, already a file on disk; it is stored and then removed from there. A second time adds nothing. While it cannot
   * be stored it waits on disk, sealed, whatever becomes of this process.
   */
  addRecording(
    tenantId: number,
    callId: string,
    recording: { recordingId: string; path: string; durationMs: number; kind: 'call' | 'voicemail' },
  ): Promise<void>;
  /**
   * A recording that a stopped server left behind goes to its call, whose id its name
   * tells (core/call/mailbox.ts). False when there is no such call; the file then stays.
   */
  adoptRecording(left: LeftRecording): Promise<boolean>;
  /** The same for those that had to wait and were sealed meanwhile; answers which belong to no call. */
  adoptSealed(): Promise<string[]>;
  /** What became of legs that cost something: written before the end of their call, which settles them. */
  mark(tenantId: number, marks: readonly ChargeMark[]): Promise<void>;
  addQuality(tenantId: number, callId: string, quality: StoredQuality): Promise<void>;
  /** Whether this call goes on here: then the book may be a moment behind what pages were told of it. */
  isLasting(tenantId: number, callId: string): boolean;
  /**
   * How a call that goes on could be gone on with by another process: written with what was noted of it before. Only where calls outlive
   * their process.
   */
  keep(tenantId: number, callId: string, living: LivingCallState): Promise<void>;
  /** Everything said of the tenant's calls until now is written, or refused. */
  settled(tenantId: number): Promise<void>;
  /** Nobody is left in it. */
  forget(tenantId: number, callId: string): Promise<void>;
  /** What was kept of this tenant's calls. */
  kept(tenantId: number): Promise<KeptCallRow[]>;
  /**
   * Completes what a process that is gone left open of this tenant, cause `server`, but for calls that go on here. Answers the calls whose
   * records it closed.
   */
  closeAbandoned(tenantId: number, goingOn?: readonly string[]): Promise<string[]>;
  /** Tenants with records that are open. */
  leftBehind(): Promise<number[]>;
}

export type StoredQuality = MediaQuality & { party: 'agent' | 'customer'; atMs: number };

/** A call that goes on, as it is written down. */
export interface LivingCallState {
  /** Of the text; whoever does not know it does not read it. */
  version: number;
  /** By the names the exchange knows them. */
  legs: readonly string[];
  text(): string;
}

export interface KeptCallRow {
  callId: string;
  version: number;
  legs: string[];
  text: string;
}
