import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** From an address of its own, so that whoever is shut out for it is nobody else. */
const FROM = '127.0.0.2';
const PATIENCE_MS = 15_000;

export interface WireAnswer {
  /** Of the first line; null: it was closed without one. */
  status: number | null;
  /** Nothing came, and it stayed open. */
  isSilent: boolean;
}

export const openWire = (port: number): Socket =>
  connect({ port, host: '127.0.0.1', localAddress: FROM }).setNoDelay(true);

/** Sends these bytes and waits for the first line of an answer or the end. */
export function sendRaw(port: number, bytes: string | Buffer, patienceMs = PATIENCE_MS): Promise<WireAnswer> {
  return new Promise((resolve) => {
    const socket = openWire(port);
    let received = '';
    const done = (isSilent: boolean): void => {
      clearTimeout(late);
      socket.destroy();
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1];
      resolve({ status: status === undefined ? null : Number(status), isSilent });
    };
    const late = setTimeout(() => done(true), patienceMs);
    socket.on('error', () => done(false)).on('close', () => done(false));
    socket.on('data', (piece: Buffer) => {
      received += piece.toString('latin1');
      if (received.includes('\r\n')) done(false);
    });
    socket.write(bytes);
  });
}

const HEAD = 'host: localhost\r\n';
/** Requests no client sends by mistake; every one of them has to be answered 4xx or closed. */
export const rawRequests: readonly { name: string; bytes: string | Buffer }[] = [
  { name: 'no request at all', bytes: 'hello\r\n\r\n' },
  { name: 'binary', bytes: Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03]) },
  { name: 'a line without an end', bytes: `GET /${'a'.repeat(100_000)}` },
  { name: 'too many headers', bytes: `GET / HTTP/1.1\r\n${'x: y\r\n'.repeat(20_000)}\r\n` },
  { name: 'one huge header', bytes: `GET / HTTP/1.1\r\n${HEAD}x: ${'y'.repeat(200_000)}\r\n\r\n` },
  { name: 'an unknown method', bytes: `FROB / HTTP/1.1\r\n${HEAD}\r\n` },
  { name: 'an unknown version', bytes: `GET / HTTP/9.9\r\n${HEAD}\r\n` },
  { name: 'two lengths', bytes: `POST / HTTP/1.1\r\n${HEAD}content-length: 4\r\ncontent-length: 7\r\n\r\nabcdefg` },
  {
    name: 'length and chunks',
    bytes: `POST /api/echo HTTP/1.1\r\n${HEAD}content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n`,
  },
  { name: 'a negative length', bytes: `POST / HTTP/1.1\r\n${HEAD}content-length: -1\r\n\r\n` },
  { name: 'a chunk of no number', bytes: `POST / HTTP/1.1\r\n${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n` },
  { name: 'a bare carriage return', bytes: 'GET / HTTP/1.1\rhost: a\r\r' },
  { name: 'a NUL in a header', bytes: `GET / HTTP/1.1\r\nhost: a\0b\r\n\r\n` },
  {
    name: 'an upgrade to nothing',
    bytes: `GET /home/api/saas/chat HTTP/1.1\r\n${HEAD}upgrade: frob\r\nconnection: upgrade\r\n\r\n`,
  },
  {
    name: 'a websocket without a key',
    bytes: `GET /home/api/saas/chat HTTP/1.1\r\n${HEAD}upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n\r\n`,
  },
  { name: 'an absolute address', bytes: `GET http://169.254.169.254/latest HTTP/1.1\r\n${HEAD}\r\n` },
  { name: 'a way out of the folder', bytes: `GET /../../../../etc/passwd HTTP/1.1\r\n${HEAD}\r\n` },
];

