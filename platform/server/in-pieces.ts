/** How what was asked for in one piece ended, in the same order. */
type Run<Item, Made> = (key: number, items: readonly Item[]) => Promise<readonly Made[]>;

interface Asked<Item, Made> {
  item: Item;
  made(result: Made): void;
  failed(problem: unknown): void;
}

interface Line<Item, Made> {
  asked: Asked<Item, Made>[];
  /** A piece is being done, or about to be. */
  begun: boolean;
  /** Of the least patient one who waits. */
  patienceMs: number;
  waiting: NodeJS.Timeout | undefined;
}

const LARGEST_PIECE = 200;

/**
 * Does together what is asked for at the same moment, or while the last piece is being done: one piece at a time for each key.
 * What is asked for with patience waits a moment for company, and goes along with what has none. A piece that fails is done
 * again one by one, so that only the asker of the bad one hears of it; unless `isEverybodys` says that the reason is none of
 * them.
 */
export function inPieces<Item, Made>(
  run: Run<Item, Made>,
  isEverybodys: (problem: unknown) => boolean,
): (key: number, item: Item, patienceMs?: number) => Promise<Made> {
  const lines = new Map<number, Line<Item, Made>>();

  function begin(key: number, line: Line<Item, Made>): void {
    line.begun = true;
    clearTimeout(line.waiting);
    line.waiting = undefined;
    // What happened in the same turn of the loop comes along.
    setImmediate(() => void work(key, line));
  }

  async function work(key: number, line: Line<Item, Made>): Promise<void> {
    const piece = line.asked.splice(0, LARGEST_PIECE);
    if (!(await attempt(key, piece))) for (const one of piece) await attempt(key, [one]);
    line.begun = false;
    if (line.asked.length === 0) lines.delete(key);
    else if (line.patienceMs > 0) line.waiting = setTimeout(() => begin(key, line), line.patienceMs);
    else begin(key, line);
  }

  /** False when the piece is worth trying one by one. */
  async function attempt(key: number, piece: readonly Asked<Item, Made>[]): Promise<boolean> {
    try {
      const results = await run(
        key,
        piece.map(({ item }) => item),
      );
      for (const [place, { made }] of piece.entries()) made(results[place]!);
    } catch (problem) {
      if (piece.length > 1 && !isEverybodys(problem)) return false;
      for (const { failed } of piece) failed(problem);
    }
    return true;
  }

  return (key, item, patienceMs = 0) =>
    new Promise((made, failed) => {
      const line = lines.get(key) ?? { asked: [], begun: false, patienceMs, waiting: undefined };
      lines.set(key, line);
      line.patienceMs = line.asked.length === 0 ? patienceMs : Math.min(line.patienceMs, patienceMs);
      line.asked.push({ item, made, failed });
      if (line.begun) return;
      if (line.patienceMs === 0) begin(key, line);
      else line.waiting ??= setTimeout(() => begin(key, line), line.patienceMs);
    });
}
