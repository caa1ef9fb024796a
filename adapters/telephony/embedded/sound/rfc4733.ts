import { FRAME_SAMPLES, SAMPLE_RATE } from '#core/telephony/sound.ts';
import { timestampAfter } from './rtp.ts';

/** Keys as events in RTP (RFC 4733, section 2.3). */
const KEYS = '0123456789*#ABCD';
const END = 0x80;
/** -10 dBm0, as telephones press. */
const VOLUME = 10;
const LATE_SAMPLES = 5 * SAMPLE_RATE;

export const isKey = (key: string): boolean => key.length === 1 && KEYS.includes(key.toUpperCase());

/** One report a press: all packets of a press carry the same timestamp, and the first is enough. */
export class KeyReceiver {
  #timestamp: number | null = null;

  /** The key when a new press began, else null. */
  receive(timestamp: number, payload: Uint8Array): string | null {
    if (payload.length < 4) return null;
    // The end of the press before, late or once more.
    const after = this.#timestamp === null ? 1 : timestampAfter(timestamp, this.#timestamp);
    if (after <= 0 && after > -LATE_SAMPLES) return null;
    const key = KEYS[payload[0]!];
    if (key === undefined) return null;
    this.#timestamp = timestamp;
    return key;
  }
}

export interface KeyStep {
  payload: Uint8Array;
  first: boolean;
}

/** What to send each 20 ms while a key is held; the last step is the end, three packets because nobody asks for it again. */
export function keySteps(key: string, durationMs: number): KeyStep[][] {
  const event = KEYS.indexOf(key.toUpperCase());
  const frames = Math.max(2, Math.round(durationMs / 20));
  const payload = (samples: number, end: boolean): Uint8Array =>
    Uint8Array.of(event, VOLUME | (end ? END : 0), (samples >> 8) & 0xff, samples & 0xff);
  const steps: KeyStep[][] = [];
  for (let frame = 1; frame < frames; frame++)
    steps.push([{ payload: payload(frame * FRAME_SAMPLES, false), first: frame === 1 }]);
  const last = payload(frames * FRAME_SAMPLES, true);
  steps.push([1, 2, 3].map(() => ({ payload: last, first: false })));
  return steps;
}
