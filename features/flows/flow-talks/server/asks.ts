import type { Answer, Ask } from '#core/flow/flow-events.ts';
import type { MessageType } from '#shared/codes/message-type.ts';

/** How the world answers. */
export interface AskListener {
  answered(answer: Answer): void;
  brainSaid(sentence: string): void;
  brainCalled(call: { callId: string; name: string; input: Readonly<Record<string, string>> }): void;
  brainDone(text: string, failed: boolean): void;
  /** A row to be shown and kept. */
  addMessage(type: MessageType, info: Readonly<Record<string, unknown>>): void;
  /** It takes long: somebody should say so. */
  takesLong(): void;
}

/** Answers in place of the world, as a test does where something would really happen; null: the world shall. */
export type PlaysAsk = (
  ask: Exclude<Ask, { what: 'brain' }>,
  addMessage: AskListener['addMessage'],
) => Promise<Answer> | null;

/** Answers what a conversation asks of the world. */
export interface Asks {
  /** Answers once, later; the returned function forgets it, and nothing is told after that. Never throws. */
  begin(ask: Ask, listener: AskListener): () => void;
}
