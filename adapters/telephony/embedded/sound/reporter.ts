import type { RtpReception } from './rtp-reception.ts';
import { buildReport, ntpMiddle, parseReports } from './rtcp.ts';

const FIRST_REPORT_MS = 500;
const REPORT_EVERY_MS = 2_000;

/** Keeps the reports of one leg: when ours is due, and what the phone's say. No timer: packets pass fifty times a second. */
export class Reporter {
  packetsSent = 0;
  roundTripMs: number | null = null;
  remoteLossFraction: number | null = null;
  #bytesSent = 0;
  #dueMs: number;
  #senderReport: { ntp: number; atMs: number } | null = null;
  readonly #ssrc: number;
  readonly #cname: string;
  readonly #reception: RtpReception;
  readonly #now: () => number;

  constructor(ssrc: number, cname: string, reception: RtpReception, now: () => number) {
    this.#ssrc = ssrc;
    this.#cname = cname;
    this.#reception = reception;
    this.#now = now;
    this.#dueMs = now() + FIRST_REPORT_MS;
  }

  sent(bytes: number): void {
    this.packetsSent++;
    this.#bytesSent += bytes;
  }

  receive(packet: Uint8Array): void {
    const { senderNtp, blocks } = parseReports(packet);
    const nowMs = this.#now();
    if (senderNtp !== null) this.#senderReport = { ntp: senderNtp, atMs: nowMs };
    for (const block of blocks) {
      if (block.ssrc !== this.#ssrc) continue;
      this.remoteLossFraction = block.fraction / 256;
      if (block.lastReport === 0) continue;
      const trip = (this.#ntp(nowMs) - block.lastReport - block.delay) | 0;
      this.roundTripMs = Math.max(0, Math.round((trip * 1_000) / 65_536));
    }
  }

  isDue(nowMs: number): boolean {
    return nowMs >= this.#dueMs;
  }

  /** The report to send now, if one is due. */
  due(timestamp: number): Buffer | null {
    const nowMs = this.#now();
    if (!this.isDue(nowMs)) return null;
    this.#dueMs = nowMs + REPORT_EVERY_MS;
    const seen = this.#reception.report();
    const last = this.#senderReport;
    const block = seen && {
      ...seen,
      lastReport: last?.ntp ?? 0,
      // 32 bits are eighteen hours.
      delay: last ? Math.min(0xffff_ffff, Math.round(((nowMs - last.atMs) * 65_536) / 1_000)) : 0,
    };
    return buildReport(
      this.#ssrc,
      this.#cname,
      performance.timeOrigin + nowMs,
      { packets: this.packetsSent, bytes: this.#bytesSent, timestamp },
      block,
    );
  }

  #ntp(nowMs: number): number {
    return ntpMiddle(performance.timeOrigin + nowMs);
  }
}
