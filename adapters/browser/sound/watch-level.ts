import { barsOfSpectrum, LEVEL_FFT } from './level.ts';
import type { MicrophoneFeed } from './microphone-feed.ts';

/** An analyser knows its last 21 ms only: looking more seldom would miss sounds, and the same ones again and again. */
const LOOK_EVERY_MS = 20;
const LOOKS_PER_WORD = 5;

/**
 * Tells the loudest bars of every tenth of a second until stopped. A microphone that a call has opened is heard; when there is none, or
 * none any more, one is opened.
 */
export function watchLevel(
  feeds: ReadonlySet<MicrophoneFeed>,
  open: () => Promise<MicrophoneFeed>,
  listener: (bars: number) => void,
): () => void {
  const spectrum = new Uint8Array(LEVEL_FFT / 2);
  let own: MicrophoneFeed | null = null;
  let isAsked = false;
  let isOver = false;
  let looks = 0;
  let loudest = 0;

  /** Once: a refusal stays one, and nobody is asked ten times a second. */
  const ask = (): void => {
    isAsked = true;
    open().then(
      (opened) => (isOver ? opened.close() : (own = opened)),
      () => {},
    );
  };
  const look = (): void => {
    const [open] = feeds;
    if (!own && !open && !isAsked) ask();
    const analyser = (own ?? open)?.analyser();
    if (analyser) {
      analyser.getByteFrequencyData(spectrum);
      loudest = Math.max(loudest, barsOfSpectrum(spectrum));
    }
    looks += 1;
    if (looks % LOOKS_PER_WORD > 0) return;
    listener(loudest);
    loudest = 0;
  };

  if (feeds.size === 0) ask();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
    own?.close();
  };
}
