/** A sound as it was read from a file: one channel, 16 bit, at the rate of the file. */
export interface WavSound {
  rate: number;
  samples: Int16Array;
}

const PCM = 1;
const FLOAT = 3;
const A_LAW = 6;
const MU_LAW = 7;
const EXTENSIBLE = 0xfffe;
const [RATE_LEAST, RATE_MOST, CHANNELS_MOST] = [4_000, 192_000, 32];
const SCALE = 32_768;

interface Shape {
  format: number;
  channels: number;
  rate: number;
  bits: number;
}

/**
 * Reads a WAV file of any usual kind: whole numbers of 8, 16, 24 or 32 bit, floating ones of 32 or 64, µ-law and A-law, any number of
 * channels, which are mixed into one. Null for what is no such file; one that was cut short is read as far as it goes.
 */
export function wavSamples(file: Uint8Array): WavSound | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 12 || word(file, 0) !== 'RIFF' || word(file, 8) !== 'WAVE') return null;
  let shape: Shape | null = null;
  for (let at = 12; at + 8 <= file.length;) {
    const [name, length] = [word(file, at), view.getUint32(at + 4, true)];
    const from = at + 8;
    if (name === 'fmt ') shape = shapeAt(view, from, length);
    if (name === 'data')
      return shape && { rate: shape.rate, samples: mixed(view, shape, from, Math.min(file.length, from + length)) };
    // Chunks begin at even places.
    at = from + length + (length % 2);
  }
  return null;
}

const word = (file: Uint8Array, at: number): string => String.fromCharCode(...file.subarray(at, at + 4));

function shapeAt(view: DataView, at: number, length: number): Shape | null {
  if (length < 16 || at + length > view.byteLength) return null;
  const declaredFormat = view.getUint16(at, true);
  // The kind of an extensible one stands at the beginning of its long name.
  const format = declaredFormat === EXTENSIBLE && length >= 26 ? view.getUint16(at + 24, true) : declaredFormat;
  const shape = {
    format,
    channels: view.getUint16(at + 2, true),
    rate: view.getUint32(at + 4, true),
    bits: view.getUint16(at + 14, true),
  };
  const isUsual =
    shape.channels >= 1 && shape.channels <= CHANNELS_MOST && shape.rate >= RATE_LEAST && shape.rate <= RATE_MOST;
  return isUsual && sampleOf(shape) ? shape : null;
}

type ReadSample = (view: DataView, at: number) => number;

/** How one sample is read, between -1 and 1; null for a kind we do not know. */
function sampleOf({ format, bits }: Shape): ReadSample | null {
  if (format === PCM && bits === 8) return (view, at) => (view.getUint8(at) - 128) / 128;
  if (format === PCM && bits === 16) return (view, at) => view.getInt16(at, true) / 32_768;
  if (format === PCM && bits === 24)
    return (view, at) => (view.getInt8(at + 2) * 65_536 + view.getUint16(at, true)) / 8_388_608;
  if (format === PCM && bits === 32) return (view, at) => view.getInt32(at, true) / 2_147_483_648;
  if (format === FLOAT && bits === 32) return (view, at) => view.getFloat32(at, true);
  if (format === FLOAT && bits === 64) return (view, at) => view.getFloat64(at, true);
  if (format === MU_LAW && bits === 8) return (view, at) => ofMuLaw(view.getUint8(at)) / 32_768;
  if (format === A_LAW && bits === 8) return (view, at) => ofALaw(view.getUint8(at)) / 32_768;
  return null;
}

/** ITU-T G.711: the bits come turned round. */
function ofMuLaw(byte: number): number {
  const code = ~byte & 0xff;
  const size = (((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4);
  return code & 0x80 ? 0x84 - size : size - 0x84;
}

/** ITU-T G.711: every second bit comes turned round. */
function ofALaw(byte: number): number {
  const code = byte ^ 0x55;
  const [step, part] = [(code & 0x70) >> 4, code & 0x0f];
  const size = step === 0 ? (part << 4) + 8 : ((part << 4) + 0x108) << (step - 1);
  return code & 0x80 ? size : -size;
}

function mixed(view: DataView, shape: Shape, from: number, to: number): Int16Array {
  const read = sampleOf(shape)!;
  const bytes = shape.bits / 8;
  const { channels } = shape;
  const samples = new Int16Array(Math.floor((to - from) / (bytes * channels)));
  for (let place = 0, at = from; place < samples.length; place += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1, at += bytes) sum += read(view, at);
    // What is no number, as a floating one may be, is silence.
    samples[place] = Math.max(-SCALE, Math.min(SCALE - 1, Math.round((sum / channels) * SCALE))) || 0;
  }
  return samples;
}
