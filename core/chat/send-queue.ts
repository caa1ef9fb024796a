import type { Machine, Step } from '../machine.ts';

/** No answer for so long: the message goes again. */
const ANSWERED_WITHIN_MS = 15_000;
/** How long a refusal of the moment is waited out; the last again and again. */
const AGAIN_AFTER_MS = [1_000, 2_000, 5_000, 10_000] as const;

/**
 * How what somebody writes into one conversation leaves their page. Rules:
 * 1. Only the first is under way. The next leaves when the first is stored, refused for good or given up: nothing overtakes,
 *    whatever fails in between.
 * 2. One without an answer goes again: when the line is open again, when the server says "not now", and after a while. It is
 *    the same message by its id, so however often it arrives, it is stored once.
 * 3. Whoever asks for nothing in vain is heard: refusals of the moment are waited out, longer from time to time.
 */
export interface SendQueue {
  /** Under way, or waiting to go again; null: nothing to send. */
  first: string | null;
  /** Of the last try: a timer of an older one does nothing. */
  turn: number;
  /** Refusals of the moment in a row. */
  refusals: number;
}

export type SendQueueEvent =
  /** What is first now; told whenever the outbox may have changed. */
  | { type: 'changed'; first: string | null }
  | { type: 'lineOpened' }
  /** The server could not store it just now. */
  | { type: 'refusedForNow'; id: string }
  | { type: 'due'; turn: number };

export type SendQueueEffect =
  | { type: 'send'; id: string }
  | { type: 'wake'; afterMs: number; event: { type: 'due'; turn: number } };

export const emptySendQueue: SendQueue = { first: null, turn: 0, refusals: 0 };

export const sendQueue: Machine<SendQueue, SendQueueEvent, SendQueueEffect> = (queue, event) => {
  switch (event.type) {
    case 'changed':
      return event.first === queue.first ? stay(queue) : sent({ ...queue, first: event.first, refusals: 0 });
    case 'lineOpened':
      return sent({ ...queue, refusals: 0 });
    case 'refusedForNow': {
      if (event.id !== queue.first) return stay(queue);
      const afterMs = AGAIN_AFTER_MS[Math.min(queue.refusals, AGAIN_AFTER_MS.length - 1)]!;
      return waiting({ ...queue, refusals: queue.refusals + 1 }, afterMs);
    }
    case 'due':
      return event.turn === queue.turn ? sent(queue) : stay(queue);
  }
};

type Next = Step<SendQueue, SendQueueEffect>;

const stay = (state: SendQueue): Next => ({ state, effects: [] });

function sent(queue: SendQueue): Next {
  if (queue.first === null) return stay(queue);
  const { state, effects } = waiting(queue, ANSWERED_WITHIN_MS);
  return { state, effects: [{ type: 'send', id: queue.first }, ...effects] };
}

function waiting(queue: SendQueue, afterMs: number): Next {
  const turn = queue.turn + 1;
  return { state: { ...queue, turn }, effects: [{ type: 'wake', afterMs, event: { type: 'due', turn } }] };
}
