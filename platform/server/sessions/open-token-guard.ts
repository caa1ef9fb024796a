import { Failure } from '#shared/errors.ts';
import { networkOf } from '../http/network.ts';
import type { TokenGuard } from './token-guard.ts';

const WINDOW_MS = 60_000;
const MOST_WRONG = 200;
const AT_A_TIME = 16;
const MOST_WAITING = 5_000;
const MOST_REMEMBERED = 20_000;
const LIKE_A_TOKEN = /^[\w.~+/=-]{1,512}$/;

/** One network: what it got wrong lately, and what is looked up for it. */
interface Place {
  sinceMs: number;
  wrong: number;
  running: number;
  waiting: (() => void)[];
}

export function openTokenGuard(clock: { monotonicMs(): number }): TokenGuard {
  const places = new Map<string, Place>();
  const nobodys = new Set<string>();
  let sweptMs = clock.monotonicMs();

  function placeOf(network: string): Place {
    const nowMs = clock.monotonicMs();
    if (nowMs - sweptMs >= WINDOW_MS) sweep(nowMs);
    let place = places.get(network);
    if (!place) places.set(network, (place = { sinceMs: nowMs, wrong: 0, running: 0, waiting: [] }));
    if (nowMs - place.sinceMs >= WINDOW_MS) Object.assign(place, { sinceMs: nowMs, wrong: 0 });
    return place;
  }

  function sweep(nowMs: number): void {
    sweptMs = nowMs;
    nobodys.clear();
    for (const [network, { sinceMs, running }] of places)
      if (running === 0 && nowMs - sinceMs >= WINDOW_MS) places.delete(network);
  }

  function remember(shown: string): void {
    if (nobodys.size >= MOST_REMEMBERED) nobodys.delete(nobodys.values().next().value!);
    nobodys.add(shown);
  }

  const refuseTooMany = ({ wrong, waiting }: Place): void => {
    if (wrong >= MOST_WRONG || waiting.length >= MOST_WAITING) throw new Failure('tooManyRequests');
  };

  return {
    forget: () => nobodys.clear(),
    async ask(token, address, lookUp, purpose = '') {
      const shown = `${purpose} ${token}`;
      if (!LIKE_A_TOKEN.test(token) || nobodys.has(shown)) return null;
      const place = placeOf(networkOf(address));
      refuseTooMany(place);
      if (place.running >= AT_A_TIME) await new Promise<void>((turn) => place.waiting.push(turn));
      place.running += 1;
      try {
        refuseTooMany(place);
        const found = await lookUp();
        if (found === null) {
          place.wrong += 1;
          remember(shown);
        }
        return found;
      } finally {
        place.running -= 1;
        place.waiting.shift()?.();
      }
    },
  };
}
