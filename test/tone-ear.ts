import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { sine, tonesIn } from '#core/telephony/tone-detector.ts';
import { decodeUlaw, encodeUlaw, SILENCE } from '#core/telephony/g711.ts';

const WINDOW_MS = 260;
/** Fewer frames within the window are a gap, not a sound. */
const LEAST_FRAMES = 8;
const MOST_FRAMES = 12;

/** Remembers the newest sound and says which tones are in it. */
export function openToneEar(): { hear(frame: Uint8Array): void; tones(): number[] } {
  let heard: { atMs: number; samples: Int16Array }[] = [];
  return {
    hear(frame) {
      heard.push({ atMs: performance.now(), samples: decodeUlaw(frame) });
      if (heard.length > MOST_FRAMES) heard.shift();
    },
    tones() {
      heard = heard.filter(({ atMs }) => atMs > performance.now() - WINDOW_MS);
      return heard.length < LEAST_FRAMES
        ? []
        : tonesIn(heard.slice(-MOST_FRAMES).flatMap(({ samples }) => [...samples]));
    },
  };
}

const silence = new Uint8Array(FRAME_SAMPLES).fill(SILENCE);
const known = new Map<number, Uint8Array>();

/** 20 ms of a tone whose frequency is a multiple of 50 Hz, so that frames fit together; null is silence. */
export function toneFrame(hz: number | null): Uint8Array {
  if (hz === null) return silence;
  const frame = known.get(hz) ?? encodeUlaw(sine([hz], FRAME_SAMPLES));
  known.set(hz, frame);
  return frame;
}
