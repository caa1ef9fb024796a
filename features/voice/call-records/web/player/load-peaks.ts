import { wavPeaks } from './wav-peaks.ts';

export const COLUMNS = 240;
/** Above this the picture is not worth the transfer: about an hour of two voices. */
export const DRAWN_UP_TO_BYTES = 64_000_000;
/** How often the picture grows while it loads. */
const STEP = 0.05;

export interface Peaks {
  left: readonly number[];
  right: readonly number[];
}

/** Reads a recording for its picture, told from time to time as it grows. Trouble means no picture; playing does not depend on it. */
export async function loadPeaks(
  url: string,
  bytes: number,
  onPeaks: (peaks: Peaks) => void,
  signal: AbortSignal,
): Promise<void> {
  if (bytes > DRAWN_UP_TO_BYTES) return;
  const answer = await fetch(url, { signal });
  if (!answer.ok || !answer.body) return;
  const peaks = wavPeaks(bytes, COLUMNS);
  const say = () => {
    const { left, right } = peaks.peaks();
    onPeaks({ left: [...left], right: [...right] });
  };
  let shownShare = 0;
  const reader = answer.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (!peaks.push(piece.value)) return void reader.cancel();
    if (peaks.share() - shownShare < STEP) continue;
    shownShare = peaks.share();
    say();
  }
  say();
}