/** Opens a websocket by hand, sends these bytes as they are, and says whether it was closed within patience. */
export async function sendFrames(
  port: number,
  { path, protocol }: { path: string; protocol: string },
  frames: readonly Buffer[],
  patienceMs = 3_000,
): Promise<'refused' | 'closed' | 'open'> {
  const socket = openWire(port);
  const key = randomBytes(16).toString('base64');
  let received = '';
  let isClosed = false;
  const closed = new Promise<void>((resolve) =>
    socket
      .on('error', () => {})
      .on('close', () => {
        isClosed = true;
        resolve();
      }),
  );
  socket.on('data', (piece: Buffer) => void (received += piece.toString('latin1')));
  socket.write(
    `GET ${path} HTTP/1.1\r\n${HEAD}upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\nsec-websocket-protocol: ${protocol}\r\n\r\n`,
  );
  const patience = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const greeted = async (): Promise<void> => {
    for (let waited = 0; !received.includes('\r\n\r\n') && waited < 5_000; waited += 20) await patience(20);
  };
  await Promise.race([greeted(), closed]);
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  if (!received.includes(accept)) {
    socket.destroy();
    return 'refused';
  }
  for (const frame of frames) if (!isClosed) socket.write(frame);
  await Promise.race([closed, patience(patienceMs)]);
  const ended = isClosed || /\x88/.test(received.slice(received.indexOf('\r\n\r\n') + 4)) ? 'closed' : 'open';
  socket.destroy();
  return ended;
}

/** A frame as clients send it, masked, unless told otherwise. */
export function frameOf(
  payload: Buffer | string,
  { opcode = 1, fin = true, rsv = 0, masked = true, length }: FrameWishes = {},
): Buffer {
  const body = Buffer.from(payload);
  const size = length ?? body.length;
  const head: number[] = [(fin ? 0x80 : 0) | (rsv << 4) | opcode];
  const bit = masked ? 0x80 : 0;
  const mask = masked ? randomBytes(4) : Buffer.alloc(0);
  if (size < 126) head.push(bit | size);
  else if (size < 65_536) head.push(bit | 126, size >> 8, size & 0xff);
  else {
    const long = Buffer.alloc(8);
    long.writeBigUInt64BE(BigInt(size));
    head.push(bit | 127, ...long);
  }
  const spoken = masked ? body.map((byte, at) => byte ^ mask[at % 4]!) : body;
  return Buffer.concat([Buffer.from(head), mask, spoken]);
}

interface FrameWishes {
  opcode?: number;
  fin?: boolean;
  rsv?: number;
  masked?: boolean;
  length?: number;
}

const many = (count: number, frame: () => Buffer): Buffer[] => Array.from({ length: count }, frame);

/** What no browser sends; some of it closes the socket, all of it leaves the process alone. */
export const hostileFrames: readonly { name: string; frames: () => Buffer[] }[] = [
  { name: 'not masked', frames: () => [frameOf('{}', { masked: false })] },
  { name: 'reserved bits', frames: () => [frameOf('{}', { rsv: 7 })] },
  { name: 'an unknown opcode', frames: () => [frameOf('{}', { opcode: 11 })] },
  { name: 'a continuation of nothing', frames: () => [frameOf('{}', { opcode: 0 })] },
  {
    name: 'a message that never ends',
    frames: () => many(200, () => frameOf('x'.repeat(1_000), { fin: false, opcode: 0 })),
  },
  { name: 'a length of exabytes', frames: () => [frameOf('x', { length: 2 ** 52 })] },
  { name: 'a long ping', frames: () => [frameOf('x'.repeat(200), { opcode: 9 })] },
  { name: 'a ping in pieces', frames: () => [frameOf('x', { opcode: 9, fin: false })] },
  { name: 'text that is no UTF-8', frames: () => [frameOf(Buffer.from([0xc3, 0x28, 0xff]))] },
  { name: 'a close of one byte', frames: () => [frameOf(Buffer.from([3]), { opcode: 8 })] },
  { name: 'a close of an unknown code', frames: () => [frameOf(Buffer.from([0, 1]), { opcode: 8 })] },
  { name: 'a megabyte of text', frames: () => [frameOf('x'.repeat(1_100_000))] },
  { name: 'no JSON', frames: () => [frameOf('{')] },
  {
    name: 'JSON of another shape',
    frames: () => [frameOf('[]'), frameOf('null'), frameOf('"x"'), frameOf('{"type":{}}')],
  },
  { name: 'JSON in a deep well', frames: () => [frameOf(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)] },
  { name: 'a prototype', frames: () => [frameOf('{"type":"send","__proto__":{"isOwner":true},"constructor":1}')] },
  { name: 'two thousand pings', frames: () => many(2_000, () => frameOf('', { opcode: 9 })) },
  { name: 'two thousand messages', frames: () => many(2_000, () => frameOf('{"type":"ping"}')) },
  { name: 'binary', frames: () => [frameOf(randomBytes(5_000), { opcode: 2 })] },
];
