import type { Call } from '#core/call/call.ts';
import type { CallEffect, CallEvent, FoundLegs } from '#core/call/call-events.ts';
import type { CampaignNews } from '#core/call/campaign-call.ts';
import type { After } from '#platform/server/timer.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { KeptCall } from '../core/kept-call.ts';

/** One call while it lasts. */
export interface DrivenCall {
  current(): Call;
  send(event: CallEvent): void;
  /** Wall time of this call: as of its beginning plus what has passed since, so that no moment of it is before another. */
  nowMs(): number;
  /** One that another process began goes on from here; what was told of it since it was found comes after. */
  takeUp(found: FoundLegs): void;
  /** Null: it hears what it is told. One that was found does when this resolves; until then it only remembers. */
  notYet(): Promise<void> | null;
  /** Its home is another process by now, and its legs are here: it ends. Of what that asks for only the exchange and the book are told. */
  loseHome(): void;
  /** From here on it hears nothing, does nothing and writes nothing. */
  abandon(): void;
  /** Everything that was asked for has been done. */
  settled(): Promise<void>;
}

export interface LiveCallParts {
  clock: Clock;
  after: After;
  /** What is asked of the exchange; one after another. */
  phone(effect: CallEffect, call: Call, live: DrivenCall): Promise<void>;
  /** What is asked of the line and the board; one after another, and nobody's phone waits for it. */
  desk(effect: CallEffect, call: DrivenCall): Promise<void>;
  /** Whoever made a campaign's call hears of it at once. */
  emitNews(call: DrivenCall, news: CampaignNews, atMs: number): void;
  changed(before: Call, call: DrivenCall): void;
  /**
   * After each step, and after what the step asked to be written: how another process could go on. Null where no call outlives its process.
   */
  keep: ((kept: KeptCall) => void) | null;
  report(problem: unknown, callId: string): void;
}
