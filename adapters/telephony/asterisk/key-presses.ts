interface ArrivedKey {
  key: string;
  lengthMs: number;
  atMs: number;
}

/** One that may stand in the way of those after it; `isSounded` where it is known how. */
interface EarlierKey extends ArrivedKey {
  isSounded: boolean;
}

/** One that a node may have kept back, and the moments at which it would then tell it again. */
interface KeptBack {
  first: EarlierKey;
  dueMs: number[];
}

/** Between two keys a node keeps at least this pause, and a key sounds at least so long. */
const PAUSE_MS = 45;
const SHORTEST_MS = 80;
/** Moments are told in whole milliseconds. A node looks with every packet of sound, on a busy machine later. */
const EARLY_MS = 5;
const LATE_MS = 150;
/** Nothing earlier stands in the way of a key. */
const REMEMBERED_MS = 2_000;

/** From when on the next key can begin, where a node sounds this one itself: one that came by INFO, or whose beginning was lost. */
const sounded = ({ atMs, lengthMs }: ArrivedKey): number => atMs + Math.max(lengthMs, SHORTEST_MS) + PAUSE_MS;
/** The same where it came sounded, within the voice. */
const passed = ({ atMs }: ArrivedKey): number => atMs + PAUSE_MS;

/**
 * The keys of one leg. A node that cannot pass a key on yet, because the one before still sounds, tells it when it comes and
 * once more when its turn is there, without a word that it is the same. When its turn is there can be worked out.
 */
export class KeyPresses {
  #before: EarlierKey[] = [];
  #keptBack: KeptBack[] = [];

  /** False for what was told before. */
  isNew(arrived: ArrivedKey): boolean {
    const { key, lengthMs, atMs } = arrived;
    this.#before = this.#before.filter((one) => atMs - one.atMs < REMEMBERED_MS);
    this.#keptBack = this.#keptBack.filter(({ dueMs }) => dueMs.some((due) => atMs <= due + LATE_MS));
    const again = this.#keptBack.find(
      ({ first, dueMs }) =>
        first.key === key &&
        first.lengthMs === lengthMs &&
        dueMs.some((due) => atMs >= due - EARLY_MS && atMs <= due + LATE_MS),
    );
    if (again) this.#itsTurn(again, arrived);
    else this.#first(arrived);
    return !again;
  }

  #first(arrived: ArrivedKey): void {
    const dueMs = this.#before
      .flatMap((one) => (one.isSounded ? [sounded(one)] : [passed(one), sounded(one)]))
      .filter((due) => arrived.atMs < due);
    const first = { ...arrived, isSounded: false };
    this.#before.push(first);
    if (dueMs.length > 0) this.#keptBack.push({ first, dueMs });
  }

  /** It sounds from now on, not from when it came; those behind it wait for that. */
  #itsTurn(again: KeptBack, arrived: ArrivedKey): void {
    this.#before = [...this.#before.filter((one) => one !== again.first), { ...arrived, isSounded: true }];
    this.#keptBack = this.#keptBack.filter((one) => one !== again);
    for (const one of this.#keptBack) one.dueMs = [sounded(arrived)];
  }
}
