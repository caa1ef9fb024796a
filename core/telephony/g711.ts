/** PCMU (G.711 µ-law) to 16 bit and back, by table. */

/** The byte that is silence. */
export const SILENCE = 0xff;

const BIAS = 0x84;
const CLIP = 32_635;

const linear = new Int16Array(256);
for (let byte = 0; byte < 256; byte++) {
  const bits = ~byte & 0xff;
  const size = (((bits & 0x0f) << 3) + BIAS) << ((bits & 0x70) >> 4);
  linear[byte] = bits & 0x80 ? BIAS - size : size - BIAS;
}

const coded = new Uint8Array(65_536);
for (let sample = -32_768; sample < 32_768; sample++) {
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(Math.abs(sample), CLIP) + BIAS;
  const exponent = 31 - Math.clz32(size) - 7;
  coded[sample & 0xffff] = ~(sign | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff;
}

export function decodeUlaw(payload: Uint8Array): Int16Array {
  const samples = new Int16Array(payload.length);
  for (let at = 0; at < payload.length; at++) samples[at] = linear[payload[at]!]!;
  return samples;
}

export function encodeUlaw(samples: Int16Array): Uint8Array {
  const payload = new Uint8Array(samples.length);
  for (let at = 0; at < samples.length; at++) payload[at] = coded[samples[at]! & 0xffff]!;
  return payload;
}

/** All frames at once, as loud as each is alone; what is too loud together is cut off, not wrapped around. */
export function mix(frames: readonly Uint8Array[], length: number): Uint8Array {
  const mixed = new Uint8Array(length);
  for (let at = 0; at < length; at++) {
    let sum = 0;
    for (const frame of frames) if (at < frame.length) sum += linear[frame[at]!]!;
    mixed[at] = coded[(sum > 32_767 ? 32_767 : sum < -32_768 ? -32_768 : sum) & 0xffff]!;
  }
  return mixed;
}
