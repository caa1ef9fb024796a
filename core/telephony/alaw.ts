import { decodeUlaw, SILENCE } from './g711.ts';

/** PCMA (G.711 A-law) and PCMU, one from the other by table: the nearest code word, without a detour over samples. */

const everyCode = Uint8Array.from({ length: 256 }, (_, code) => code);
const fromUlaw = decodeUlaw(everyCode);
const fromAlaw = Int16Array.from(everyCode, (code) => {
  const bits = code ^ 0x55;
  const segment = (bits >> 4) & 7;
  const size = segment === 0 ? ((bits & 15) << 4) + 8 : (((bits & 15) << 4) + 264) << (segment - 1);
  return bits & 0x80 ? size : -size;
});

/** Of two code words equally near the later one of the same sign, so that silence stays silence. */
const nearest = (from: Int16Array, to: Int16Array): Uint8Array =>
  Uint8Array.from(from, (wanted) => {
    let best = 0;
    for (let code = 1; code < 256; code++) {
      const nearer = Math.abs(to[code]! - wanted) - Math.abs(to[best]! - wanted);
      if (nearer < 0 || (nearer === 0 && to[code]! >= 0 === wanted >= 0)) best = code;
    }
    return best;
  });

const toAlaw = nearest(fromUlaw, fromAlaw);
const toUlaw = nearest(fromAlaw, fromUlaw);
// A-law has no nothing, only the least there is; said all the time it means silence.
toUlaw[0xd5] = SILENCE;
toUlaw[0x55] = SILENCE & 0x7f;

export const alawOfUlaw = (payload: Uint8Array): Uint8Array => payload.map((code) => toAlaw[code]!);
export const ulawOfAlaw = (payload: Uint8Array): Uint8Array => payload.map((code) => toUlaw[code]!);
