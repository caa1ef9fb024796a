import { ToneFlag } from '#shared/codes/tone-flag.ts';

/** A note of a tone; several may sound together. */
export interface Note {
  hz: number;
  atMs: number;
  ms: number;
  /** 0 to 1. */
  loudness: number;
}

export interface TonePlan {
  notes: readonly Note[];
  /** It begins anew after this time, until it is stopped; null: once. */
  everyMs: number | null;
}

const note = (hz: number, atMs: number, ms: number, loudness = 0.3): Note => ({ hz, atMs, ms, loudness });
const [A4, C5, E5, G5, A5, C6, E6] = [440, 523.25, 659.25, 783.99, 880, 1046.5, 1318.5];

/**
 * The sounds of the phone: chords of one key, so that whatever follows the other still fits. Somebody who calls is a bell that climbs;
 * whoever comes rises, whoever goes falls.
 */
export const tonePlans: Record<ToneFlag, TonePlan> = {
  [ToneFlag.ringIn]: {
    notes: [note(E5, 0, 500), note(G5, 140, 500), note(C6, 280, 900, 0.35), note(E5, 900, 500), note(G5, 1_040, 500), note(C6, 1_180, 1_100, 0.35)],
    everyMs: 3_200,
  },
  // As telephones ring at the other end: one second in five.
  [ToneFlag.ringOut]: { notes: [note(425, 0, 1_000, 0.12)], everyMs: 5_000 },
  [ToneFlag.inConnected]: { notes: [note(G5, 0, 140), note(C6, 110, 260)], everyMs: null },
  [ToneFlag.outConnected]: { notes: [note(E5, 0, 140), note(A5, 110, 260)], everyMs: null },
  [ToneFlag.hangup]: { notes: [note(A5, 0, 150), note(E5, 130, 150), note(A4, 260, 320)], everyMs: null },
  [ToneFlag.online]: { notes: [note(C5, 0, 160, 0.2), note(E5, 120, 160, 0.2), note(G5, 240, 300, 0.2)], everyMs: null },
  [ToneFlag.offline]: { notes: [note(G5, 0, 160, 0.2), note(E5, 120, 160, 0.2), note(C5, 240, 300, 0.2)], everyMs: null },
  [ToneFlag.custom]: { notes: [note(E6, 0, 350, 0.2)], everyMs: null },
  // The call is on its way, nobody rings yet.
  [ToneFlag.outRouting]: { notes: [note(C5, 0, 90, 0.08), note(C5, 200, 90, 0.08)], everyMs: 2_000 },
};

/** The rise and fall that keep a note from clicking. */
const EDGE_MS = 8;

/** One turn of a plan as samples between −1 and 1. */
export function renderTone({ notes, everyMs }: TonePlan, sampleRate: number): Float32Array<ArrayBuffer> {
  const lengthMs = Math.max(everyMs ?? 0, ...notes.map(({ atMs, ms }) => atMs + ms));
  const samples = new Float32Array(Math.ceil((lengthMs / 1_000) * sampleRate));
  for (const { hz, atMs, ms, loudness } of notes) {
    const [first, count, edge] = [Math.round((atMs / 1_000) * sampleRate), Math.round((ms / 1_000) * sampleRate), Math.max(1, (EDGE_MS / 1_000) * sampleRate)];
    for (let n = 0; n < count; n += 1) {
      const phase = (2 * Math.PI * hz * n) / sampleRate;
      const fading = Math.min(1, n / edge, (count - n) / edge) * Math.exp((-1.5 * n) / count);
      samples[first + n]! += (Math.sin(phase) + 0.25 * Math.sin(2 * phase)) * 0.8 * loudness * fading;
    }
  }
  return samples;
}
