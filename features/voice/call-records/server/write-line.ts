/*
 * What is to be written stands in line. Rules:
 * 1. Entries of one tenant are written in order, in one piece: what came while the last piece was being written is the next.
 *    So one call costs a transaction when little happens, and a small share of one when much does.
 * 2. Its maker is told once an entry is written.
 * 3. A piece that is refused is written again entry by entry: only the maker of the bad one hears of it.
 * 4. While the database is away the line waits and tries again. It does not grow without end.
 * 5. A piece may gather for a moment before it is written, so that what was said together is written together.
 * 6. After a piece the tenant's line rests for a moment, in which the next piece gathers.
 */

export interface WriteLine<Entry> {
  add(tenantId: number, entry: Entry): Promise<void>;
  /** Everything that stood in the tenant's line is written, or refused. */
  settled(tenantId: number): Promise<void>;
  /** Writes what waits, if that is possible now; nothing is taken any more. */
  stop(): Promise<void>;
}

export interface WriteLineParts<Entry> {
  write(tenantId: number, entries: readonly Entry[]): Promise<void>;
  /** Is the database away, rather than of another opinion? */
  isAway(thrown: unknown): boolean;
  retryMs?: number;
  restMs?: number;
  /** Until the piece is whole; null: now, and the first entry is a piece of its own. */
  gather?: () => Promise<void> | null;
}

interface Waiting<Entry> {
  entry: Entry;
  written(): void;
  refused(thrown: unknown): void;
}

/** Pieces of several tenants at a time; the rest of the product needs connections too. */
const AT_ONCE = 4;
const LARGEST_PIECE = 500;
const LONGEST_LINE = 100_000;

export function openWriteLine<Entry>({
  write,
  isAway,
  retryMs = 1_000,
  restMs = 0,
  gather = () => null,
}: WriteLineParts<Entry>): WriteLine<Entry> {
  const lines = new Map<number, Waiting<Entry>[]>();
  const working = new Map<number, Promise<void>>();
  const resting = new Map<number, { over: Promise<void>; wake(): void }>();
  let waiting = 0;
  let stopping = false;
  let wakeRetry = (): void => {};

  function goOn(): void {
    for (const tenantId of lines.keys()) {
      if (working.size >= AT_ONCE) return;
      if (working.has(tenantId) || resting.has(tenantId)) continue;
      working.set(
        tenantId,
        (gather()?.then(() => writeNext(tenantId)) ?? writeNext(tenantId)).finally(() => {
          working.delete(tenantId);
          if (restMs > 0 && !stopping) rest(tenantId);
          goOn();
        }),
      );
    }
  }

  function rest(tenantId: number): void {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const wake = (): void => {
      clearTimeout(timer);
      resting.delete(tenantId);
      resolve();
      goOn();
    };
    const timer = setTimeout(wake, restMs);
    resting.set(tenantId, { over, wake });
  }

  async function writeNext(tenantId: number): Promise<void> {
    const line = lines.get(tenantId)!;
    lines.delete(tenantId);
    const piece = line.splice(0, LARGEST_PIECE);
    // At the end of the row of tenants: nobody's calls hold up everybody's.
    if (line.length > 0) lines.set(tenantId, line);
    waiting -= piece.length;
    if (await attempt(tenantId, piece, piece.length > 1)) return;
    for (const one of piece) await attempt(tenantId, [one], false);
  }

  /** False when the piece was refused as a whole and is worth trying one by one. */
  async function attempt(tenantId: number, piece: readonly Waiting<Entry>[], mayDivide: boolean): Promise<boolean> {
    for (;;) {
      try {
        await write(
          tenantId,
          piece.map(({ entry }) => entry),
        );
        for (const { written } of piece) written();
        return true;
      } catch (thrown) {
        if (isAway(thrown) && !stopping) {
          await new Promise<void>((resolve) => {
            wakeRetry = resolve;
            setTimeout(resolve, retryMs);
          });
          continue;
        }
        if (mayDivide && !isAway(thrown)) return false;
        for (const { refused } of piece) refused(thrown);
        return true;
      }
    }
  }

  return {
    add(tenantId, entry) {
      if (stopping || waiting >= LONGEST_LINE)
        return Promise.reject(new Error(stopping ? 'the book is closed' : 'too much waits to be written'));
      return new Promise((written, refused) => {
        const line = lines.get(tenantId);
        const one = { entry, written, refused };
        if (line) line.push(one);
        else lines.set(tenantId, [one]);
        waiting += 1;
        goOn();
      });
    },
    async settled(tenantId) {
      while (working.has(tenantId) || lines.has(tenantId))
        await (working.get(tenantId) ?? resting.get(tenantId)?.over ?? Promise.race(working.values()));
    },
    async stop() {
      stopping = true;
      wakeRetry();
      for (const { wake } of resting.values()) wake();
      while (working.size > 0) await Promise.all(working.values());
    },
  };
}
