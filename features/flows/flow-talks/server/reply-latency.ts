import type { Clock } from '#platform/server/clock.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { MouthListener } from './mouth.ts';

/** Times how long a caller waits for us: 306, from their last word to our first. */
export interface ReplyLatency {
  callerEnded(atMs: number): void;
  /** Our first sound; only the first after the caller's last word counts. */
  weBegan(): void;
}

/** Later is no answer: somebody was rung for, or the flow waited of itself. */
const LONGEST_LATENCY_MS = 30_000;

export function openReplyLatency(clock: Clock, addMessage: MouthListener['addMessage']): ReplyLatency {
  let waitingSinceMs: number | null = null;
  return {
    callerEnded: (atMs) => void (waitingSinceMs = atMs),
    weBegan() {
      if (waitingSinceMs === null) return;
      const ms = clock.nowMs() - waitingSinceMs;
      if (ms <= LONGEST_LATENCY_MS) addMessage(MessageType.latency, { ms });
      waitingSinceMs = null;
    },
  };
}
