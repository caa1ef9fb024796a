import { open } from 'node:fs/promises';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';

/** The header of our recordings: PCMU, two channels, 8 kHz. */
export const HEADER_BYTES = 58;
const FORMAT_PCMU = 7;
const CHANNELS = 2;
const BYTES_A_MS = (SAMPLE_RATE * CHANNELS) / 1_000;

/** How long so many bytes of two channels sound. */
export const lasting = (dataBytes: number): number => Math.round(dataBytes / BYTES_A_MS);

export function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(FORMAT_PCMU, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * CHANNELS, 28);
  header.writeUInt16LE(CHANNELS, 32);
  header.writeUInt16LE(8, 34);
  header.write('fact', 38, 'latin1');
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(dataBytes / CHANNELS, 46);
  header.write('data', 50, 'latin1');
  header.writeUInt32LE(dataBytes, 54);
  return header;
}

/**
 * Makes a recording playable that a crash left behind: its header says how much there really is. Null when the file is not
 * one of ours or holds no sound. A whole recording stays as it is.
 */
export async function repairRecording(path: string): Promise<{ durationMs: number; bytes: number } | null> {
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  try {
    const { size } = await file.stat();
    const dataBytes = Math.floor((size - HEADER_BYTES) / CHANNELS) * CHANNELS;
    if (dataBytes <= 0) return null;
    const found = Buffer.alloc(HEADER_BYTES);
    await file.read(found, 0, HEADER_BYTES, 0);
    const right = wavHeader(dataBytes);
    // Everything but the three sizes must be as we write it.
    const sizes = new Set([4, 5, 6, 7, 46, 47, 48, 49, 54, 55, 56, 57]);
    if (found.some((byte, at) => !sizes.has(at) && byte !== right[at])) return null;
    if (!found.equals(right)) await file.write(right, 0, HEADER_BYTES, 0);
    if (size !== HEADER_BYTES + dataBytes) await file.truncate(HEADER_BYTES + dataBytes);
    return { durationMs: lasting(dataBytes), bytes: HEADER_BYTES + dataBytes };
  } finally {
    await file.close();
  }
}
