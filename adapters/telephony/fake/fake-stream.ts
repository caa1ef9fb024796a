import type { PcmStream } from '#core/telephony/telephony.port.ts';
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from '#core/telephony/sound.ts';
import { sine, tonesIn } from '#core/telephony/tone-detector.ts';

/** A program's ear and mouth at a leg; the fake turns it by hand. */
export interface FakeStream extends PcmStream {
  playsHz(): number[];
  /** 20 ms pass: a frame of what the party says goes in, a frame of what was written goes out. */
  tick(saysHz: readonly number[]): void;
}

export function fakeStream(onClose: () => void): FakeStream {
  let listener: (frame: Int16Array) => void = () => {};
  let written: { ms: number; hz: number[] }[] = [];
  const bufferedMs = () => written.reduce((sum, piece) => sum + piece.ms, 0);
  return {
    onFrame: (next) => {
      listener = next;
    },
    write: (samples) => void written.push({ ms: (samples.length * 1_000) / SAMPLE_RATE, hz: tonesIn(samples) }),
    clear() {
      const dropped = bufferedMs();
      written = [];
      return dropped;
    },
    bufferedMs,
    close: onClose,
    playsHz: () => written[0]?.hz ?? [],
    tick(saysHz) {
      listener(sine(saysHz, FRAME_SAMPLES));
      const first = written[0];
      if (!first) return;
      first.ms -= FRAME_MS;
      if (first.ms <= 0) written.shift();
    },
  };
}
