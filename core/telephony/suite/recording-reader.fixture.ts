const PCM = 1;
const PCMU = 7;

/** The two sides of a stereo WAV, 8 kHz, as samples; understands 16 bit and PCMU. */
export function stereoOf(file: Uint8Array): { left: Int16Array; right: Int16Array } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const word = (at: number) => String.fromCharCode(...file.subarray(at, at + 4));
  if (word(0) !== 'RIFF' || word(8) !== 'WAVE') throw new Error('not a WAV');
  let format = 0;
  for (
    let at = 12;
    at + 8 <= file.length;
    at += 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) % 2)
  ) {
    const bytes = view.getUint32(at + 4, true);
    if (word(at) === 'fmt ') {
      format = view.getUint16(at + 8, true);
      if (view.getUint16(at + 10, true) !== 2 || view.getUint32(at + 12, true) !== 8_000)
        throw new Error('not stereo at 8 kHz');
    }
    if (word(at) !== 'data') continue;
    if (at + 8 + bytes > file.length) throw new Error('the header promises more than there is');
    return format === PCM
      ? split(bytes / 2, (index) => view.getInt16(at + 8 + index * 2, true))
      : split(bytes, (index) => linear(format, file[at + 8 + index]!));
  }
  throw new Error('no sound in it');
}

function split(count: number, sample: (index: number) => number): { left: Int16Array; right: Int16Array } {
  const left = new Int16Array(count / 2);
  const right = new Int16Array(count / 2);
  for (let index = 0; index < left.length; index++) {
    left[index] = sample(index * 2);
    right[index] = sample(index * 2 + 1);
  }
  return { left, right };
}

/** G.711 mu-law, one byte. */
function linear(format: number, byte: number): number {
  if (format !== PCMU) throw new Error(`format ${format} is not known`);
  const bits = ~byte & 0xff;
  const size = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84;
  return bits & 0x80 ? -size : size;
}
