import { ok } from '#shared/envelope.ts';

const WHOLE_TEXT = 0x81;
const WHOLE_PING = 0x89;
/** Up to here the length of a message stands in one byte; up to there in two more, else in eight. */
const SHORT = 125;
const MIDDLE = 65_535;
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;

/**
 * A text as the wire carries it from a server (RFC 6455, 5.2): whole, unmasked and uncompressed. Made once it is written to as many
 * sockets as want it, each in one piece: head and text apart would be two buffers for every one of them.
 */
export function wireFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length <= SHORT ? 2 : length <= MIDDLE ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = WHOLE_TEXT;
  if (length <= SHORT) frame[1] = length;
  else if (length <= MIDDLE) {
    frame[1] = IN_TWO_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = IN_EIGHT_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

/** What a channel says, inside its envelope. */
export const frameOf = (data: unknown): Buffer => wireFrame(JSON.stringify(ok(data)));

/** The same of what is written as JSON already. */
export const frameOfJson = (data: string): Buffer => wireFrame(`{"code":0,"data":${data},"msg":""}`);

/** A ping that says nothing. */
export const PING_FRAME: Buffer = Buffer.from([WHOLE_PING, 0]);
