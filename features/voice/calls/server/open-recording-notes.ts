import type { CallBook } from '#features/voice/call-records/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { RecordingNotes } from './recording-notes.ts';

/** A file that nobody closes by then is found by the next start. */
const AWAITED_MS = 30_000;
/** One in which nobody said a word never comes: nobody remembers it for ever. */
const REMEMBERED_MS = 600_000;

interface RunningRecording {
  tenantId: number;
  callId: string;
  kind: 'call' | 'voicemail';
  endedMs?: number;
}

export function openRecordingNotes(
  book: CallBook,
  clock: Pick<Clock, 'monotonicMs'>,
  report: (problem: unknown, callId?: string) => void,
): RecordingNotes {
  const running = new Map<string, RunningRecording>();
  const writing = new Map<number, number>();
  function forgetOld(): void {
    for (const [recordingId, { endedMs }] of running)
      if (endedMs !== undefined && clock.monotonicMs() - endedMs > REMEMBERED_MS) running.delete(recordingId);
  }
  const count = (tenantId: number, by: number): void => void writing.set(tenantId, (writing.get(tenantId) ?? 0) + by);
  return {
    began({ recordingId, kind }, { tenantId, id }) {
      forgetOld();
      running.set(recordingId, { tenantId, callId: id, kind });
    },
    forget(callId) {
      for (const [recordingId, one] of running)
        if (one.callId === callId && one.endedMs === undefined) running.delete(recordingId);
    },
    ended(callId) {
      for (const one of running.values()) if (one.callId === callId) one.endedMs ??= clock.monotonicMs();
    },
    isAwaited: (tenantId) =>
      (writing.get(tenantId) ?? 0) > 0 ||
      [...running.values()].some(
        (one) =>
          one.tenantId === tenantId && one.endedMs !== undefined && clock.monotonicMs() - one.endedMs < AWAITED_MS,
      ),
    recorded({ recordingId, path, durationMs }) {
      const recording = running.get(recordingId);
      running.delete(recordingId);
      if (!recording) return;
      const { tenantId, callId, kind } = recording;
      count(tenantId, 1);
      void book
        .addRecording(tenantId, callId, { recordingId, path, durationMs, kind })
        .catch((problem: unknown) => report(problem, callId))
        .finally(() => count(tenantId, -1));
    },
  };
}
