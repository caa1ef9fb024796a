import { createStore } from '#platform/web/store.ts';
import { Failure } from '#shared/failure.ts';
import { loadPeaks, type Peaks } from './load-peaks.ts';
import type { PlayerKeys } from './player-keys.ts';
import { sideVolume, type RecordedSide, type SideVolume } from './side-volume.ts';

/** How a recording stands. `again`: the browser wants one more press before it plays; a Failure is the server's refusal. */
export interface PlaybackState {
  playing: boolean;
  loading: boolean;
  atSec: number;
  lengthSec: number;
  peaks: Peaks | null;
  trouble: 'failed' | 'again' | Failure | null;
}

export interface Playback extends PlayerKeys {
  state(): PlaybackState;
  watch(watcher: () => void): () => void;
  seek(toSec: number): void;
  setSpeed(speed: number): void;
  setVolume(side: RecordedSide, volume: number): void;
  close(): void;
}

export interface PlaybackParts {
  bytes: number;
  durationMs: number;
  /** A link to the sound. */
  link(signal: AbortSignal): Promise<string>;
  audio?: HTMLAudioElement;
  nowMs?: () => number;
}

/** A link is good for a minute and the length of the recording; one that failed sooner will not get better by asking again. */
const FRESH_MS = 30_000;

/**
 * Plays one recording. Rules:
 * 1. Asking for the link is what the operation log counts as listening: nothing is fetched before somebody presses play.
 * 2. A link that ran out during a pause is replaced where the recording stood.
 * 3. The voices are taken apart only when somebody changes a volume; plain playing depends on nothing but the browser.
 */
export function openPlayback({
  bytes,
  durationMs,
  link,
  audio = new Audio(),
  nowMs = Date.now,
}: PlaybackParts): Playback {
  const closing = new AbortController();
  const state = createStore<PlaybackState>({
    playing: false,
    loading: false,
    atSec: 0,
    lengthSec: durationMs / 1_000,
    peaks: null,
    trouble: null,
  });
  let linkedAtMs: number | null = null;
  let drawing = false;
  let volumes: SideVolume | null = null;
  audio.preload = 'auto';

  function change(some: Partial<PlaybackState>): void {
    if (closing.signal.aborted) return;
    state.update((now) => ({ ...now, ...some }));
  }

  async function connect(): Promise<void> {
    change({ loading: true });
    try {
      const url = await link(closing.signal);
      if (closing.signal.aborted) return;
      linkedAtMs = nowMs();
      audio.src = url;
      const { atSec } = state.get();
      if (atSec > 0) audio.currentTime = atSec;
      if (!drawing) void loadPeaks(url, bytes, (peaks) => change({ peaks }), closing.signal).catch(() => {});
      drawing = true;
    } finally {
      change({ loading: false });
    }
  }

  async function play(): Promise<void> {
    change({ trouble: null });
    try {
      if (linkedAtMs === null) await connect();
      if (!closing.signal.aborted) await audio.play();
    } catch (problem) {
      // A pause or a new source that came before the sound is no trouble; a broken source is told by its own event.
      if (problem instanceof DOMException && problem.name === 'AbortError') return;
      change({
        trouble:
          problem instanceof Failure
            ? problem
            : problem instanceof DOMException && problem.name === 'NotAllowedError'
              ? 'again'
              : 'failed',
      });
    }
  }

  function broken(): void {
    if (linkedAtMs === null) return;
    const wasFresh = nowMs() - linkedAtMs < FRESH_MS;
    linkedAtMs = null;
    if (wasFresh) change({ trouble: 'failed', playing: false });
    else void play();
  }

  function seek(toSec: number): void {
    const atSec = Math.max(0, Math.min(state.get().lengthSec, toSec));
    if (linkedAtMs !== null) audio.currentTime = atSec;
    change({ atSec });
  }

  const options = { signal: closing.signal };
  audio.addEventListener('timeupdate', () => linkedAtMs !== null && change({ atSec: audio.currentTime }), options);
  audio.addEventListener('play', () => change({ playing: true }), options);
  audio.addEventListener('pause', () => change({ playing: false }), options);
  audio.addEventListener('ended', () => change({ playing: false }), options);
  audio.addEventListener('error', broken, options);
  audio.addEventListener(
    'loadedmetadata',
    () => Number.isFinite(audio.duration) && audio.duration > 0 && change({ lengthSec: audio.duration }),
    options,
  );

  return {
    state: state.get,
    watch: state.subscribe,
    toggle: () => (state.get().playing ? audio.pause() : void play()),
    seek,
    seekBy: (bySec) => seek((linkedAtMs === null ? state.get().atSec : audio.currentTime) + bySec),
    // Both, because a new source goes back to the default.
    setSpeed: (speed) => void Object.assign(audio, { defaultPlaybackRate: speed, playbackRate: speed }),
    setVolume(side, volume) {
      if (typeof AudioContext === 'undefined') return;
      volumes ??= sideVolume(audio);
      volumes.set(side, volume);
    },
    close() {
      closing.abort();
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
      volumes?.close();
    },
  };
}
