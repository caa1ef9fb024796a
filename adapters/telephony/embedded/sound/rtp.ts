/** The RTP packet (RFC 3550, section 5.1), as far as we use it. */
export interface RtpPacket {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  payload: Uint8Array;
}

/** RTCP shares the port; its packet types fall into this range (RFC 5761). */
export const isRtcp = (bytes: Uint8Array): boolean => bytes.length >= 8 && bytes[1]! >= 192 && bytes[1]! <= 223;

/** Without anything but the twelve bytes every packet has. */
const PLAIN = 0x80;
const HEAD_BYTES = 12;

const read16 = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!;
const read32 = (bytes: Uint8Array, at: number): number => ((read16(bytes, at) << 16) | read16(bytes, at + 2)) >>> 0;

/** Null for anything that is not a whole RTP packet. The payload is a view of `bytes`. */
export function parseRtp(bytes: Uint8Array): RtpPacket | null {
  const first = bytes[0]!;
  if (bytes.length < HEAD_BYTES || first >> 6 !== 2) return null;
  let [start, end] = [HEAD_BYTES, bytes.length];
  if (first !== PLAIN) {
    start += (first & 0x0f) * 4;
    if (first & 0x10) {
      if (start + 4 > bytes.length) return null;
      start += 4 + read16(bytes, start + 2) * 4;
    }
    if (first & 0x20) end -= bytes[bytes.length - 1]!;
    if (start > end) return null;
  }
  return {
    payloadType: bytes[1]! & 0x7f,
    marker: (bytes[1]! & 0x80) !== 0,
    sequence: read16(bytes, 2),
    timestamp: read32(bytes, 4),
    ssrc: read32(bytes, 8),
    payload: bytes.subarray(start, end),
  };
}

export function buildRtp(packet: RtpPacket): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + packet.payload.length);
  writeHead(bytes, packet);
  bytes.set(packet.payload, HEAD_BYTES);
  return bytes;
}

/** Another head before the same payload; for packets that had nothing but the twelve bytes. */
export function writeHead(bytes: Uint8Array, head: Omit<RtpPacket, 'payload'>): void {
  const { payloadType, marker, sequence, timestamp, ssrc } = head;
  bytes[0] = PLAIN;
  bytes[1] = payloadType | (marker ? 0x80 : 0);
  bytes[2] = sequence >>> 8;
  bytes[3] = sequence;
  bytes[4] = timestamp >>> 24;
  bytes[5] = timestamp >>> 16;
  bytes[6] = timestamp >>> 8;
  bytes[7] = timestamp;
  bytes[8] = ssrc >>> 24;
  bytes[9] = ssrc >>> 16;
  bytes[10] = ssrc >>> 8;
  bytes[11] = ssrc;
}

export const isPlain = (bytes: Uint8Array): boolean => bytes[0] === PLAIN;

/** How far `a` lies behind `b` on the circle of 16 bit sequence numbers; negative when it lies before. */
export const sequenceAfter = (a: number, b: number): number => ((a - b) << 16) >> 16;
/** Likewise for 32 bit timestamps. */
export const timestampAfter = (a: number, b: number): number => (a - b) | 0;
