import { afterEach, expect, test, vi } from 'vitest';
import { openPlayback } from './playback.ts';

/** As much of the browser's player as is used, in the hands of a test. */
class FakeAudio extends EventTarget {
  src = '';
  currentTime = 0;
  duration = Number.NaN;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  preload = '';
  refusal: DOMException | null = null;
  async play() {
    if (this.refusal) throw this.refusal;
    this.dispatchEvent(new Event('play'));
  }
  pause() {
    this.dispatchEvent(new Event('pause'));
  }
  reach(seconds: number) {
    this.currentTime = seconds;
    this.dispatchEvent(new Event('timeupdate'));
  }
  load() {}
  removeAttribute() {
    this.src = '';
  }
}

afterEach(() => vi.unstubAllGlobals());

function opened() {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  const audio = new FakeAudio();
  const links: string[] = [];
  let nowMs = 1_000_000;
  const playback = openPlayback({
    bytes: 1_000,
    durationMs: 60_000,
    audio: audio as unknown as HTMLAudioElement,
    nowMs: () => nowMs,
    link: async () => `/sound?pass=${links.push('one')}`,
  });
  return { audio, links, playback, later: (ms: number) => void (nowMs += ms) };
}

test('[CALL-25] nothing is fetched before play is pressed, and one press fetches one link', async () => {
  const { audio, links, playback } = opened();
  playback.seek(12);
  expect([links.length, playback.state().atSec]).toEqual([0, 12]);
  playback.toggle();
  await expect.poll(() => playback.state().playing).toBe(true);
  expect([links.length, audio.src, audio.currentTime]).toEqual([1, '/sound?pass=1', 12]);
  playback.toggle();
  playback.toggle();
  await expect.poll(() => playback.state().playing).toBe(true);
  expect(links).toHaveLength(1);
});

test('[CALL-25] seeking stays inside the recording, and its true length counts once it is known', async () => {
  const { audio, playback } = opened();
  playback.toggle();
  await expect.poll(() => playback.state().playing).toBe(true);
  audio.duration = 50;
  audio.dispatchEvent(new Event('loadedmetadata'));
  audio.reach(20);
  playback.seekBy(5);
  expect(audio.currentTime).toBe(25);
  playback.seekBy(500);
  expect([audio.currentTime, playback.state().atSec]).toEqual([50, 50]);
  playback.seekBy(-500);
  expect(audio.currentTime).toBe(0);
  playback.setSpeed(1.5);
  expect([audio.playbackRate, audio.defaultPlaybackRate]).toEqual([1.5, 1.5]);
});

test('[CALL-25] a link that ran out is replaced where the recording stood; one that fails at once is told', async () => {
  const { audio, links, playback, later } = opened();
  playback.toggle();
  await expect.poll(() => playback.state().playing).toBe(true);
  audio.reach(31);
  later(600_000);
  audio.currentTime = 0;
  audio.dispatchEvent(new Event('error'));
  await expect.poll(() => links.length).toBe(2);
  await expect.poll(() => audio.currentTime).toBe(31);
  audio.dispatchEvent(new Event('error'));
  expect(playback.state()).toMatchObject({ trouble: 'failed', playing: false, atSec: 31 });
  expect(links).toHaveLength(2);
});

test('[CALL-25] a browser that wants another press is asked for one', async () => {
  const { audio, links, playback } = opened();
  audio.refusal = new DOMException('not now', 'NotAllowedError');
  playback.toggle();
  await expect.poll(() => playback.state().trouble).toBe('again');
  audio.refusal = null;
  playback.toggle();
  await expect.poll(() => playback.state()).toMatchObject({ playing: true, trouble: null });
  expect(links).toHaveLength(1);
});

test('[CALL-25] a recording that is left falls silent', async () => {
  const { audio, playback } = opened();
  playback.toggle();
  await expect.poll(() => playback.state().playing).toBe(true);
  playback.close();
  expect(audio.src).toBe('');
  audio.reach(5);
  expect(playback.state().atSec).toBe(0);
});
