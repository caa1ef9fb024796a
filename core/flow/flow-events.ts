import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { MessageType } from '#shared/codes/message-type.ts';
import type { BrainTool, BrainTurn } from '../speech/brain.port.ts';
import type { Flow, NodeId, Value, Values } from './flow.ts';

/** What happens to a conversation. Ids are those of the effects they answer; an answer to something older does nothing. */
export type FlowEvent =
  | { type: 'begun' }
  /** Everything was said, or somebody spoke into it and the rest was dropped. */
  | {
      type: 'said';
      sayId: number;
      wasCut: boolean;
      /** Of a cut one: as much as was heard, where that is known. */ part?: string;
    }
  /** `phrase`: the one of those listened for that it was closest to, if recognition could tell. */
  | { type: 'heard'; text: string; phrase: string | null; confidence: number; language: CustomerLanguage | null }
  /** 0–9, * and #, at any time. */
  | { type: 'key'; key: string }
  /** Nobody said anything for as long as was waited. */
  | { type: 'silent'; listenId: number }
  | { type: 'timeUp'; wakeId: number }
  | { type: 'answered'; askId: number; answer: Answer }
  /** A sentence of the answer, as soon as it is whole. */
  | { type: 'brainSaid'; askId: number; sentence: string }
  | { type: 'brainCalled'; askId: number; callId: string; name: string; input: Readonly<Record<string, string>> }
  /** With everything it said, which may be nothing. */
  | { type: 'brainDone'; askId: number; text: string; failed: boolean }
  | { type: 'callerGone' }
  /** The tester ends it, a limit is reached, or the server stops. */
  | { type: 'stopped'; why: 'tester' | 'timeLimit' | 'server' };

/** What the host of a conversation is asked to do, in this order. */
export type FlowEffect =
  /** Said after what is being said; `said` follows for each. */
  | { type: 'say'; sayId: number; line: FlowLine; mayInterrupt: boolean }
  /** Drops what is being said and what waits to be. */
  | { type: 'hush' }
  /** From when the last line was said, or somebody speaks into it. Goes on until `deaf` or the next `listen`. */
  | { type: 'listen'; listenId: number; phrases: readonly string[]; silenceMs: number }
  | { type: 'deaf' }
  | { type: 'ask'; askId: number; ask: Ask }
  /** The answer is wanted no more. */
  | { type: 'forget'; askId: number }
  | { type: 'wake'; wakeId: number; afterMs: number }
  | { type: 'addMessage'; message: FlowMessage }
  | { type: 'language'; language: CustomerLanguage }
  /** The last of all. `hangUp`: we end the call once what waits to be said was said. `handedOver`: somebody else has it. `gone`: there is no call any more. */
  | { type: 'end'; result: AiCallResult; afterwards: 'hangUp' | 'handedOver' | 'gone' };

/** Words, or a sound with what it says. */
export type FlowLine = { text: string; language: CustomerLanguage; soundId: number | null };

/** One row of what is shown of a conversation; `time_ms` and the rest of the wire are the host's. */
export interface FlowMessage {
  type: MessageType;
  nodeId: NodeId | null;
  info: Readonly<Record<string, unknown>>;
}

/** What the world is asked. Everything here can fail, and says so. */
export type Ask =
  | { what: 'hours'; calendarId: number | null }
  | {
      what: 'http';
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      url: string;
      headers: Readonly<Record<string, string>>;
      body: string;
      timeoutMs: number;
    }
  | {
      what: 'brain';
      goal: string;
      knowledge: string;
      tools: readonly BrainTool[];
      turns: readonly BrainTurn[];
      language: CustomerLanguage;
    }
  | { what: 'tag'; add: readonly number[]; remove: readonly number[] }
  | { what: 'updateCustomer'; fields: Readonly<Record<string, Value>> }
  | { what: 'sms'; templateId: number | null; text: string; to: string }
  | { what: 'whatsapp'; template: string; text: string; to: string }
  | { what: 'transfer'; to: TransferTo; timeoutMs: number }
  | { what: 'callback'; groupId: number; number: string }
  | { what: 'voicemail'; mailbox: string; maxMs: number }
  | { what: 'record'; on: boolean }
  /** Keeps a score the caller gave, 1 to `maxKey`. */
  | { what: 'survey'; maxKey: number; key: number }
  | { what: 'detect'; of: 'person'; maxMs: number }
  | { what: 'detectLanguage'; among: readonly CustomerLanguage[]; maxMs: number }
  | { what: 'flow'; flowId: number };

export type TransferTo =
  | { kind: 'group'; groupId: number }
  | { kind: 'agent'; userId: number }
  | { kind: 'number'; number: string };

export type Answer =
  | { ok: false; why: string }
  /** `messageId`: by which it is known again what becomes of a message. */
  | { ok: true; what: 'done'; messageId?: string }
  | { ok: true; what: 'open'; isOpen: boolean; isHoliday: boolean }
  | { ok: true; what: 'http'; status: number; body: string }
  | { ok: true; what: 'detected'; person: 'human' | 'voicemail' | 'silence' | 'unknown'; ms: number }
  | { ok: true; what: 'language'; language: CustomerLanguage; scores: Readonly<Record<string, number>> }
  | { ok: true; what: 'score'; key: number | null }
  | { ok: true; what: 'flow'; flow: Flow; name: string };

/** What is known of the caller when it begins; fields by their key. */
export interface FlowCaller {
  number: string;
  customerId: number | null;
  fields: Values;
  tagIds: readonly number[];
}
