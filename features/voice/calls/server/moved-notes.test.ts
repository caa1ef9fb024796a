import { expect, test } from 'vitest';
import type { Call } from '#core/call/call.ts';
import { legId } from '#core/telephony/telephony.port.ts';
import { handClock } from '#test/clock.ts';
import { openQualityNotes } from './open-quality-notes.ts';
import { openRecordingNotes } from './open-recording-notes.ts';

/* What a process remembers of calls that moved to another one: nothing. */

const call = { tenantId: 1, id: 'c1', parties: [] } as unknown as Call;
const leg = legId('a');
const recorded = (recordingId: string) =>
  ({ type: 'recorded', recordingId, leg, path: '/r.wav', durationMs: 1_000, bytes: 10 }) as const;

function aBook() {
  const written: string[] = [];
  const book = {
    addRecording: async (_tenantId: number, _callId: string, { recordingId }: { recordingId: string }) =>
      void written.push(recordingId),
    addQuality: async () => {},
  };
  return { written, book: book as never };
}

test('[CC-12] what is still being recorded of a call that moved is the next process’s; what its end left here is written', () => {
  const { written, book } = aBook();
  const notes = openRecordingNotes(book, handClock(), () => {});
  notes.began({ recordingId: 'running', kind: 'call' }, call);
  notes.began({ recordingId: 'ended', kind: 'call' }, { ...call, id: 'c2' });
  notes.ended('c2');
  notes.forget('c1');
  notes.forget('c2');
  notes.recorded(recorded('running'));
  notes.recorded(recorded('ended'));
  expect(written).toEqual(['ended']);
});

test('[CC-12] a recording in which nobody said a word, and which never comes, is not remembered for ever', () => {
  const { written, book } = aBook();
  const clock = handClock();
  const notes = openRecordingNotes(book, clock, () => {});
  notes.began({ recordingId: 'empty', kind: 'call' }, call);
  notes.ended('c1');
  clock.leap(700_000);
  notes.began({ recordingId: 'next', kind: 'call' }, { ...call, id: 'c2' });
  notes.recorded(recorded('empty'));
  notes.recorded(recorded('next'));
  expect(written).toEqual(['next']);
});

test('[CC-12] how a leg of a call that moved was last heard is forgotten', () => {
  const notes = openQualityNotes(aBook().book, handClock(), () => {});
  const quality = {
    packetsReceived: 500,
    packetsSent: 500,
    packetsLost: 0,
    jitterMs: 1,
    roundTripMs: 20,
    remoteLossFraction: 0,
    silentMs: 0,
  };
  notes.measured({ leg, quality }, call);
  expect(notes.mosOf(leg)).not.toBeNull();
  notes.forget(leg);
  expect(notes.mosOf(leg)).toBeNull();
});
