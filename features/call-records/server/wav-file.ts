import { open } from 'node:fs/promises';

const HEADER_BYTES = 4_096;

/**
 * Looks into a WAV file and, where its writer was stopped before it could say how long it is, writes that down.
 * Null when it is no WAV file or holds no sound.
 */
export async function salvageWav(path: string): Promise<{ durationMs: number; bytes: number } | null> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const sound = soundIn(buffer.subarray(0, bytesRead));
    if (!sound || sound.frameBytes === 0 || sound.bytesPerSec === 0) return null;
    const present = size - sound.from - ((size - sound.from) % sound.frameBytes);
    if (present <= 0) return null;
    const bytes = sound.bytes > 0 && sound.bytes <= present ? sound.bytes : present;
    if (bytes !== sound.bytes) {
      await file.write(uint32(sound.from - 8 + bytes), 0, 4, 4);
      await file.write(uint32(bytes), 0, 4, sound.from - 4);
    }
    return { durationMs: Math.round((bytes / sound.bytesPerSec) * 1_000), bytes };
  } finally {
    await file.close();
  }
}

interface Sound {
  /** Where the samples begin. */
  from: number;
  /** As the header says. */
  bytes: number;
  bytesPerSec: number;
  frameBytes: number;
}

function soundIn(header: Buffer): Sound | null {
  if (header.length < 12 || header.toString('latin1', 0, 4) !== 'RIFF' || header.toString('latin1', 8, 12) !== 'WAVE') return null;
  let bytesPerSec = 0;
  let frameBytes = 0;
  for (let at = 12; at + 8 <= header.length; ) {
    const name = header.toString('latin1', at, at + 4);
    const bytes = header.readUInt32LE(at + 4);
    if (name === 'data') return { from: at + 8, bytes, bytesPerSec, frameBytes };
    if (name === 'fmt ' && at + 24 <= header.length) {
      bytesPerSec = header.readUInt32LE(at + 16);
      frameBytes = header.readUInt16LE(at + 20);
    }
    at += 8 + bytes + (bytes % 2);
  }
  return null;
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}
