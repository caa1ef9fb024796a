import type { Page } from '@playwright/test';
import type { LineAccount, LineEvent, LineLook } from '#core/phone/phone-line.port.ts';
import type { Tabs } from '#core/phone/tabs-machine.ts';
import { bundled } from './phone-page.ts';

/** What a journey may do to the product's telephone edge in a page. */
export interface EdgePhone {
  start(account: LineAccount, hz: number): Promise<void>;
  again(): void;
  register(): void;
  check(): void;
  call(session: string, to: string, headers?: Record<string, string>): void;
  answer(session: string): void;
  hangUp(session: string): void;
  hold(session: string, on: boolean): void;
  mute(session: string, on: boolean): void;
  tone(session: string, tone: string): void;
  look(): LineLook;
  volume(which: 'play' | 'call', value: number): void;
  events(): (LineEvent & { atMs: number })[];
  /** What left, by its first word, and how many addresses it named. */
  sent(): { atMs: number; what: string; candidates: number }[];
  noMicrophone(): void;
  /** Nothing gets through it any more, and nobody says so: as when the network under it is another one. */
  killSocket(): void;
  closeSocket(): void;
  networkChanged(): void;
  /** The way the sound takes now, by the name ICE gave it, and what came on all of them. */
  way(): Promise<{ user: string; packets: number }>;
  hears(ms: number): Promise<{ loudness: number; hz: number | null }>;
  join(name: string): void;
  show(talks: boolean): void;
  command(command: string): void;
  tabs(): Tabs<{ talks: boolean }> & { commands: string[] };
}

type Asked<K extends keyof EdgePhone> = EdgePhone[K] extends (...args: infer A) => infer R
  ? (...args: A) => Promise<Awaited<R>>
  : never;
export type PageEdge = { [K in keyof EdgePhone]: Asked<K> };

let script: Promise<string> | undefined;

/** Puts the edge into a page; the page's policy must not apply (`bypassCSP`). */
export async function putEdge(page: Page): Promise<PageEdge> {
  script ??= bundled('edge-phone.ts');
  await page.addScriptTag({ content: await script });
  return new Proxy({} as PageEdge, {
    get: (_, name: string) =>
      // Not a promise itself, though it is awaited.
      name === 'then'
        ? undefined
        : (...args: unknown[]) =>
            page.evaluate(
              ([what, given]) =>
                (window as unknown as { edge: Record<string, (...all: unknown[]) => unknown> }).edge[what as string]!(
                  ...(given as unknown[]),
                ),
              [name, args] as const,
            ),
  });
}
