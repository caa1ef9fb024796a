import type { Ask } from '#core/flow/flow-events.ts';

/** What a conversation asked and was not told yet, by the number its flow gave it. */
export interface PendingAsks {
  begin(askId: number, ask: Ask): void;
  /** Nobody wants to know any more: no answer comes. */
  forget(askId: number): void;
  forgetAll(): void;
  count(): number;
}
