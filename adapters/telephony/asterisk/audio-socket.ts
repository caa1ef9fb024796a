/** Frames of AudioSocket: a byte that says what, the length in two, and that many bytes. */
export const AudioKind = { hangUp: 0x00, id: 0x01, key: 0x03, sound: 0x10, fault: 0xff } as const;

const HEAD_BYTES = 3;
const SAMPLE_BYTES = 2;

export interface AudioFrame {
  kind: number;
  body: Buffer;
}

/** Cuts what arrives into frames, wherever the network cut it. */
export class AudioFrames {
  #rest: Buffer = Buffer.alloc(0);

  take(piece: Buffer): AudioFrame[] {
    const frames: AudioFrame[] = [];
    let rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUInt16BE(1);
      if (rest.length < end) break;
      frames.push({ kind: rest[0]!, body: rest.subarray(HEAD_BYTES, end) });
      rest = rest.subarray(end);
    }
    this.#rest = rest;
    return frames;
  }
}

export function soundFrame(samples: Int16Array): Buffer {
  const frame = Buffer.alloc(HEAD_BYTES + samples.length * SAMPLE_BYTES);
  frame[0] = AudioKind.sound;
  frame.writeUInt16BE(samples.length * SAMPLE_BYTES, 1);
  samples.forEach((sample, at) => frame.writeInt16LE(sample, HEAD_BYTES + at * SAMPLE_BYTES));
  return frame;
}

export function samplesOf(body: Buffer): Int16Array {
  const samples = new Int16Array(body.length / SAMPLE_BYTES);
  for (let at = 0; at < samples.length; at++) samples[at] = body.readInt16LE(at * SAMPLE_BYTES);
  return samples;
}

/** The name of a call as it stands in its first frame: the bytes of a UUID. */
export const idOf = (body: Buffer): string =>
  body.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
