import type { TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { EventQueue } from './event-queue.ts';

export function openEventQueue(report: (problem: unknown) => void): EventQueue {
  const listeners = new Set<(event: TelephonyEvent) => void>();
  let waiting: TelephonyEvent[] = [];

  function emitAll(): void {
    const events = waiting;
    waiting = [];
    for (const event of events) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (problem) {
          report(problem);
        }
      }
    }
  }

  return {
    emit(event) {
      if (waiting.push(event) === 1) queueMicrotask(emitAll);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
