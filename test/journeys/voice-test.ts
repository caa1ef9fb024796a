import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { decodeUlaw } from '#core/telephony/g711.ts';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import config from '../../playwright.config.ts';
import { api, ORIGIN, ownerToken, people, tokenOf } from './api.ts';
import { expect, type Watch } from './fixture.ts';

/** What this machine needs to hear and speak; fetched by the first who asks. */
export async function speechIsReady(): Promise<void> {
  const token = await ownerToken();
  await api(token, 'POST', '/cc/api/speech/v1/prepare', {});
  await expect
    .poll(
      async () =>
        (await api<{ embedded: { at: string } }>(token, 'POST', '/cc/api/speech/v1/settings', {})).embedded.at,
      { timeout: 180_000 },
    )
    .toBe('ready');
}

export interface Samples {
  samples: Int16Array;
  rate: number;
}

/** What the voice of this machine makes of words. */
export async function spoken(text: string): Promise<Samples> {
  const response = await fetch(`${ORIGIN}/cc/api/tts/v1/synthesize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await ownerToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text, language: 'en', voice: null, speed: 1 }),
  });
  const wav = await response.arrayBuffer();
  return { samples: new Int16Array(wav.slice(44)), rate: new DataView(wav).getUint32(24, true) };
}

export const lengthMs = ({ samples, rate }: Samples): number => (samples.length * 1_000) / rate;

/** A third of a second of noise that dies away. */
export function aCough(rate: number): Samples {
  let seed = 7;
  const noise = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 1_073_741_823.5 - 1;
  };
  return {
    rate,
    samples: Int16Array.from({ length: Math.round(rate * 0.3) }, (_, at) =>
      Math.round(noise() * 12_000 * Math.exp((-at / rate) * 12)),
    ),
  };
}

/** A file that a browser plays as its microphone, again and again: a number is seconds of quiet. */
export function microphoneFile(pieces: readonly (number | Samples)[]): string {
  const rate = pieces.find((piece) => typeof piece !== 'number')!.rate;
  const parts = pieces.map((piece) =>
    typeof piece === 'number' ? new Int16Array(Math.round(piece * rate)) : piece.samples,
  );
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  const file = join(mkdtempSync(join(tmpdir(), 'openseat-voice-')), 'says.wav');
  writeFileSync(file, pcmWav(all, { rate, channels: 1 }));
  return file;
}

/** A designer's browser with a microphone of its own, at a flow. */
export async function designerWith(
  file: string,
  flowId: number,
  watch: Watch,
): Promise<{ page: Page; browser: Browser }> {
  const { args = [], ...launch } = config.use!.launchOptions!;
  const browser = await chromium.launch({ ...launch, args: [...args, `--use-file-for-fake-audio-capture=${file}`] });
  const token = await tokenOf(people.valeria);
  const context = await browser.newContext({
    baseURL: ORIGIN,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: people.valeria.zone,
    storageState: {
      cookies: [],
      origins: [{ origin: ORIGIN, localStorage: [{ name: 'openseat.token', value: token }] }],
    },
  });
  await watch.context(context);
  const page = await context.newPage();
  await page.goto(`/robot/flows/${flowId}`);
  return { page, browser };
}

/** Begins a test by voice and answers its call. */
export async function beginsTalking(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Answer', exact: true }).click({ timeout: 30_000 });
}

export const linesOf = (page: Page): Locator => page.locator('.flow-test-line');

/** Notes how loud what arrives is, as the volume bar shows it. */
export async function notesLoudness(page: Page): Promise<() => Promise<{ atMs: number; loud: number }[]>> {
  await page.evaluate(() => {
    const noted: { atMs: number; loud: number }[] = [];
    Object.assign(globalThis, { notedLoudness: noted });
    setInterval(() => {
      const bar = document.querySelector('.flow-test-volume');
      if (bar) noted.push({ atMs: performance.now(), loud: Number(bar.getAttribute('aria-valuenow')) });
    }, 50);
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { notedLoudness: { atMs: number; loud: number }[] }).notedLoudness);
}

const FRAME_MS = 20;

/** How loud both sides of a recording are, 20 ms at a time: left who tests, right the flow. */
export async function loudnessOf(wav: ArrayBuffer): Promise<{ left: number[]; right: number[] }> {
  const bytes = new Uint8Array(wav);
  const from = new TextDecoder('latin1').decode(bytes.subarray(0, 200)).indexOf('data') + 8;
  const samples = decodeUlaw(bytes.subarray(from));
  const frames = Math.floor(samples.length / 320);
  const side = (offset: number): number[] =>
    Array.from({ length: frames }, (_, frame) => {
      let sum = 0;
      for (let at = 0; at < 160; at++) sum += samples[frame * 320 + at * 2 + offset]! ** 2;
      return Math.sqrt(sum / 160);
    });
  return { left: side(0), right: side(1) };
}

export const SOUND = 200;

/** Stretches with sound, in milliseconds; pauses shorter than `pauseMs` belong to them. */
export function stretches(loudness: readonly number[], pauseMs: number): { fromMs: number; toMs: number }[] {
  const found: { fromMs: number; toMs: number }[] = [];
  for (const [frame, loud] of loudness.entries()) {
    if (loud < SOUND) continue;
    const last = found.at(-1);
    if (last && frame * FRAME_MS - last.toMs < pauseMs) last.toMs = (frame + 1) * FRAME_MS;
    else found.push({ fromMs: frame * FRAME_MS, toMs: (frame + 1) * FRAME_MS });
  }
  return found;
}
