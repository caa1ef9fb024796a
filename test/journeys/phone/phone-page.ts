import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { ORIGIN } from '../api.ts';

export interface PhoneAccount {
  url: string;
  domain: string;
  account: string;
  ha1: string;
  /** The tone this phone speaks with. */
  hz: number;
}

export interface HeardSound {
  loudness: number;
  /** Tones that were there most of the time, rounded to 50 Hz. */
  hz: number[];
}

/** What the telephone in the page can be asked to do. */
export interface BrowserPhone {
  start(account: PhoneAccount): Promise<void>;
  answerBySelf(on: boolean): void;
  /** Headers of the call that rings; null when none does. */
  waitingCall(): Record<string, string> | null;
  call(to: string, headers?: Record<string, string>): Promise<string>;
  answer(): Promise<void>;
  decline(): Promise<void>;
  cancel(): Promise<void>;
  hangUp(): Promise<void>;
  hold(on: boolean): Promise<string>;
  mute(on: boolean): void;
  key(key: string): boolean;
  keyByInfo(key: string): Promise<void>;
  refer(to: string): Promise<string>;
  dropConnection(): void;
  unregister(): Promise<void>;
  hears(ms: number): Promise<HeardSound>;
  statistics(): Promise<Record<string, number>>;
  state(): string;
  log(): string[];
}

let script: Promise<string> | undefined;

/** A file of this folder as one script for a page. */
export async function bundled(entry: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-phone-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      lib: {
        entry: join(import.meta.dirname, entry),
        formats: ['iife'],
        name: 'browserPhone',
        fileName: () => 'phone.js',
      },
      minify: false,
    },
  });
  const text = readFileSync(join(folder, 'phone.js'), 'utf8');
  rmSync(folder, { recursive: true });
  return text;
}

/** The smallest page the product has: a telephone of a journey's own needs no more of it than where it comes from. */
export const openSmall = (page: Page): Promise<unknown> => page.goto(`${ORIGIN}/api/echo`);

/** Puts a telephone into a page of the product; the page's policy must not apply (`bypassCSP`). */
export async function putPhone(page: Page): Promise<void> {
  // Built once per run.
  script ??= bundled('browser-phone.ts');
  await page.addScriptTag({ content: await script });
}

type Asked<K extends keyof BrowserPhone> = BrowserPhone[K] extends (...args: infer A) => infer R
  ? (...args: A) => Promise<Awaited<R>>
  : never;
export type PagePhone = { [K in keyof BrowserPhone]: Asked<K> };

/** The telephone of a page, from the journey's side. */
export const phoneOf = (page: Page): PagePhone =>
  new Proxy({} as PagePhone, {
    get:
      (_, name: string) =>
      (...args: unknown[]) =>
        // Runs in the page.
        page.evaluate(
          ([what, given]) =>
            (window as unknown as { phone: Record<string, (...all: unknown[]) => unknown> }).phone[what as string]!(
              ...(given as unknown[]),
            ),
          [name, args] as const,
        ),
  });
