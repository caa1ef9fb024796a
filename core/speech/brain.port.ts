import type { StopSignal } from './stop-signal.ts';

/**
 * Answers in words: a language model, or something simpler. Rules every one keeps (`brain.suite.ts`): pieces come in order; `done` is the
 * last and comes once; tools that were not declared are never called; an aborted signal ends the pieces with a `SpeechFailure` of
 * reason `cancelled`. An answer without a word is legal: whoever asks has a line for that.
 */
export interface Brain {
  readonly name: string;
  /** It is no model: it answers from the given knowledge alone, and says so. */
  readonly isScripted: boolean;
  answer(ask: BrainAsk, signal: StopSignal): AsyncIterable<BrainPiece>;
  close(): Promise<void>;
}

export interface BrainAsk {
  /** What it is to reach, how it talks, what it must not do. */
  goal: string;
  /** What it may know; plain text. */
  knowledge: string;
  /** By the code of the customer's language. */
  language: string;
  tools: readonly BrainTool[];
  turns: readonly BrainTurn[];
}

export interface BrainTool {
  name: string;
  purpose: string;
  inputs: readonly { name: string; purpose: string; isRequired: boolean }[];
}

export type BrainTurn =
  | { by: 'caller' | 'brain'; text: string }
  | { by: 'tool'; callId: string; name: string; input: Readonly<Record<string, string>>; answer: string };

export type BrainPiece =
  | { type: 'words'; text: string }
  | { type: 'call'; callId: string; name: string; input: Readonly<Record<string, string>> }
  | { type: 'done' };
