/** What a page under measurement notes down; all moments are `performance.now()`. */
export interface Ears {
  /** When somebody pressed the button, and when the first sound of the far end was there. */
  pressedMs: number | null;
  heardMs: number | null;
  /** When the window of an incoming call was on the screen. */
  paintedMs: number | null;
  /** Sound connections that were made and are not closed. */
  openLines(): number;
}

/** Runs in the page before anything else: hears what arrives, sees what is drawn. Costs nothing between calls. */
export function putEars(): void {
  const LOUD_ENOUGH = 0.01;
  const LOOK_EVERY_MS = 3;
  const lines = new Set<RTCPeerConnection>();
  const ears: Ears = {
    pressedMs: null,
    heardMs: null,
    paintedMs: null,
    openLines: () => [...lines].filter(({ connectionState }) => connectionState !== 'closed').length,
  };
  let sound: AudioContext | undefined;

  function listen(track: MediaStreamTrack): void {
    sound ??= new AudioContext();
    const analyser = sound.createAnalyser();
    analyser.fftSize = 256;
    const source = sound.createMediaStreamSource(new MediaStream([track]));
    source.connect(analyser);
    const wave = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(wave);
      const isHeard = wave.some((value) => Math.abs(value) > LOUD_ENOUGH);
      if (isHeard) ears.heardMs ??= performance.now();
      if (!isHeard && track.readyState === 'live') return;
      clearInterval(timer);
      source.disconnect();
    }, LOOK_EVERY_MS);
  }

  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given);
      lines.add(this);
      this.addEventListener('track', ({ track }) => listen(track));
    }
    override close(): void {
      super.close();
      lines.delete(this);
    }
  };
  document.addEventListener(
    'click',
    ({ target, timeStamp }) => {
      if (target instanceof Element && target.closest('button')?.textContent === 'Call') ears.pressedMs = timeStamp;
    },
    true,
  );
  new MutationObserver(() => {
    const isShown = document.querySelector('.call-card[data-ringing]') !== null;
    if (!isShown) ears.paintedMs = null;
    // The frame after the next begins when this one was drawn.
    else if (ears.paintedMs === null) {
      ears.paintedMs = Number.NaN;
      requestAnimationFrame(() => requestAnimationFrame(() => (ears.paintedMs = performance.now())));
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-ringing'] });
  Object.assign(window, { ears });
}
