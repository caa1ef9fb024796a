import { FRAME_MS, FRAME_SAMPLES } from '#core/telephony/sound.ts';
import type { PcmStream } from '#core/telephony/telephony.port.ts';

const LOUD = 200;
const silence = new Int16Array(FRAME_SAMPLES);

/** The sound of a call in real time: 20 ms in and out at every tick. */
export interface Line {
  stream: PcmStream;
  says(sound: Int16Array): void;
  /** Whether the caller still speaks, or we do. */
  isCallerSpeaking(): boolean;
  isSounding(): boolean;
  /** When the caller's last sample went in, and when our first audible one after it came out. */
  lastWordMs: number;
  firstSoundMs: number | null;
  /** When what the caller says now began, and when something of ours could be heard last. */
  firstWordMs: number;
  lastSoundMs: number;
  tick(): void;
}

export function aLine(): Line {
  let hear: (frame: Int16Array) => void = () => {};
  let saying: Int16Array = silence.subarray(0, 0);
  let written: Int16Array[] = [];
  let buffered = 0;
  let isFirst = false;
  const stream: PcmStream = {
    onFrame: (listener) => void (hear = listener),
    write(samples) {
      written.push(samples);
      buffered += samples.length;
    },
    clear() {
      const dropped = (buffered / FRAME_SAMPLES) * FRAME_MS;
      written = [];
      buffered = 0;
      return dropped;
    },
    bufferedMs: () => (buffered / FRAME_SAMPLES) * FRAME_MS,
    close: () => void (hear = () => {}),
  };
  const line: Line = {
    stream,
    lastWordMs: 0,
    firstSoundMs: null,
    firstWordMs: 0,
    lastSoundMs: 0,
    says(sound) {
      saying = sound;
      isFirst = true;
      line.firstSoundMs = null;
    },
    isCallerSpeaking: () => saying.length > 0,
    isSounding: () => buffered > 0,
    tick() {
      for (let left = FRAME_SAMPLES; left > 0 && written.length > 0;) {
        const piece = written.shift()!;
        const played = piece.subarray(0, left);
        if (piece.length > left) written.unshift(piece.subarray(left));
        left -= played.length;
        buffered -= played.length;
        if (!played.some((sample) => Math.abs(sample) > LOUD)) continue;
        line.lastSoundMs = performance.now();
        if (line.firstSoundMs === null && saying.length === 0) line.firstSoundMs = line.lastSoundMs;
      }
      let frame = silence;
      if (saying.length > 0) {
        frame = new Int16Array(FRAME_SAMPLES);
        frame.set(saying.subarray(0, FRAME_SAMPLES));
        saying = saying.subarray(FRAME_SAMPLES);
        line.lastWordMs = performance.now();
        if (isFirst) line.firstWordMs = line.lastWordMs;
        isFirst = false;
      }
      hear(frame);
    },
  };
  return line;
}

/** Ticks lines every 20 ms by the clock; what is late is caught up, and told how late it was. */
export function beat(lines: readonly Line[]): { lateMs: number[]; stop(): void } {
  const lateMs: number[] = [];
  const from = performance.now();
  let ticks = 0;
  let isOver = false;
  // Lines of a house do not tick in the same moment: a quarter of them every 5 ms.
  const parts = Math.min(4, Math.max(1, lines.length));
  function next(): void {
    if (isOver) return;
    for (
      let due = from + (ticks * FRAME_MS) / parts;
      due <= performance.now();
      due = from + (ticks * FRAME_MS) / parts
    ) {
      lateMs.push(performance.now() - due);
      for (let at = ticks % parts; at < lines.length; at += parts) lines[at]!.tick();
      ticks += 1;
    }
    setTimeout(next, Math.max(0, from + (ticks * FRAME_MS) / parts - performance.now()));
  }
  next();
  return { lateMs, stop: () => void (isOver = true) };
}

/** Looks every few milliseconds until it is so; false when it is not in time. */
export async function until(isSo: () => boolean, mostMs = 15_000): Promise<boolean> {
  const from = performance.now();
  while (!isSo()) {
    if (performance.now() - from > mostMs) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** Until nothing of ours sounded for a while. */
export async function untilQuiet(line: Line): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet = line.isSounding() ? 0 : quiet + 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
}
