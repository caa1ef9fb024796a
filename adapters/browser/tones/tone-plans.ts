import type { Ringtone } from '#shared/codes/ringtone.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';

/** A note of a tone; several may sound together. */
interface Note {
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
const [C4, G4, A4, C5, D5, E5, G5, A5, C6, E6] = [
  261.63, 392, 440, 523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1318.5,
];
/** The same notes again, later. */
const again = (notes: readonly Note[], ...delays: readonly number[]): Note[] =>
  [0, ...delays].flatMap((delay) => notes.map((one) => ({ ...one, atMs: one.atMs + delay })));

/** What may ring when somebody calls: as different as can be, so that neighbours tell their phones apart. */
export const ringPlans: Record<Exclude<Ringtone, 'silent'>, TonePlan> = {
  // A bell that climbs.
  rising: { notes: again([note(E5, 0, 500), note(G5, 140, 500), note(C6, 280, 1_000, 0.35)], 900), everyMs: 3_200 },
  // Two gongs struck in turn, as telephones on desks did.
  bell: {
    notes: again(
      Array.from({ length: 16 }, (_, turn) => note(turn % 2 === 0 ? C6 : E6, turn * 50, 90, 0.26)),
      1_100,
    ),
    everyMs: 4_000,
  },
  // Short wooden notes that skip.
  marimba: {
    notes: again(
      [
        note(C5, 0, 240, 0.34),
        note(G5, 150, 240, 0.34),
        note(E5, 300, 240, 0.34),
        note(A5, 450, 240, 0.34),
        note(G5, 600, 420, 0.34),
      ],
      1_200,
    ),
    everyMs: 3_400,
  },
  // Pairs of the same note; cuts through a loud room.
  pulse: { notes: again([note(A5, 0, 130, 0.36), note(A5, 200, 130, 0.36)], 700, 1_400), everyMs: 3_000 },
  // Low, long and far apart.
  calm: { notes: [note(C4, 0, 1_600, 0.3), note(G4, 60, 1_600, 0.24), note(D5, 800, 1_400, 0.22)], everyMs: 4_200 },
};

/** Both ends of what a voice has, to be recognised on a loudspeaker that rattles. */
export const testPlan: TonePlan = {
  notes: [note(C4, 0, 350), note(C5, 300, 350), note(E5, 600, 350), note(G5, 900, 700)],
  everyMs: null,
};

/**
 * The sounds of the phone: chords of one key, so that whatever follows the other still fits. Somebody who calls is a bell that climbs;
 * whoever comes rises, whoever goes falls.
 */
export const tonePlans: Record<ToneFlag, TonePlan> = {
  [ToneFlag.ringIn]: ringPlans.rising,
  // As telephones ring at the other end: one second in five.
  [ToneFlag.ringOut]: { notes: [note(425, 0, 1_000, 0.12)], everyMs: 5_000 },
  [ToneFlag.inConnected]: { notes: [note(G5, 0, 140), note(C6, 110, 260)], everyMs: null },
  [ToneFlag.outConnected]: { notes: [note(E5, 0, 140), note(A5, 110, 260)], everyMs: null },
  [ToneFlag.hangup]: { notes: [note(A5, 0, 150), note(E5, 130, 150), note(A4, 260, 320)], everyMs: null },
  [ToneFlag.online]: {
    notes: [note(C5, 0, 160, 0.2), note(E5, 120, 160, 0.2), note(G5, 240, 300, 0.2)],
    everyMs: null,
  },
  [ToneFlag.offline]: {
    notes: [note(G5, 0, 160, 0.2), note(E5, 120, 160, 0.2), note(C5, 240, 300, 0.2)],
    everyMs: null,
  },
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
    const [first, count, edge] = [
      Math.round((atMs / 1_000) * sampleRate),
      Math.round((ms / 1_000) * sampleRate),
      Math.max(1, (EDGE_MS / 1_000) * sampleRate),
    ];
    for (let n = 0; n < count; n += 1) {
      const phase = (2 * Math.PI * hz * n) / sampleRate;
      const fading = Math.min(1, n / edge, (count - n) / edge) * Math.exp((-1.5 * n) / count);
      samples[first + n]! += (Math.sin(phase) + 0.25 * Math.sin(2 * phase)) * 0.8 * loudness * fading;
    }
  }
  return samples;
}
