/**
 * Reports about the sound, both ways (RFC 3550, section 6.4). We send our own and read the browser's: from ours it
 * learns the round trip and its loss, from its we learn the same of what we send.
 */
const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const DESCRIPTION = 202;
const SINCE_1900_S = 2_208_988_800;

export interface ReportBlock {
  /** Whom it is about. */
  ssrc: number;
  /** Of 256, since the report before. */
  fraction: number;
  lost: number;
  highest: number;
  jitter: number;
  /** The middle of the NTP time of the last sender report heard, and how long ago that was in 1/65536 s. */
  lastReport: number;
  delay: number;
}

export interface ReceivedReport {
  /** The sender report's NTP time, middle 32 bits. */
  senderNtp: number | null;
  blocks: ReportBlock[];
}

export interface SentSound {
  packets: number;
  bytes: number;
  timestamp: number;
}

/** The middle 32 bits of the NTP time: seconds and 1/65536 of them. */
export const ntpMiddle = (epochMs: number): number => Math.floor((epochMs / 1_000 + SINCE_1900_S) * 65_536) % 2 ** 32;

/** A sender report (a receiver report when nothing was sent yet) with one block, and our name. */
export function buildReport(
  ssrc: number,
  cname: string,
  epochMs: number,
  sent: SentSound,
  block: ReportBlock | null,
): Buffer {
  const sends = sent.packets > 0;
  const head = Buffer.alloc(sends ? 28 : 8);
  begin(head, sends ? SENDER_REPORT : RECEIVER_REPORT, block ? 1 : 0, head.length + (block ? 24 : 0));
  head.writeUInt32BE(ssrc, 4);
  if (sends) {
    const seconds = epochMs / 1_000 + SINCE_1900_S;
    head.writeUInt32BE(Math.floor(seconds) % 2 ** 32, 8);
    head.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), 12);
    head.writeUInt32BE(sent.timestamp, 16);
    head.writeUInt32BE(sent.packets >>> 0, 20);
    head.writeUInt32BE(sent.bytes >>> 0, 24);
  }
  return Buffer.concat([head, ...(block ? [buildBlock(block)] : []), buildName(ssrc, cname)]);
}

/** Everything the reports of a compound packet say; what is cut off or unknown is passed over. */
export function parseReports(bytes: Uint8Array): ReceivedReport {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const report: ReceivedReport = { senderNtp: null, blocks: [] };
  for (let at = 0; at + 8 <= buffer.length;) {
    const type = buffer[at + 1]!;
    const end = Math.min(buffer.length, at + 4 + buffer.readUInt16BE(at + 2) * 4);
    const sender = type === SENDER_REPORT && at + 28 <= end;
    if (sender)
      report.senderNtp = (((buffer.readUInt32BE(at + 8) & 0xffff) << 16) | (buffer.readUInt32BE(at + 12) >>> 16)) >>> 0;
    if (sender || type === RECEIVER_REPORT) {
      for (
        let block = at + (sender ? 28 : 8), left = buffer[at]! & 0x1f;
        left > 0 && block + 24 <= end;
        block += 24, left--
      )
        report.blocks.push(parseBlock(buffer, block));
    }
    at = end;
  }
  return report;
}

function buildBlock(block: ReportBlock): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt32BE(block.ssrc, 0);
  bytes[4] = block.fraction;
  bytes.writeUIntBE(Math.min(block.lost, 0x7f_ff_ff), 5, 3);
  bytes.writeUInt32BE(block.highest, 8);
  bytes.writeUInt32BE(block.jitter, 12);
  bytes.writeUInt32BE(block.lastReport, 16);
  bytes.writeUInt32BE(block.delay, 20);
  return bytes;
}

const parseBlock = (buffer: Buffer, at: number): ReportBlock => ({
  ssrc: buffer.readUInt32BE(at),
  fraction: buffer[at + 4]!,
  lost: buffer.readIntBE(at + 5, 3),
  highest: buffer.readUInt32BE(at + 8),
  jitter: buffer.readUInt32BE(at + 12),
  lastReport: buffer.readUInt32BE(at + 16),
  delay: buffer.readUInt32BE(at + 20),
});

function buildName(ssrc: number, cname: string): Buffer {
  const text = Buffer.from(cname);
  const bytes = Buffer.alloc(Math.ceil((8 + 2 + text.length + 1) / 4) * 4);
  begin(bytes, DESCRIPTION, 1, bytes.length);
  bytes.writeUInt32BE(ssrc, 4);
  bytes[8] = 1;
  bytes[9] = text.length;
  text.copy(bytes, 10);
  return bytes;
}

function begin(bytes: Buffer, type: number, count: number, length: number): void {
  bytes[0] = 0x80 | count;
  bytes[1] = type;
  bytes.writeUInt16BE(length / 4 - 1, 2);
}
