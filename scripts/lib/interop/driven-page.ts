import { setTimeout as pause } from 'node:timers/promises';

/** A browser that is told what to do from outside, with one page open. */
export interface Driver {
  goTo(url: string): Promise<void>;
  /** What an expression of the page comes to; it must be writable as JSON. */
  ask(expression: string): Promise<unknown>;
  /** A press of the mouse at a place of the window. */
  pressAt(x: number, y: number): Promise<void>;
  /** Keys of the keyboard, one for each letter. */
  type(keys: string): Promise<void>;
  /** The window as a PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A key without a letter, as WebDriver writes it. */
export const ENTER = '\uE007';

/** A quiet machine needs a tenth of it. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 100;

/** Runs in the page: where the first one in sight is whose name or words match; null while there is none. */
const FIND = `(css, words) => {
  const wanted = new RegExp(words);
  const nameOf = (one) => one.getAttribute('aria-label') || [...(one.labels ?? [])].map((label) => label.innerText).join(' ') || one.innerText || '';
  for (const one of document.querySelectorAll(css)) {
    if (![nameOf(one), one.innerText ?? ''].some((said) => wanted.test(said.trim())) || one.disabled) continue;
    one.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const place = { x: Math.round(left + width / 2), y: Math.round(top + height / 2), words: nameOf(one) };
    const hit = document.elementFromPoint(place.x, place.y);
    if (hit && (one.contains(hit) || hit.contains(one))) return place;
  }
  return null;
}`;

interface Place {
  x: number;
  y: number;
  /** What stands there. */
  words: string;
}

export type DrivenPage = ReturnType<typeof openDrivenPage>;

/** A page as a person uses it: they wait until they see something, and press what they see. */
export function openDrivenPage(driver: Driver) {
  async function until<Answer>(what: string, look: () => Promise<Answer | null | false>): Promise<Answer> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await look();
      if (found !== null && found !== false) return found;
      if (Date.now() > deadline) throw new Error(`not seen within ${PATIENCE_MS / 1_000} s: ${what}`);
      await pause(LOOK_AGAIN_MS);
    }
  }
  const find = (css: string, words: RegExp) =>
    driver.ask(`(${FIND})(${JSON.stringify(css)}, ${JSON.stringify(words.source)})`) as Promise<Place | null>;
  /** Waits for it; answers what stands there. */
  const see = (css: string, words: RegExp) => until(`${css} ${words}`, () => find(css, words));

  async function press(css: string, words: RegExp): Promise<void> {
    let place = await see(css, words);
    // What still moves, or is laid out anew, would be missed.
    await until(`${css} ${words} at rest`, async () => {
      const before = place;
      place = (await find(css, words)) ?? before;
      return place.x === before.x && place.y === before.y;
    });
    await driver.pressAt(place.x, place.y);
  }

  return {
    ...driver,
    until,
    see,
    press,
    isThere: async (css: string, words: RegExp) => (await find(css, words)) !== null,
    async write(css: string, words: RegExp, text: string): Promise<void> {
      await press(css, words);
      await driver.type(text);
    },
  };
}
