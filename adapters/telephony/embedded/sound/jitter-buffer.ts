import { FRAME_SAMPLES, SAMPLE_RATE } from '#core/telephony/sound.ts';
import { SILENCE } from '#core/telephony/g711.ts';
import { timestampAfter } from './rtp.ts';
import type { AudioPacket } from './sound-end.ts';

const RING_SAMPLES = 4_096;
/** What is held back so that packets in disorder find their place. */
const DELAY_SAMPLES = (40 * SAMPLE_RATE) / 1_000;
/** More than this waiting is a delay one would hear: the clocks differ, or the tick stood still. */
const MOST_SAMPLES = (100 * SAMPLE_RATE) / 1_000;
/** So many late packets in a row are no accident; the delay is counted anew. */
const LATE_PACKETS = 3;

/** Packets in, whenever they come; 20 ms out, whenever asked. What is missing is silence, what is late is dropped. */
export class JitterBuffer {
  readonly #ring = new Uint8Array(RING_SAMPLES).fill(SILENCE);
  #source: number | null = null;
  /** The timestamp of the next sample to go out. */
  #next = 0;
  /** Behind the last sample that came in. */
  #end = 0;
  #late = 0;

  put(packet: AudioPacket): void {
    const length = packet.payload.length;
    if (length === 0 || length > MOST_SAMPLES) return;
    const ahead = timestampAfter(packet.timestamp, this.#next);
    if (packet.source !== this.#source || Math.abs(ahead) > RING_SAMPLES - length) this.#begin(packet);
    else if (ahead >= 0) this.#late = 0;
    // A little late counts too: a slow clock would else cut every packet for minutes.
    else if (++this.#late >= LATE_PACKETS) this.#begin(packet);
    else if (ahead + length <= 0) return;
    for (let at = Math.max(0, timestampAfter(this.#next, packet.timestamp)); at < length; at++)
      this.#ring[(packet.timestamp + at) & (RING_SAMPLES - 1)] = packet.payload[at]!;
    if (timestampAfter(packet.timestamp + length, this.#end) > 0) this.#end = (packet.timestamp + length) >>> 0;
    if (timestampAfter(this.#end, this.#next) > MOST_SAMPLES)
      this.#skip(timestampAfter(this.#end, this.#next) - DELAY_SAMPLES - FRAME_SAMPLES);
  }

  /** The next 20 ms; null for silence. */
  take(): Uint8Array | null {
    if (this.#source === null) return null;
    const has = timestampAfter(this.#end, this.#next) > 0;
    const frame = has ? new Uint8Array(FRAME_SAMPLES) : null;
    if (frame)
      for (let at = 0; at < FRAME_SAMPLES; at++) frame[at] = this.#ring[(this.#next + at) & (RING_SAMPLES - 1)]!;
    this.#skip(FRAME_SAMPLES);
    return frame;
  }

  clear(): void {
    this.#source = null;
    this.#ring.fill(SILENCE);
  }

  #begin(packet: AudioPacket): void {
    this.clear();
    this.#source = packet.source;
    this.#next = (packet.timestamp - DELAY_SAMPLES) >>> 0;
    this.#end = packet.timestamp;
    this.#late = 0;
  }

  #skip(samples: number): void {
    for (let at = 0; at < samples; at++) this.#ring[(this.#next + at) & (RING_SAMPLES - 1)] = SILENCE;
    this.#next = (this.#next + samples) >>> 0;
  }
}
