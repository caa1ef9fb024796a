import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { SEALED_ENDING } from '#core/files/file-keys.ts';
import type { FilesPlace } from '#core/files/files.port.ts';
import { Failure } from '#shared/errors.ts';

/** A finished recording that is not kept yet. */
export interface WaitingRecording {
  recordingId: string;
  durationMs: number;
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** It is kept: what waited goes. */
  remove(): Promise<void>;
  /** It has to wait: from now on nobody hears it who has the disk alone. Does nothing where it is sealed already, or nothing seals. */
  seal(): Promise<void>;
}

interface Named {
  recordingId: string;
  durationMs: number;
}

/** One on the disk, as it was made. */
export function recordingOnDisk(path: string, named: Named, spool: FilesPlace | undefined): WaitingRecording {
  const key = keyOf(named);
  let sealed: WaitingRecording | null = null;
  return {
    ...named,
    open: async () => sealed?.open() ?? createReadStream(path),
    remove: async () => sealed?.remove() ?? rm(path, { force: true }),
    async seal() {
      if (!spool || sealed) return;
      await spool.put(key, createReadStream(path));
      sealed = sealedRecording(spool, key, named);
      await rm(path, { force: true });
    },
  };
}

/** Those that a process before us sealed and could not hand over. */
export async function sealedRecordings(spool: FilesPlace): Promise<WaitingRecording[]> {
  const found: WaitingRecording[] = [];
  for await (const key of spool.keys()) {
    const named = namedIn(key);
    if (named) found.push(sealedRecording(spool, key, named));
  }
  return found;
}

const sealedRecording = (spool: FilesPlace, key: string, named: Named): WaitingRecording => ({
  ...named,
  async open() {
    const found = await spool.get(key);
    if (!found) throw new Failure('fileGone');
    return found.content;
  },
  remove: () => spool.remove(key),
  seal: async () => {},
});

/** All that is left of it on the disk of a process that was killed: its name says what it is. */
const keyOf = ({ recordingId, durationMs }: Named): string =>
  `${Math.round(durationMs)}-${Buffer.from(recordingId).toString('hex')}${SEALED_ENDING}`;

function namedIn(key: string): Named | null {
  const [, durationMs, hex] = /^(\d+)-((?:[0-9a-f]{2})+)\.osf$/.exec(key) ?? [];
  return durationMs && hex ? { durationMs: Number(durationMs), recordingId: Buffer.from(hex, 'hex').toString() } : null;
}
