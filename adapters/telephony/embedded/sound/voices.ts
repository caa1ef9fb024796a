import { FRAME_MS, FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { decodeUlaw, encodeUlaw, mix, SILENCE } from '#core/telephony/g711.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import type { AudioPacket, SoundEnd } from './sound-end.ts';

/** Something that can be heard: 20 ms of PCMU a tick, null for silence. Whoever asks within one tick hears the same. */
export interface SoundVoice {
  frame(tick: number): Uint8Array | null;
}

export const silentFrame: Uint8Array = new Uint8Array(FRAME_SAMPLES).fill(SILENCE);

/** All voices of this tick together; null when none of them says anything. */
export function mixVoices(voices: readonly SoundVoice[], tick: number): Uint8Array | null {
  const frames: Uint8Array[] = [];
  for (const voice of voices) {
    const frame = voice.frame(tick);
    if (frame) frames.push(frame);
  }
  return frames.length > 1 ? mix(frames, FRAME_SAMPLES) : (frames[0] ?? null);
}

/** What a leg says: its packets to those who hear nothing else, and frames by the tick while somebody gathers them. */
export class SpokenVoice implements SoundVoice {
  /** They get every packet as it comes. */
  readonly listeners = new Set<Pick<SoundEnd, 'forward'>>();
  readonly #buffer = new JitterBuffer();
  #gatherers = 0;
  #tick = -1;
  #frame: Uint8Array | null = null;

  put(packet: AudioPacket): void {
    if (this.#gatherers > 0) this.#buffer.put(packet);
    for (const listener of this.listeners) listener.forward(packet);
  }

  gather(): void {
    this.#gatherers++;
  }

  release(): void {
    if (--this.#gatherers === 0) this.#buffer.clear();
  }

  frame(tick: number): Uint8Array | null {
    if (tick !== this.#tick) {
      this.#tick = tick;
      this.#frame = this.#buffer.take();
    }
    return this.#frame;
  }
}

/** A sound of ours from a place in it, once or over and over. */
export class PlayedVoice implements SoundVoice {
  readonly #bytes: Uint8Array;
  readonly #loop: boolean;
  #at: number;
  #tick = -1;
  #frame: Uint8Array | null = null;

  constructor(bytes: Uint8Array, loop: boolean, at = 0) {
    this.#bytes = bytes;
    this.#loop = loop && bytes.length > 0;
    this.#at = bytes.length > 0 ? at % bytes.length : 0;
  }

  get at(): number {
    return this.#at;
  }

  get ended(): boolean {
    return !this.#loop && this.#at >= this.#bytes.length;
  }

  frame(tick: number): Uint8Array | null {
    if (tick === this.#tick) return this.#frame;
    this.#tick = tick;
    this.#frame = this.ended ? null : this.#next();
    return this.#frame;
  }

  #next(): Uint8Array {
    const bytes = this.#bytes;
    const whole = bytes.subarray(this.#at, this.#at + FRAME_SAMPLES);
    this.#at += FRAME_SAMPLES;
    if (whole.length === FRAME_SAMPLES) {
      if (this.#loop && this.#at === bytes.length) this.#at = 0;
      return whole;
    }
    const frame = silentFrame.slice();
    frame.set(whole);
    if (!this.#loop) return frame;
    for (let filled = whole.length; filled < FRAME_SAMPLES;) {
      const more = bytes.subarray(0, FRAME_SAMPLES - filled);
      frame.set(more, filled);
      filled += more.length;
      this.#at = more.length % bytes.length;
    }
    return frame;
  }
}

/** What a program says to a leg, and its way of hearing it. */
export class StreamVoice implements SoundVoice {
  onFrame: ((frame: Int16Array) => void) | null = null;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #tick = -1;
  #frame: Uint8Array | null = null;

  write(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#chunks.push(encodeUlaw(samples));
    this.#bytes += samples.length;
  }

  clear(): number {
    const dropped = this.bufferedMs();
    this.#chunks = [];
    this.#bytes = 0;
    return dropped;
  }

  bufferedMs(): number {
    return Math.round((this.#bytes / FRAME_SAMPLES) * FRAME_MS);
  }

  hear(frame: Uint8Array | null): void {
    this.onFrame?.(frame ? decodeUlaw(frame) : new Int16Array(FRAME_SAMPLES));
  }

  frame(tick: number): Uint8Array | null {
    if (tick === this.#tick) return this.#frame;
    this.#tick = tick;
    this.#frame = this.#bytes > 0 ? this.#next() : null;
    return this.#frame;
  }

  #next(): Uint8Array {
    const frame = silentFrame.slice();
    for (let filled = 0; filled < FRAME_SAMPLES && this.#chunks.length > 0;) {
      const chunk = this.#chunks[0]!;
      const taken = chunk.subarray(0, FRAME_SAMPLES - filled);
      frame.set(taken, filled);
      filled += taken.length;
      this.#bytes -= taken.length;
      if (taken.length === chunk.length) this.#chunks.shift();
      else this.#chunks[0] = chunk.subarray(taken.length);
    }
    return frame;
  }
}
