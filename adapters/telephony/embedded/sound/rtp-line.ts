import { FRAME_MS, FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { sequenceAfter, timestampAfter } from './rtp.ts';
import type { AudioPacket } from './sound-end.ts';

let sources = 0;
/** A name for whoever counts packets from now on. */
export const newSource = (): number => ++sources;

export interface Stamp {
  sequence: number;
  timestamp: number;
  marker: boolean;
}

/**
 * The sequence numbers and timestamps one destination sees, whoever speaks to it.
 * 1. Packets of one source keep their distances: what was lost or late on the way to us still looks so.
 * 2. Another source, a sound of ours or a key starts right behind the newest packet; time that passed in silence passes
 *    in the timestamps too, so the listener's buffer does not take the pause for a delay.
 * 3. Nothing goes back behind such a change; a packet that would is left out (null).
 */
export class RtpLine {
  #sequence: number;
  #timestamp: number;
  #sentMs: number | null = null;
  /** The source being forwarded, and how its numbers become ours. */
  #source: { id: number; sequence: number; timestamp: number; firstSequence: number } | null = null;
  readonly #now: () => number;

  constructor(now: () => number, start: { sequence: number; timestamp: number }) {
    this.#now = now;
    this.#sequence = start.sequence & 0xffff;
    this.#timestamp = start.timestamp >>> 0;
  }

  forwarded(packet: AudioPacket): Stamp | null {
    const known = this.#source;
    if (known && known.id === packet.source) {
      const sequence = (packet.sequence + known.sequence) & 0xffff;
      const timestamp = (packet.timestamp + known.timestamp) >>> 0;
      if (sequenceAfter(sequence, known.firstSequence) < 0) return null;
      // A source that jumps (its clock was set anew) is another source.
      if (
        Math.abs(timestampAfter(timestamp, this.#timestamp)) < 60_000 &&
        Math.abs(sequenceAfter(sequence, this.#sequence)) < 3_000
      ) {
        if (sequenceAfter(sequence, this.#sequence) > 0) this.#sequence = sequence;
        if (timestampAfter(timestamp, this.#timestamp) > 0) this.#timestamp = timestamp;
        this.#sentMs = this.#now();
        return { sequence, timestamp, marker: packet.marker };
      }
    }
    const stamp = this.#next();
    this.#source = {
      id: packet.source,
      sequence: (stamp.sequence - packet.sequence) & 0xffff,
      timestamp: (stamp.timestamp - packet.timestamp) >>> 0,
      firstSequence: stamp.sequence,
    };
    return { ...stamp, marker: true };
  }

  /** The next 20 ms of a sound we make. */
  made(): Stamp {
    this.#source = null;
    return this.#next();
  }

  /** A further packet of the same moment: a key that is held down keeps its timestamp. */
  sameMoment(): Stamp {
    this.#source = null;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#sentMs = this.#now();
    return { sequence: this.#sequence, timestamp: this.#timestamp, marker: false };
  }

  /** A key held this long has passed; what follows comes behind it. */
  passed(samples: number): void {
    this.#timestamp = (this.#timestamp + samples) >>> 0;
    this.#sentMs = this.#now();
  }

  /** Nothing is sent for a while: time passes, but no number is missing when it goes on. */
  pause(): void {
    this.#source = null;
  }

  get newest(): { sequence: number; timestamp: number } {
    return { sequence: this.#sequence, timestamp: this.#timestamp };
  }

  #next(): Stamp {
    const nowMs = this.#now();
    const frames = this.#sentMs === null ? 1 : Math.max(1, Math.floor((nowMs - this.#sentMs) / FRAME_MS));
    // A timer a little late is no pause.
    const advance = frames > 3 ? frames : 1;
    const marker = this.#sentMs === null || advance > 1;
    this.#sentMs = nowMs;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + advance * FRAME_SAMPLES) >>> 0;
    return { sequence: this.#sequence, timestamp: this.#timestamp, marker };
  }
}
