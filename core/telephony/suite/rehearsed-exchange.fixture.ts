import type { Telephony } from '../telephony.port.ts';

/** An exchange with people at its phones, for `telephony.suite.ts`. Nothing here needs to be in the exchange's own process. */
export interface RehearsedExchange {
  telephony: Telephony;
  /** Whose phones these are, where the exchange asks. */
  tenantId?: number;
  /** A phone that is registered and ready. The accounts 1001 to 1004 exist. */
  phone(account: string): Promise<SuitePhone>;
  outside: SuiteOutside;
  /** Lets time pass, really or by turning a clock. */
  pass(ms: number): Promise<void>;
  /**
   * What it cannot do as the port says: tell a phone that asked for a transfer that the other side rings; wait with `legAnswered` until
   * the caller confirmed the answer.
   */
  lacks?: readonly ('transferRinging' | 'confirmedAnswers')[];
  /** A file the exchange wrote. */
  read(path: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface SuitePhone {
  readonly account: string;
  call(to: string, headers?: Readonly<Record<string, string>>): SuiteCall;
  /** The newest call that rings here. */
  rung(): SuiteCall | undefined;
  unregister(): Promise<void>;
  /** The network goes away and comes back; calls are kept by both sides meanwhile. */
  dropConnection(): void;
  reconnect(): Promise<void>;
  /** It hears nothing of the signalling while it is busy, and all of it afterwards; its sound goes on. */
  busy(isBusy: boolean): void;
}

/** The world beyond a line. */
export interface SuiteOutside {
  readonly line: string;
  /** A number that can be called through the line. */
  readonly number: string;
  callIn(did: string, from: string): SuiteCall;
  rung(): SuiteCall | undefined;
}

/** One call as the person at the phone has it. */
export interface SuiteCall {
  at(): 'calling' | 'ringing' | 'talking' | 'over';
  /** The final status with which a call of ours was refused. */
  status(): number | null;
  /** Statuses before the final one. */
  provisionalStatuses(): readonly number[];
  /** What a called party is shown. */
  callerId(): string;
  header(name: string): string | undefined;
  /** What the line knows the call by, where it has such names. */
  sipCallId(): string | null;

  /** Says that it rings; phones of ours do by themselves. */
  ring(): void;
  /** Speaks before answering; only outside. */
  speakEarly(): void;
  answer(): Promise<void>;
  decline(sipStatus: number): Promise<void>;
  /** Ends the call, or gives up before the answer. */
  hangUp(): Promise<void>;
  hold(): Promise<void>;
  resume(): Promise<void>;
  /** Within the sound; a phone of ours also by the signalling (INFO). */
  key(key: string, by?: 'rfc4733' | 'info'): Promise<void>;
  /** Keys the exchange pressed towards this party. */
  keys(): string;
  refer(to: string): Promise<void>;
  referReplacing(other: SuiteCall): Promise<void>;
  transferReports(): readonly number[];
  speak(hz: number): void;
  beSilent(): void;
  /** Sends no packets any more, as phones and lines do that spare silence. */
  stopSending(): void;
  /** The tones this party hears now, on a grid of 100 Hz; none for silence. */
  hears(): Promise<number[]>;
}
