import { Readable } from 'node:stream';
import { SEALED_ENDING } from '#core/files/file-keys.ts';
import type { FilesKeys } from '#core/files/files-keys.port.ts';
import type { Files } from '#core/files/files.port.ts';
import { Failure } from '#shared/errors.ts';
import {
  HEADER_BYTES,
  PIECE_BYTES,
  pieceSeal,
  readHeader,
  SEALED_PIECE_BYTES,
  sizeOf,
  type PieceSeal,
  type SealedHeader,
} from './piece-format.ts';
import { begun, cutOut, gathered, headOf, letGo, openPieces, sealPieces } from './sealed-pieces.ts';

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

  async function look(key: string): Promise<Known | null> {
    const found = remembered.get(key);
    if (found) return found;
    const first = await inner.get(key, { from: 0, to: HEADER_BYTES - 1 });
    if (!first) return null;
    const header = readHeader(await gathered(first.content));
    if (!header && key.endsWith(SEALED_ENDING)) throw isDamaged(key);
    return remember(key, { header, sealedBytes: first.bytes });
  }

  async function part(key: string, known: Known, range: Range) {
    const { header, sealedBytes } = known;
    if (!header) return inner.get(key, range);
    const size = sizeOf(sealedBytes);
    if (!size) throw isDamaged(key);
    const [from, to] = [range.from, Math.min(range.to, size.bytes - 1)];
    if (from > to) return { bytes: size.bytes, content: Readable.from([]) };
    const first = Math.floor(from / PIECE_BYTES);
    const last = Math.floor(to / PIECE_BYTES);
    const seal = await sealOf(key, header);
    const found = await inner.get(key, {
      from: HEADER_BYTES + first * SEALED_PIECE_BYTES,
      to: Math.min(sealedBytes, HEADER_BYTES + (last + 1) * SEALED_PIECE_BYTES) - 1,
    });
    if (!found) return null;
    const open = openPieces({ content: found.content, seal, first, end: size.pieces, damaged: () => isDamaged(key) });
    const cut = cutOut(open, { at: first * PIECE_BYTES, from, to }, () => isDamaged(key));
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
    const seal = await sealOf(key, header);
    const open = openPieces({ content: rest, seal, first: 0, end: size.pieces, damaged: () => isDamaged(key) });
    remember(key, { header, sealedBytes: bytes });
    const all = cutOut(open, { at: 0, from: 0, to: size.bytes - 1 }, () => isDamaged(key));
    return { bytes: size.bytes, content: await begun(all, () => letGo(content)) };
  }

  return {
    async put(key, content) {
      let bytes = 0;
      remembered.delete(key);
      await inner.put(
        key,
        sealPieces(await keys.newest(), key, content, (more) => (bytes += more)),
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
