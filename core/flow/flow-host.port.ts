import type { StopSignal } from '../speech/stop-signal.ts';
import type { PcmStream } from '../telephony/telephony.port.ts';
import type { Answer, TransferTo } from './flow-events.ts';

/**
 * What a conversation may do with the call it is held on; whoever has the call gives these. Each answers once. While a transfer is
 * under way the caller hears what the call plays. After an `ok` transfer the call belongs to somebody else, and the conversation ends
 * as handed over; after anything else it goes on.
 */
export interface CallHands {
  /** `under`: told once it is under way, in a queue or ringing somewhere. */
  transfer(to: TransferTo, timeoutMs: number, under?: (how: 'waiting' | 'ringing') => void): Promise<Answer>;
  callback(groupId: number, number: string): Promise<Answer>;
  /** Answers when the message was left. */
  voicemail(mailbox: string, maxMs: number): Promise<Answer>;
  record(on: boolean): Promise<Answer>;
  /** Keeps a score from 1 to `maxKey`. */
  survey(maxKey: number, key: number): Promise<Answer>;
  /** The conversation is over and wants the call to be. */
  hangUp(): void;
  /** The conversation cannot go on: somebody else must have the caller. Without it the call is hung up. */
  giveBack?(): void;
}

/** A call that a flow shall answer. */
export interface FlowCall {
  tenantId: number;
  callId: string;
  flowId: number;
  /** Of the caller, or whom a campaign called; digits with the country's code; empty when hidden. */
  number: string;
  ourNumber: string;
  didNumberId: number | null;
  /** Of the call, such as `es-MX`. */
  language: string;
  /** What is known of them beforehand, as written in a list: attributes of the flow by name. */
  values?: Readonly<Record<string, string>>;
  /** Whoever called has heard a person answer: nobody has to find out again. */
  isPerson?: boolean;
  stream: PcmStream;
  hands: CallHands;
  /** Stops when nobody waits for the flow any more, though it may not have begun. */
  left: StopSignal;
}

/** A flow on a call. */
export interface FlowOnCall {
  key(key: string): void;
  callerGone(): void;
  /** The server stops. */
  stop(): void;
}

/** Lets flows talk to callers. Null: it cannot, and somebody else must have the caller. */
export interface FlowHost {
  begin(call: FlowCall): Promise<FlowOnCall | null>;
}
