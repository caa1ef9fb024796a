import { EAR_SAMPLES } from '#core/speech/speech-detector.port.ts';

/** Frames come every 20 ms, the ear takes 32 ms: whole pieces, and the rest that waits for the next frame. */
export function earPieces(rest: Int16Array, frame: Int16Array): { pieces: Int16Array[]; rest: Int16Array } {
  const all = new Int16Array(rest.length + frame.length);
  all.set(rest);
  all.set(frame, rest.length);
  const pieces: Int16Array[] = [];
  let from = 0;
  for (; from + EAR_SAMPLES <= all.length; from += EAR_SAMPLES) pieces.push(all.slice(from, from + EAR_SAMPLES));
  return { pieces, rest: all.slice(from) };
}
