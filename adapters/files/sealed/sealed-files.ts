import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { SEALED_ENDING } from '#core/files/file-keys.ts';
import type { FilesKeys } from '#core/files/files-keys.port.ts';
import type { Files } from '#core/files/files.port.ts';
import { Failure } from '#shared/errors.ts';
import { inSizes } from '../in-sizes.ts';
import { pulled } from '../pulled.ts';
import {
  HEADER_BYTES,
  PIECE_BYTES,
  pieceSeal,
  readHeader,
  SALT_BYTES,
  SEALED_PIECE_BYTES,
  sizeOf,
  writeHeader,
  type PieceSeal,
  type SealedHeader,
} from './piece-format.ts';

/** Headers that are remembered: whoever listens to a recording asks for parts of it again and again. */
const REMEMBERED = 1_000;

export interface SealedParts {
  keys: FilesKeys;
  /** Somebody should hear of it: the file was asked for and is not what was kept. */
  damaged(key: string): void;
}

/** What is known of a file before any of its pieces is opened. */
interface Known {
  /** Null: it was kept before files were sealed, as it is. */
  header: SealedHeader | null;
  /** As it lies there. */
  sealedBytes: number;
}

type Range = { from: number; to: number };

/**
 * Files that nobody reads or changes who has the place they are in, and not our keys. What lies there unsealed, of earlier days,
 * is read as it is.
 */
export function sealedFiles(inner: Files, { keys, damaged }: SealedParts): Files {
  const remembered = new Map<string, Known>();

  function remember(key: string, known: Known): Known {
    remembered.delete(key);
    remembered.set(key, known);
    if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value!);
    return known;
  }

  function isDamaged(key: string): Failure {
    remembered.delete(key);
    damaged(key);
    return new Failure('fileDamaged');
  }

  async function sealOf(key: string, header: SealedHeader): Promise<PieceSeal> {
    const found = await keys.find(header.keyId);
    if (!found) throw isDamaged(key);
    return pieceSeal(found.secret, header, key);
  }

  async function* sealed(key: string, content: AsyncIterable<Uint8Array>, count: (bytes: number) => void) {
    const { id, secret } = await keys.newest();
    const header = { keyId: id, salt: randomBytes(SALT_BYTES) };
    const seal = pieceSeal(secret, header, key);
    yield writeHeader(header);
    let index = 0;
    for await (const { piece, isLast } of inSizes(content, PIECE_BYTES)) {
      count(piece.length);
      yield seal.seal(piece, index, isLast);
      index += 1;
    }
  }

  async function look(key: string): Promise<Known | null> {
    const found = remembered.get(key);
    if (found) return found;
    const first = await inner.get(key, { from: 0, to: HEADER_BYTES - 1 });
    if (!first) return null;
    const header = readHeader(await gathered(first.content));
    if (!header && key.endsWith(SEALED_ENDING)) throw isDamaged(key);
    return remember(key, { header, sealedBytes: first.bytes });
  }

  /** The pieces from `first` to `last`, opened; throws where one is not what it was. */
  function opening(key: string, pieces: AsyncGenerator<Buffer>, seal: PieceSeal, span: { first: number; end: number }) {
    let index = span.first;
    return async (): Promise<Buffer | null> => {
      const { value, done } = await pieces.next();
      if (done) return null;
      const opened = seal.open(value, index, index === span.end - 1);
      if (!opened) throw isDamaged(key);
      index += 1;
      return opened;
    };
  }

  async function part(key: string, known: Known, range: Range) {
    const { header, sealedBytes } = known;
    if (!header) return inner.get(key, range);
    const size = sizeOf(sealedBytes);
    if (!size) throw isDamaged(key);
    const [from, to] = [range.from, Math.min(range.to, size.bytes - 1)];
    if (from > to) return { bytes: size.bytes, content: pulled(async () => null, () => {}) };
    const first = Math.floor(from / PIECE_BYTES);
    const last = Math.floor(to / PIECE_BYTES);
    const seal = await sealOf(key, header);
    const found = await inner.get(key, {
      from: HEADER_BYTES + first * SEALED_PIECE_BYTES,
      to: Math.min(sealedBytes, HEADER_BYTES + (last + 1) * SEALED_PIECE_BYTES) - 1,
    });
    if (!found) return null;
    const open = opening(key, sealedPieces(found.content), seal, { first, end: size.pieces });
    let at = first * PIECE_BYTES;
    const cut = async (): Promise<Buffer | null> => {
      const piece = await open();
      if (!piece) {
        if (at <= to) throw isDamaged(key);
        return null;
      }
      const begin = at;
      at += piece.length;
      return piece.subarray(Math.max(0, from - begin), Math.max(0, to + 1 - begin));
    };
    return { bytes: size.bytes, content: await begun(cut, () => letGo(found.content)) };
  }

  /** In one go: most files are small, and far away each question counts. */
  async function whole(key: string) {
    const found = await inner.get(key);
    if (!found) return null;
    try {
      return await openedWhole(key, found);
    } catch (thrown) {
      letGo(found.content);
      throw thrown;
    }
  }

  async function openedWhole(key: string, { bytes, content }: { bytes: number; content: AsyncIterable<Uint8Array> }) {
    const { head, rest } = await headOf(content, HEADER_BYTES);
    const header = readHeader(head);
    if (!header) {
      if (key.endsWith(SEALED_ENDING)) throw isDamaged(key);
      const next = async (): Promise<Buffer | null> => (await rest.next()).value ?? null;
      return { bytes, content: await begun(next, () => letGo(content)) };
    }
    const size = sizeOf(bytes);
    if (!size) throw isDamaged(key);
    const open = opening(key, sealedPieces(rest), await sealOf(key, header), { first: 0, end: size.pieces });
    remember(key, { header, sealedBytes: bytes });
    let opened = 0;
    const counted = async (): Promise<Buffer | null> => {
      const piece = await open();
      if (!piece && opened !== size.bytes) throw isDamaged(key);
      opened += piece?.length ?? 0;
      return piece;
    };
    return { bytes: size.bytes, content: await begun(counted, () => letGo(content)) };
  }

  return {
    async put(key, content) {
      let bytes = 0;
      remembered.delete(key);
      await inner.put(
        key,
        sealed(key, content, (more) => (bytes += more)),
      );
      remembered.delete(key);
      return { bytes };
    },
    async get(key, range) {
      if (!range) return whole(key);
      const isRemembered = remembered.has(key);
      const known = await look(key);
      if (!known) return null;
      try {
        return await part(key, known, range);
      } catch (thrown) {
        // Another process may have put the file anew since we looked.
        if (!isRemembered || !(thrown instanceof Failure) || thrown.name !== 'fileDamaged') throw thrown;
        const again = await look(key);
        return again && part(key, again, range);
      }
    },
    async remove(key) {
      remembered.delete(key);
      await inner.remove(key);
    },
    freeBytes: () => inner.freeBytes(),
    forgetUnfinished: (olderThanMs) => inner.forgetUnfinished(olderThanMs),
  };
}

async function gathered(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* sealedPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { piece } of inSizes(content, SEALED_PIECE_BYTES)) yield piece;
}

/** Lets go of where bytes come from, also when nobody read to the end. */
const letGo = (content: AsyncIterable<Uint8Array>): void => {
  if (content instanceof Readable) content.on('error', () => {}).destroy();
};

/** The first bytes apart, and everything once more after a look at them: of what is sealed without them, else with them. */
async function headOf(content: AsyncIterable<Uint8Array>, size: number) {
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
async function begun(next: () => Promise<Buffer | null>, close: () => void) {
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
