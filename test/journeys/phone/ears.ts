import type { BrowserContext, Page } from '@playwright/test';
import { tonePlans } from '#adapters/browser/tones/tone-plans.ts';
import type { ToneFlag } from '#shared/codes/tone-flag.ts';
import { expect } from '../fixture.ts';

/** A tone of the phone as the page played it; moments as `Date.now()` tells them. */
export interface Played {
  startMs: number;
  /** Null while it sounds. */
  endMs: number | null;
}

interface Ears {
  ears: {
    /** Energy, and packets, that came in over every line of the page so far. */
    energy(): Promise<number>;
    packets(): Promise<number>;
    tones: (Played & { lengthMs: number })[];
  };
}

/** Lets a journey hear what the pages of a browser hear: their lines and their tones. */
export async function putEars(context: BrowserContext): Promise<void> {
  // Runs in the page, before anything else.
  await context.addInitScript(() => {
    const lines = new Set<RTCPeerConnection>();
    const tones: Ears['ears']['tones'] = [];
    const sounding = new WeakMap<AudioNode, { endMs: number | null }>();
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        lines.add(this);
      }
    };
    const { start } = AudioBufferSourceNode.prototype;
    const { stop } = AudioScheduledSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function play(
      this: AudioBufferSourceNode,
      ...when: Parameters<typeof start>
    ) {
      const tone = { startMs: Date.now(), endMs: null, lengthMs: Math.round((this.buffer?.duration ?? 0) * 1_000) };
      tones.push(tone);
      sounding.set(this, tone);
      start.apply(this, when);
    };
    AudioScheduledSourceNode.prototype.stop = function end(
      this: AudioScheduledSourceNode,
      ...when: Parameters<typeof stop>
    ) {
      const tone = sounding.get(this);
      if (tone) tone.endMs ??= Date.now();
      stop.apply(this, when);
    };
    const sumOf = (figure: 'totalAudioEnergy' | 'packetsReceived') => async (): Promise<number> => {
      let sum = 0;
      for (const line of lines) {
        (await line.getStats()).forEach(
          (report: { type: string; totalAudioEnergy?: number; packetsReceived?: number }) => {
            if (report.type === 'inbound-rtp') sum += report[figure] ?? 0;
          },
        );
      }
      return sum;
    };
    Object.assign(window, { ears: { energy: sumOf('totalAudioEnergy'), packets: sumOf('packetsReceived'), tones } });
  });
}

/** A tenth of a second of a quiet voice; silence and hiss stay far below in any journey's time. */
const HEARD = 1e-4;
const PACKET_MS = 20;

/** A page hears somebody from now on; answers the question for `expect.poll`. */
export async function hearsSomebody(page: Page): Promise<() => Promise<boolean>> {
  const energy = () => page.evaluate(() => (window as unknown as Ears).ears.energy());
  const before = await energy();
  return async () => (await energy()) - before > HEARD;
}

/** A page has had sound or silence for so long from now on: what else was there to hear in that time has been heard. */
export async function listensFor(page: Page, ms: number): Promise<void> {
  const packets = () => page.evaluate(() => (window as unknown as Ears).ears.packets());
  const before = await packets();
  await expect.poll(packets, { timeout: 20_000 }).toBeGreaterThan(before + ms / PACKET_MS);
}

const lengthMs = ({ notes, everyMs }: (typeof tonePlans)[ToneFlag]): number =>
  Math.max(everyMs ?? 0, ...notes.map(({ atMs, ms }) => atMs + ms));

/** Every time the page played a tone, the oldest first. Tones are told by their length: the two that say "connected" are one. */
export async function played(page: Page, tone: ToneFlag): Promise<Played[]> {
  const tones = await page.evaluate(() => (window as unknown as Ears).ears.tones);
  return tones.filter((one) => Math.abs(one.lengthMs - lengthMs(tonePlans[tone])) < 2);
}
