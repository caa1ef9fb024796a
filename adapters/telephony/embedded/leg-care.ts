import { endOfOurs, type LegEnd } from './end-causes.ts';
import type { ExchangeLeg } from './exchange-leg.ts';
import type { LegRegistry } from './leg-registry.ts';
import { judge, type Patience } from './leg-watch.ts';

const WATCH_MS = 1_000;
const LOST: LegEnd = { cause: 'lost', sipStatus: null, by: 'them' };

interface LegCareOptions {
  room: LegRegistry;
  patience: Patience;
  nowMs(): number;
  report(problem: unknown): void;
}

/** Ends legs: as commanded, and those that the watch of every second finds lost, too long or unattended. */
export class LegCare {
  readonly #options: LegCareOptions;
  readonly #watching: NodeJS.Timeout;

  constructor(options: LegCareOptions) {
    this.#options = options;
    this.#watching = setInterval(() => this.#watchAll(), WATCH_MS);
    this.#watching.unref();
  }

  hangUp(leg: ExchangeLeg): void {
    this.#options.room.end(leg, endOfOurs(leg.made, leg.at === 'answered'));
  }

  refuse(leg: ExchangeLeg, sipStatus: number, reason?: string): void {
    if (leg.made !== 'offered' || leg.at !== 'waiting') return this.hangUp(leg);
    leg.ended({ cause: 'refused', sipStatus, by: 'us' });
    leg.signal.refuse(sipStatus, reason);
  }

  stop(): void {
    clearInterval(this.#watching);
  }

  #watchAll(): void {
    for (const leg of this.#options.room.all()) {
      try {
        this.#watch(leg);
      } catch (problem) {
        this.#options.report(problem);
      }
    }
  }

  #watch(leg: ExchangeLeg): void {
    const { room, patience, nowMs } = this.#options;
    switch (judge(leg, patience, nowMs(), room.ownCalls.has(leg.id))) {
      case 'fine':
        return;
      case 'report':
        return leg.reportQuality();
      case 'lost':
        return room.end(leg, LOST);
      case 'tooLong':
        return this.hangUp(leg);
      case 'refuse':
        return this.refuse(leg, 480);
    }
  }
}
