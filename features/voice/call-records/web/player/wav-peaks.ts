/**
 * The loudness of a stereo recording, column by column, from its bytes as they arrive. Only the peaks are kept, so an hour
 * costs no more memory than a minute. Reads what recordings are made of: WAV, µ-law or 16 bits, one or two channels.
 */
export interface WavPeaks {
  /** Takes the next bytes; false when this is no WAV it can read. */
  push(bytes: Uint8Array): boolean;
  /** 0 to 1 for each column, left (the customer) and right (the agent); columns not yet reached are 0. */
  peaks(): { left: Float32Array; right: Float32Array };
  /** How much has been read, 0 to 1. */
  share(): number;
}

interface Format {
  isUlaw: boolean;
  channels: number;
  /** Bytes of one moment in all channels. */
  frameBytes: number;
  /** Where the sound begins. */
  dataAt: number;
}

const PCM = 1;
const ULAW = 7;
const LOUDEST = 32_768;
/** No header of ours is longer. */
const HEADER_MAX_BYTES = 4_096;

/** G.711 µ-law, as loudness alone. */
const ulawLoudness = Float32Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff;
  return (((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84) / LOUDEST;
});

/** Peaks of a recording that is `totalBytes` long with its header, in so many columns. */
export function wavPeaks(totalBytes: number, columns: number): WavPeaks {
  const left = new Float32Array(columns);
  const right = new Float32Array(columns);
  let format: Format | null = null;
  let kept = new Uint8Array(0);
  let framesRead = 0;
  let frames = 1;

  function read(bytes: Uint8Array, { isUlaw, channels, frameBytes }: Format): number {
    const whole = Math.floor(bytes.length / frameBytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const other = channels > 1 ? frameBytes / channels : 0;
    for (let frame = 0; frame < whole; frame += 1) {
      const at = frame * frameBytes;
      const column = Math.min(columns - 1, Math.floor(((framesRead + frame) / frames) * columns));
      const l = isUlaw ? ulawLoudness[bytes[at]!]! : Math.abs(view.getInt16(at, true)) / LOUDEST;
      const r = isUlaw ? ulawLoudness[bytes[at + other]!]! : Math.abs(view.getInt16(at + other, true)) / LOUDEST;
      if (l > left[column]!) left[column] = l;
      if (channels > 1 && r > right[column]!) right[column] = r;
    }
    framesRead += whole;
    return whole * frameBytes;
  }

  return {
    push(bytes) {
      const all = kept.length === 0 ? bytes : joined(kept, bytes);
      if (format === null) {
        format = formatOf(all);
        if (format === null) {
          kept = all.slice();
          return all.length < HEADER_MAX_BYTES && startsAsWav(all);
        }
        frames = Math.max(1, Math.floor((totalBytes - format.dataAt) / format.frameBytes));
        const sound = all.subarray(format.dataAt);
        kept = sound.slice(read(sound, format));
        return true;
      }
      kept = all.slice(read(all, format));
      return true;
    },
    peaks: () => ({ left, right }),
    share: () => Math.min(1, framesRead / frames),
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
const startsAsWav = (bytes: Uint8Array): boolean => 'RIFF'.startsWith(nameAt(bytes, 0).slice(0, 4));

/** Null while the header is not complete, and for what is no sound we know. */
function formatOf(bytes: Uint8Array): Format | null {
  if (bytes.length < 12 || nameAt(bytes, 0) !== 'RIFF' || nameAt(bytes, 8) !== 'WAVE') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found: Omit<Format, 'dataAt'> | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    if (nameAt(bytes, at) === 'data') return found && { ...found, dataAt: at + 8 };
    if (nameAt(bytes, at) === 'fmt ') {
      if (at + 24 > bytes.length) return null;
      const kind = view.getUint16(at + 8, true);
      const channels = view.getUint16(at + 10, true);
      const bits = view.getUint16(at + 22, true);
      const isKnown = (kind === ULAW && bits === 8) || (kind === PCM && bits === 16);
      if (!isKnown || channels < 1 || channels > 2) return null;
      found = { isUlaw: kind === ULAW, channels, frameBytes: (bits / 8) * channels };
    }
    at += 8 + size + (size % 2);
  }
  return null;
}
