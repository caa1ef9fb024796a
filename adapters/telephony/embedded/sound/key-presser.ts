import { FRAME_MS } from '#core/telephony/sound.ts';
import { isKey } from './rfc4733.ts';

/** How long a key we press is held down. */
export const KEY_MS = 100;
const COMMA_MS = 2_000;

/** Presses keys one after another at the tick's pace; `,` waits two seconds, what is no key is passed over. */
export class KeyPresser {
  #waiting: { key: string; gapMs: number }[] = [];
  #restMs = 0;

  add(keys: string, gapMs: number): void {
    for (const key of keys.toUpperCase())
      if (key === ',' || isKey(key)) this.#waiting.push({ key, gapMs: Math.max(0, gapMs) });
  }

  get busy(): boolean {
    return this.#waiting.length > 0;
  }

  /** The key to press in this tick, if any. */
  tick(): string | null {
    this.#restMs -= FRAME_MS;
    if (this.#restMs > 0) return null;
    const next = this.#waiting.shift();
    if (!next) return null;
    this.#restMs = next.key === ',' ? COMMA_MS : KEY_MS + next.gapMs;
    return next.key === ',' ? null : next.key;
  }
}
