const FRAME_MS = 20;
/** About -42 dB below the loudest a telephone carries: speech lies above, the noise of a silent line far below. */
const LOUD = 250;
const LOUD_MS = 300;
const SHORTEST_MS = 1_000;

/**
 * Whether somebody left a message: at least a second long, with three tenths of a second of anything louder than a quiet
 * line. Who hangs up at the tone leaves a click or breath; to listen to those costs people more than they can win.
 */
export function isMessage(samples: Int16Array, rate: number): boolean {
  if (samples.length < (rate * SHORTEST_MS) / 1_000) return false;
  const frame = Math.round((rate * FRAME_MS) / 1_000);
  let loudMs = 0;
  for (let at = 0; at + frame <= samples.length; at += frame) {
    if (loudness(samples, at, frame) >= LOUD) loudMs += FRAME_MS;
    if (loudMs >= LOUD_MS) return true;
  }
  return false;
}

/** Without a steady offset, which nobody hears. */
function loudness(samples: Int16Array, from: number, length: number): number {
  let [sum, squares] = [0, 0];
  for (let at = from; at < from + length; at += 1) {
    const sample = samples[at]!;
    sum += sample;
    squares += sample * sample;
  }
  const mean = sum / length;
  return Math.sqrt(Math.max(0, squares / length - mean * mean));
}
