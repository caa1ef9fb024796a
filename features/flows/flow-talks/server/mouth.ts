import type { Answer, FlowEvent, FlowLine } from '#core/flow/flow-events.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { MessageType } from '#shared/codes/message-type.ts';

/** What a caller does, as a mouth and its ear notice it. */
export type CallerEvent = Extract<FlowEvent, { type: 'said' | 'heard' | 'key' | 'silent' }>;

/** How a mouth tells what it noticed. */
export interface MouthListener {
  event(event: CallerEvent): void;
  /** What will be heard unless the caller speaks on: nothing may be done about it, but its answer may be prepared. */
  likely(event: Extract<CallerEvent, { type: 'heard' }>): void;
  /** A row to be shown and kept: a time that was measured. */
  addMessage(type: MessageType, info: Readonly<Record<string, unknown>>): void;
  /** It cannot speak: somebody else must have the caller. */
  broke(): void;
}

/**
 * Speaks and listens on behalf of one conversation: by text or by voice. Rules:
 * 1. Lines are said one after another; `said` follows for each, exactly once, also after `hush`.
 * 2. Nothing is told after `close`.
 * 3. None of these throws, and none waits: what fails counts as said or as not heard.
 */
export interface Mouth {
  begin(listener: MouthListener): void;
  say(sayId: number, line: FlowLine, mayInterrupt: boolean): void;
  /** It will probably be said next: it is made and kept, and nobody hears of it unless it is said. */
  prepare(line: FlowLine): void;
  hush(): void;
  listen(ask: { listenId: number; phrases: readonly string[]; silenceMs: number }): void;
  deaf(): void;
  speak(language: CustomerLanguage): void;
  /** Says that it takes a moment, unless something is being said. */
  bridge(): void;
  /** Who or what took the call, from how it answers. */
  detect(maxMs: number): Promise<Answer>;
  detectLanguage(among: readonly CustomerLanguage[], maxMs: number): Promise<Answer>;
  /** Resolves when everything was said, or nobody is there to hear it. */
  drained(): Promise<void>;
  close(): Promise<void>;
}
