import { networkOf } from './network-of.ts';

/** Messages at once, and per second in the long run. */
export interface FloodLimit {
  burst: number;
  perSec: number;
}

export interface FloodLimits {
  /** Of one address of a peer: fifty calls a second of a carrier are some five hundred messages. */
  peer: FloodLimit;
  /** Of one stranger, and of all together: what comes after is not even read. */
  stranger: FloodLimit;
  strangers: FloodLimit;
}

export const DEFAULT_FLOOD_LIMITS: FloodLimits = {
  peer: { burst: 3_000, perSec: 1_500 },
  stranger: { burst: 20, perSec: 5 },
  strangers: { burst: 500, perSec: 200 },
};
/** Of phones: an office that comes back after an outage is a stranger at first, behind one address. */
export const DEFAULT_PHONE_FLOOD_LIMITS: FloodLimits = {
  peer: { burst: 3_000, perSec: 600 },
  stranger: { burst: 200, perSec: 20 },
  strangers: { burst: 2_000, perSec: 400 },
};
const MOST_REMEMBERED = 2_000;

class Allowance {
  #left: number;
  #atMs: number;
  readonly #limit: FloodLimit;

  constructor(limit: FloodLimit, nowMs: number) {
    this.#limit = limit;
    this.#left = limit.burst;
    this.#atMs = nowMs;
  }

  take(nowMs: number): boolean {
    this.#left = Math.min(this.#limit.burst, this.#left + ((nowMs - this.#atMs) / 1_000) * this.#limit.perSec);
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}

/** Says how much is read of whom. Its memory has an end, whatever addresses somebody makes up. */
export class FloodGuard {
  dropped = 0;
  readonly #limits: FloodLimits;
  readonly #nowMs: () => number;
  readonly #strangers: Allowance;
  readonly #peers = new Map<string, Allowance>();
  readonly #met = new Map<string, Allowance>();

  constructor(limits: FloodLimits, nowMs: () => number) {
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#strangers = new Allowance(limits.strangers, nowMs());
  }

  admits(address: string, isPeer: boolean): boolean {
    const nowMs = this.#nowMs();
    // Apart: nobody makes up so many addresses that a peer is forgotten. Connections make a peer of everybody, though.
    const known = isPeer ? this.#peers : this.#met;
    const network = networkOf(address);
    let allowance = known.get(network);
    if (!allowance) {
      if (known.size >= MOST_REMEMBERED) known.delete(known.keys().next().value!);
      known.set(network, (allowance = new Allowance(isPeer ? this.#limits.peer : this.#limits.stranger, nowMs)));
    }
    const admitted = allowance.take(nowMs) && (isPeer || this.#strangers.take(nowMs));
    if (!admitted) this.dropped++;
    return admitted;
  }
}
