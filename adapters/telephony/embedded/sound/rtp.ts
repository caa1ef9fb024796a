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

/** Null for anything that is not a whole RTP packet. The payload is a view of `bytes`. */
export function parseRtp(bytes: Uint8Array): RtpPacket | null {
  if (bytes.length < 12 || bytes[0]! >> 6 !== 2) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 12 + (bytes[0]! & 0x0f) * 4;
  if (bytes[0]! & 0x10) {
    if (start + 4 > bytes.length) return null;
    start += 4 + view.getUint16(start + 2) * 4;
  }
  const end = bytes[0]! & 0x20 ? bytes.length - bytes[bytes.length - 1]! : bytes.length;
  if (start > end) return null;
  return {
    payloadType: bytes[1]! & 0x7f,
    marker: (bytes[1]! & 0x80) !== 0,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: bytes.subarray(start, end),
  };
}

export function buildRtp(packet: RtpPacket): Buffer {
  const bytes = Buffer.allocUnsafe(12 + packet.payload.length);
  bytes[0] = 0x80;
  bytes[1] = packet.payloadType | (packet.marker ? 0x80 : 0);
  bytes.writeUInt16BE(packet.sequence, 2);
  bytes.writeUInt32BE(packet.timestamp, 4);
  bytes.writeUInt32BE(packet.ssrc, 8);
  bytes.set(packet.payload, 12);
  return bytes;
}

/** How far `a` lies behind `b` on the circle of 16 bit sequence numbers; negative when it lies before. */
export const sequenceAfter = (a: number, b: number): number => ((a - b) << 16) >> 16;
/** Likewise for 32 bit timestamps. */
export const timestampAfter = (a: number, b: number): number => (a - b) | 0;
