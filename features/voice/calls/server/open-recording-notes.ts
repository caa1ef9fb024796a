import type { CallBook } from '#features/voice/call-records/server/index.ts';
import type { RecordingNotes } from './recording-notes.ts';

export function openRecordingNotes(
  book: CallBook,
  report: (problem: unknown, callId?: string) => void,
): RecordingNotes {
  const running = new Map<string, { tenantId: number; callId: string; kind: 'call' | 'voicemail' }>();
  return {
    began: ({ recordingId, kind }, { tenantId, id }) => void running.set(recordingId, { tenantId, callId: id, kind }),
    recorded({ recordingId, path, durationMs }) {
      const recording = running.get(recordingId);
      running.delete(recordingId);
      if (!recording) return;
      const { tenantId, callId, kind } = recording;
      void book
        .addRecording(tenantId, callId, { recordingId, path, durationMs, kind })
        .catch((problem: unknown) => report(problem, callId));
    },
  };
}
