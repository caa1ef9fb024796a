import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FilesKey } from '#core/files/files-keys.port.ts';
import { inSizes } from '../in-sizes.ts';
import { pulled } from '../pulled.ts';
import {
  PIECE_BYTES,
  pieceSeal,
  readHeader,
  SALT_BYTES,
  SEALED_PIECE_BYTES,
  writeHeader,
  type PieceSeal,
} from './piece-format.ts';

/** A disk takes large pieces faster. */
const AT_ONCE = 16;

/** A file as it is kept: header and pieces. `count` hears how long each piece was. */
export async function* sealPieces(
  { id, secret }: FilesKey,
  key: string,
  content: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const header = { keyId: id, salt: randomBytes(SALT_BYTES) };
  const seal = pieceSeal(secret, header, key);
  let sealed = [writeHeader(header)];
  let index = 0;
  for await (const { piece, isLast } of inSizes(content, PIECE_BYTES)) {
    count(piece.length);
    sealed.push(seal.seal(piece, index, isLast));
    index += 1;
    if (!isLast && sealed.length < AT_ONCE) continue;
    yield Buffer.concat(sealed);
    sealed = [];
  }
}

/** Opens one piece after another, from the `first` on, of a file that has `end`; throws where one is not what it was. */
export function openPieces({
  content,
  seal,
  first,
  end,
  damaged,
}: {
  content: AsyncIterable<Uint8Array>;
  seal: PieceSeal;
  first: number;
  end: number;
  damaged(): Error;
}): () => Promise<Buffer | null> {
  const pieces = cutPieces(content);
  let index = first;
  return async () => {
    const { value, done } = await pieces.next();
    if (done) return null;
    const opened = seal.open(value, index, index === end - 1);
    if (!opened) throw damaged();
    index += 1;
    return opened;
  };
}

/** Of what pieces hold from `at` on, what stands between two places, both included; pieces that end too soon are damage. */
export function cutOut(
  open: () => Promise<Buffer | null>,
  { at: first, from, to }: { at: number; from: number; to: number },
  damaged: () => Error,
): () => Promise<Buffer | null> {
  let at = first;
  return async () => {
    const piece = await open();
    if (!piece && at <= to) throw damaged();
    if (!piece) return null;
    const begin = at;
    at += piece.length;
    return piece.subarray(Math.max(0, from - begin), Math.max(0, to + 1 - begin));
  };
}

export async function gathered(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* cutPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { piece } of inSizes(content, SEALED_PIECE_BYTES)) yield piece;
}

/** Lets go of where bytes come from, also when nobody read to the end. */
export const letGo = (content: AsyncIterable<Uint8Array>): void => {
  if (content instanceof Readable) content.on('error', () => {}).destroy();
};

/** The first bytes apart, and everything once more after a look at them: of what is sealed without them, else with them. */
export async function headOf(content: AsyncIterable<Uint8Array>, size: number) {
  const chunks = content[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < size) {
    const { value, done } = await chunks.next();
    if (done) break;
    held.push(value);
    bytes += value.byteLength;
  }
  const all = Buffer.concat(held);
  const isSealed = readHeader(all) !== null;
  async function* rest(): AsyncGenerator<Buffer> {
    yield isSealed ? all.subarray(size) : all;
    for (;;) {
      const { value, done } = await chunks.next();
      if (done) return;
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  }
  return { head: all, rest: rest() };
}

/** The first piece is opened before anything is answered: who asks for a damaged file is told so, and not given a broken one. */
export async function begun(next: () => Promise<Buffer | null>, close: () => void) {
  let first: Buffer | null = null;
  try {
    first = await next();
  } catch (thrown) {
    close();
    throw thrown;
  }
  let isGiven = false;
  return pulled(async () => {
    if (isGiven) return next();
    isGiven = true;
    return first;
  }, close);
}
