import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { sequenceAfter, timestampAfter, type RtpPacket } from './rtp.ts';

/** What became of one sender's packets (RFC 3550, sections 6.4.1 and A.3, A.8). A new SSRC counts on. */
export class RtpReception {
  received = 0;
  lastMs: number | null = null;
  #ssrc: number | null = null;
  #lostBefore = 0;
  #first = 0;
  #highest = 0;
  #receivedOfSender = 0;
  #transit: number | null = null;
  #jitter = 0;
  #reported = { expected: 0, received: 0 };

  note(packet: RtpPacket, nowMs: number): void {
    this.received++;
    this.lastMs = nowMs;
    if (packet.ssrc !== this.#ssrc || Math.abs(sequenceAfter(packet.sequence, this.#highest & 0xffff)) > 3_000)
      this.#begin(packet);
    const ahead = sequenceAfter(packet.sequence, this.#highest & 0xffff);
    if (ahead > 0) this.#highest += ahead;
    this.#receivedOfSender++;
    const transit = (Math.round(nowMs * (SAMPLE_RATE / 1_000)) - packet.timestamp) | 0;
    if (this.#transit !== null) this.#jitter += (Math.abs(timestampAfter(transit, this.#transit)) - this.#jitter) / 16;
    this.#transit = transit;
  }

  get ssrc(): number | null {
    return this.#ssrc;
  }

  get lost(): number {
    return this.#lostBefore + this.#lostOfSender();
  }

  get jitterMs(): number {
    return (this.#jitter * 1_000) / SAMPLE_RATE;
  }

  /** The block of a receiver report; what was lost since the last one is counted from here. */
  report(): { ssrc: number; fraction: number; lost: number; highest: number; jitter: number } | null {
    if (this.#ssrc === null) return null;
    const expected = this.#highest - this.#first + 1;
    const expectedSince = expected - this.#reported.expected;
    const lostSince = expectedSince - (this.#receivedOfSender - this.#reported.received);
    this.#reported = { expected, received: this.#receivedOfSender };
    return {
      ssrc: this.#ssrc,
      fraction: expectedSince > 0 && lostSince > 0 ? Math.min(255, Math.floor((lostSince * 256) / expectedSince)) : 0,
      lost: this.#lostOfSender(),
      highest: this.#highest >>> 0,
      jitter: Math.round(this.#jitter),
    };
  }

  #lostOfSender(): number {
    return this.#ssrc === null ? 0 : Math.max(0, this.#highest - this.#first + 1 - this.#receivedOfSender);
  }

  #begin(packet: RtpPacket): void {
    this.#lostBefore = this.lost;
    this.#ssrc = packet.ssrc;
    this.#first = packet.sequence;
    this.#highest = packet.sequence;
    this.#receivedOfSender = 0;
    this.#transit = null;
    this.#reported = { expected: 0, received: 0 };
  }
}
