/** Where a deep page of a list begins: the row before it, by its id. */
export interface Anchor {
  offset: number;
  beforeId: number;
}

interface Kept {
  untilMs: number;
  anchors: Anchor[];
  /** There were more than are counted. */
  isBig: boolean;
  /** From this page on its rows lie too far apart to be walked to. */
  farFrom: number;
}

/** How long a list is taken to be as it was. In that time a page may begin a few rows early or late; it never lies far off, and shallow pages are always exact. */
const KEPT_MS = 15_000;
const LISTS_MOST = 2_000;
const ANCHORS_MOST = 200;

/**
 * Remembers beginnings of deep pages. Skipping 200,000 rows costs fifty milliseconds however good the index is; going on
 * from a row that is known costs what the first page costs.
 */
export class PageAnchors {
  readonly #lists = new Map<string, Kept>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The last known row before `offset`. */
  nearest(list: string, offset: number): Anchor | null {
    return this.#kept(list)?.anchors.findLast((anchor) => anchor.offset <= offset) ?? null;
  }

  isBig(list: string): boolean {
    return this.#kept(list)?.isBig ?? false;
  }

  isFar(list: string, offset: number): boolean {
    return offset >= (this.#kept(list)?.farFrom ?? Infinity);
  }

  remember(list: string, { anchor, isBig, farFrom }: { anchor?: Anchor; isBig?: boolean; farFrom?: number }): void {
    const kept = this.#kept(list) ?? {
      untilMs: this.#nowMs() + KEPT_MS,
      anchors: [],
      isBig: false,
      farFrom: Infinity,
    };
    if (isBig !== undefined) kept.isBig = isBig;
    if (farFrom !== undefined) kept.farFrom = Math.min(kept.farFrom, farFrom);
    if (anchor && !kept.anchors.some(({ offset }) => offset === anchor.offset))
      kept.anchors = [...kept.anchors, anchor].toSorted((a, b) => a.offset - b.offset).slice(-ANCHORS_MOST);
    this.#lists.delete(list);
    this.#lists.set(list, kept);
    if (this.#lists.size > LISTS_MOST) this.#lists.delete(this.#lists.keys().next().value!);
  }

  forget(list: string): void {
    this.#lists.delete(list);
  }

  #kept(list: string): Kept | null {
    const kept = this.#lists.get(list);
    if (kept && kept.untilMs > this.#nowMs()) return kept;
    this.#lists.delete(list);
    return null;
  }
}
