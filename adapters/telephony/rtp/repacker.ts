import { FRAME_MS } from '#core/telephony/sound.ts';
import { newSource } from '../embedded/sound/rtp-line.ts';
import { timestampAfter } from '../embedded/sound/rtp.ts';
import type { AudioPacket } from '../embedded/sound/sound-end.ts';

const NOTHING = new Uint8Array(0);
const PAUSE_FRAMES = 3;

/** Packets of any length in, packets of one length out; times stay what they were, what is missing stays missing. */
export class Repacker {
  #rest: Uint8Array = NOTHING;
  #from: number | null = null;
  #source = newSource();
  #sequence = 0;
  /** The timestamp behind what came last. */
  #expected = 0;
  #madeMs: number | null = null;

  put(packet: AudioPacket, samples: number): AudioPacket[] {
    const gap = packet.source === this.#from ? timestampAfter(packet.timestamp, this.#expected) : null;
    // What comes late has lost its place.
    if (gap !== null && gap < 0 && gap > -8_000) return [];
    if (gap !== 0) {
      this.#rest = NOTHING;
      if (gap === null) this.#source = newSource();
      else this.#sequence++;
      this.#from = packet.source;
    }
    this.#expected = (packet.timestamp + packet.payload.length) >>> 0;
    let rest = this.#rest.length > 0 ? joined(this.#rest, packet.payload) : packet.payload;
    const packed: AudioPacket[] = [];
    for (; rest.length >= samples; rest = rest.subarray(samples))
      packed.push({
        payload: rest.subarray(0, samples),
        timestamp: (this.#expected - rest.length) >>> 0,
        sequence: this.#sequence++ & 0xffff,
        marker: packet.marker && packed.length === 0,
        source: this.#source,
      });
    this.#rest = rest;
    return packed;
  }

  /** The next 20 ms of a sound we make. */
  made(frame: Uint8Array, samples: number, nowMs: number): AudioPacket[] {
    const isGoingOn = this.#madeMs !== null && nowMs - this.#madeMs <= PAUSE_FRAMES * FRAME_MS;
    const source = isGoingOn && this.#from !== null && this.#from < 0 ? this.#from : -newSource();
    this.#madeMs = nowMs;
    const timestamp = source === this.#from ? this.#expected : 0;
    return this.put({ payload: frame, timestamp, sequence: 0, marker: false, source }, samples);
  }

  clear(): void {
    this.#rest = NOTHING;
    this.#from = null;
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
