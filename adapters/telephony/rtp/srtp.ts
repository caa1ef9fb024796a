import { createCipheriv, createHash, timingSafeEqual, type Cipheriv, type Hash } from 'node:crypto';

/** SRTP and SRTCP (RFC 3711) with the two suites carriers offer in SDES; one object a direction. */
export type SrtpSuite = 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32';

/** Master key and salt together. */
export const MASTER_BYTES = 30;
const RTCP_TAG_BYTES = 10;
const ROLL_OVER_BYTES = 4;
const WINDOW = 64;
const FULL_WINDOW = (1n << BigInt(WINDOW)) - 1n;
/** A sender may change its SSRC now and then; more are an attempt to fill our memory. */
const MOST_SENDERS = 8;

/** AES in counter mode from one cipher that lives as long as the call: a new one costs ten times its work. */
export class CounterMode {
  readonly #ecb: Cipheriv;

  constructor(key: Uint8Array) {
    this.#ecb = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  }

  apply(iv: Buffer, data: Uint8Array): Buffer {
    const masked = Buffer.from(data);
    this.mask(iv, masked);
    return masked;
  }

  /** In place. */
  mask(iv: Buffer, data: Uint8Array): void {
    const length = Math.ceil(data.length / 16) * 16;
    const counters = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; at += 16) {
      counters.set(iv, at);
      counters[at + 14] = at >> 12;
      counters[at + 15] = at >> 4;
    }
    const stream = this.#ecb.update(counters);
    for (let at = 0; at < data.length; at++) data[at]! ^= stream[at]!;
  }
}

/** HMAC-SHA1 from two hashes that are copied for each packet, for the same reason. */
class Sha1Mac {
  readonly #inner: Hash;
  readonly #outer: Hash;

  constructor(key: Uint8Array) {
    const padded = Buffer.alloc(64);
    padded.set(key);
    this.#inner = createHash('sha1').update(padded.map((byte) => byte ^ 0x36));
    this.#outer = createHash('sha1').update(padded.map((byte) => byte ^ 0x5c));
  }

  of(data: Uint8Array, length: number): Buffer {
    return this.#outer.copy().update(this.#inner.copy().update(data).digest()).digest().subarray(0, length);
  }
}

/** A session key from the master's (section 4.3): labels 0 to 2 for RTP, 3 to 5 for RTCP. */
export function deriveKey(master: Buffer, label: number, length: number): Buffer {
  const iv = Buffer.alloc(16);
  master.copy(iv, 0, 16, MASTER_BYTES);
  iv[7]! ^= label;
  return new CounterMode(master.subarray(0, 16)).apply(iv, Buffer.alloc(length));
}

interface SessionKeys {
  code: CounterMode;
  mac: Sha1Mac;
  salt: Buffer;
}

/** Which numbers of a sender came; each is taken once. */
class ReplayWindow {
  highest = -1;
  #seen = 0n;

