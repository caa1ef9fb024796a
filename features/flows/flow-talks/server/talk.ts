import type { FlowCaller, FlowEvent, TransferTo } from '#core/flow/flow-events.ts';
import type { Flow, Values } from '#core/flow/flow.ts';
import type { FlowRun } from '#core/flow/run.ts';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { MessageType } from '#shared/codes/message-type.ts';
import type { TalkMessage } from './talk-message.ts';

/** What a conversation begins with. */
export interface TalkAsk {
  tenantId: number;
  /** Names it everywhere; a new one is made where none is given. */
  talkId?: string;
  source: 'test' | 'call';
  flowId: number | null;
  flowName: string;
  /** Null is the draft. */
  flowVersion: number | null;
  flow: Flow;
  caller: FlowCaller;
  /** Our number; empty in a test without one. */
  called: string;
  numberId?: number | null;
  values?: Values;
  language?: CustomerLanguage;
  /** By whose clock it is today and now; UTC unless told. */
  timeZone?: string;
  /** Who tests. */
  userId?: number | null;
  /** The call it is held on. */
  callId?: string | null;
  /** Whoever called has heard a person answer. */
  isPerson?: boolean;
}

/** A conversation while it goes on. It ends exactly once, with a result. */
export interface Talk {
  readonly talkId: string;
  readonly tenantId: number;
  readonly userId: number | null;
  current(): FlowRun;
  /** Everything told so far, oldest first. */
  messages(): readonly TalkMessage[];
  /** Messages from now on; the answer stops it. */
  onMessage(listener: (message: TalkMessage) => void): () => void;
  /** The caller hung up. */
  callerGone(): void;
  stop(why: Extract<FlowEvent, { type: 'stopped' }>['why']): void;
  /**
   * Somebody of the team takes the caller from the flow: it says and hears nothing from then on. Whoever does not come leaves the caller to
   * whom the call gives them. False: it is over, or being handed on already.
   */
  handTo(to: TransferTo): boolean;
  /** Its result, once everything was said and stored. */
  readonly over: Promise<AiCallResult>;
}

/** A conversation by text: the caller's part is typed. */
export interface TextTalk extends Talk {
  says(text: string): void;
  presses(keys: string): void;
  /** Nobody says anything for as long as the flow waits. */
  staysSilent(): void;
  /** Resolves when the flow waits for the caller, or is over. */
  settled(): Promise<void>;
}

/** A conversation by voice. */
export interface VoiceTalk extends Talk {
  presses(key: string): void;
}

/** A conversation as those who hold it drive it. */
export interface OpenTalk extends Talk {
  send(event: FlowEvent): void;
  /** Asks that were not answered, and timers that run. */
  pending(): { asks: number; wakes: number };
  /** After every step. */
  onStep(listener: () => void): () => void;
  begin(): void;
  /** A row of whoever holds the conversation. */
  addMessage(type: MessageType, info: Readonly<Record<string, unknown>>): void;
}