  isFresh(index: number): boolean {
    const ahead = index - this.highest;
    return ahead > 0 || (ahead > -WINDOW && ((this.#seen >> BigInt(-ahead)) & 1n) === 0n);
  }

  take(index: number): void {
    const ahead = index - this.highest;
    if (ahead <= 0) {
      this.#seen |= 1n << BigInt(-ahead);
      return;
    }
    this.#seen = ((ahead >= WINDOW ? 0n : this.#seen << BigInt(ahead)) | 1n) & FULL_WINDOW;
    this.highest = index;
  }
}

interface Sender {
  rtp: ReplayWindow;
  rtcp: ReplayWindow;
  nextReport: number;
}

export class SrtpContext {
  readonly #tagBytes: number;
  readonly #rtp: SessionKeys;
  readonly #rtcp: SessionKeys;
  readonly #senders = new Map<number, Sender>();

  constructor(master: Buffer, suite: SrtpSuite) {
    this.#tagBytes = suite.endsWith('80') ? 10 : 4;
    const keys = (label: number): SessionKeys => ({
      code: new CounterMode(deriveKey(master, label, 16)),
      mac: new Sha1Mac(deriveKey(master, label + 1, 20)),
      salt: deriveKey(master, label + 2, 14),
    });
    this.#rtp = keys(0);
    this.#rtcp = keys(3);
  }

  protect(packet: Buffer): Buffer {
    const sequence = packet.readUInt16BE(2);
    const { rtp } = this.#sender(packet.readUInt32BE(8));
    const index = guessIndex(rtp.highest, sequence);
    if (index > rtp.highest) rtp.highest = index;
    const end = packet.length;
    const whole = this.#withRollOvers(packet, index, end + this.#tagBytes);
    this.#mask(whole, index, end);
    whole.set(this.#rtp.mac.of(whole.subarray(0, end + ROLL_OVER_BYTES), this.#tagBytes), end);
    return whole;
  }

  /** Null for what is forged, played again or cut off. */
  unprotect(packet: Buffer): Buffer | null {
    const end = packet.length - this.#tagBytes;
    if (end < 12 || packet[0]! >> 6 !== 2) return null;
    const ssrc = packet.readUInt32BE(8);
    const known = this.#senders.get(ssrc);
    const index = guessIndex(known?.rtp.highest ?? -1, packet.readUInt16BE(2));
    if (index < 0 || (known && !known.rtp.isFresh(index))) return null;
    const whole = this.#withRollOvers(packet.subarray(0, end), index, end + ROLL_OVER_BYTES);
    if (!timingSafeEqual(this.#rtp.mac.of(whole, this.#tagBytes), packet.subarray(end))) return null;
    // Only now is it somebody's: who cannot sign does not fill our memory.
    this.#sender(ssrc).rtp.take(index);
    if (payloadStart(packet) > end) return null;
    this.#mask(whole, index, end);
    return whole.subarray(0, end);
  }

  protectReport(packet: Buffer): Buffer {
    const ssrc = packet.readUInt32BE(4);
    const sender = this.#sender(ssrc);
    const index = sender.nextReport++;
    const trailer = Buffer.alloc(4);
    trailer.writeUInt32BE((0x8000_0000 | index) >>> 0);
    const code = this.#rtcp.code.apply(ivOf(this.#rtcp.salt, ssrc, index), packet.subarray(8));
    const whole = Buffer.concat([packet.subarray(0, 8), code, trailer]);
    return Buffer.concat([whole, this.#rtcp.mac.of(whole, RTCP_TAG_BYTES)]);
  }

  unprotectReport(packet: Buffer): Buffer | null {
    const end = packet.length - RTCP_TAG_BYTES;
    if (end < 12) return null;
    const tag = this.#rtcp.mac.of(packet.subarray(0, end), RTCP_TAG_BYTES);
    if (!timingSafeEqual(tag, packet.subarray(end))) return null;
    const trailer = packet.readUInt32BE(end - 4);
    const index = trailer & 0x7fff_ffff;
    const ssrc = packet.readUInt32BE(4);
    const { rtcp } = this.#sender(ssrc);
    if (!rtcp.isFresh(index)) return null;
    rtcp.take(index);
    const body = packet.subarray(8, end - 4);
    const isEncrypted = trailer >>> 31 === 1;
    const clearBody = isEncrypted ? this.#rtcp.code.apply(ivOf(this.#rtcp.salt, ssrc, index), body) : body;
    return Buffer.concat([packet.subarray(0, 8), clearBody]);
  }

  /** A copy with the roll-overs of its number behind it, which are signed but not sent: the tag takes their place. */
  #withRollOvers(packet: Buffer, index: number, length: number): Buffer {
    const copy = Buffer.allocUnsafe(length);
    copy.set(packet);
    copy.writeUInt32BE(Math.floor(index / 65_536) >>> 0, packet.length);
    return copy;
  }

  #mask(packet: Buffer, index: number, end: number): void {
    const { code, salt } = this.#rtp;
    code.mask(ivOf(salt, packet.readUInt32BE(8), index), packet.subarray(payloadStart(packet), end));
  }

  #sender(ssrc: number): Sender {
    let sender = this.#senders.get(ssrc);
    if (!sender) {
      for (const oldest of this.#senders.keys()) {
        if (this.#senders.size < MOST_SENDERS) break;
        this.#senders.delete(oldest);
      }
      this.#senders.set(ssrc, (sender = { rtp: new ReplayWindow(), rtcp: new ReplayWindow(), nextReport: 0 }));
    }
    return sender;
  }
}

/** The whole number of a packet whose lower half is known: the one nearest to the highest so far (section 3.3.1). */
function guessIndex(highest: number, sequence: number): number {
  if (highest < 0) return sequence;
  const rollOvers = Math.floor(highest / 65_536);
  const low = highest % 65_536;
  if (low < 32_768 && sequence - low > 32_768) return (rollOvers - 1) * 65_536 + sequence;
  if (low >= 32_768 && low - sequence > 32_768) return (rollOvers + 1) * 65_536 + sequence;
  return rollOvers * 65_536 + sequence;
}

/** Extensions and sources stay readable. */
function payloadStart(packet: Buffer): number {
  const start = 12 + (packet[0]! & 0x0f) * 4;
  return packet[0]! & 0x10 && start + 4 <= packet.length ? start + 4 + packet.readUInt16BE(start + 2) * 4 : start;
}

function ivOf(salt: Buffer, ssrc: number, index: number): Buffer {
  const iv = Buffer.alloc(16);
  salt.copy(iv);
  iv.writeUInt32BE((iv.readUInt32BE(4) ^ ssrc) >>> 0, 4);
  iv.writeUInt16BE(iv.readUInt16BE(8) ^ Math.floor(index / 2 ** 32), 8);
  iv.writeUInt32BE((iv.readUInt32BE(10) ^ (index >>> 0)) >>> 0, 10);
  return iv;
}
