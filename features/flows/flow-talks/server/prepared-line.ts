import type { FlowLine } from '#core/flow/flow-events.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { LineParts, SpokenLine } from './spoken-line.ts';

type LineEvents = Pick<LineParts, 'began' | 'failed'>;

/** The line that will probably be said next, made before it is sure. Nobody hears of it until it is taken. */
export interface PreparedLine {
  /** The one before it is given up, unless it is the same. */
  make(line: FlowLine): void;
  /** The line as it was prepared, or made now. */
  take(line: FlowLine, on: LineEvents): SpokenLine;
  drop(): void;
}

interface Making {
  line: FlowLine;
  spoken: SpokenLine;
  hasBegun: boolean;
  hasFailed: boolean;
  /** Who took it, and when; null as long as nobody did. */
  taken: { on: LineEvents; atMs: number } | null;
}

export function openPreparedLine(
  { nowMs }: Pick<Clock, 'nowMs'>,
  speak: (line: FlowLine, on: LineEvents) => SpokenLine,
): PreparedLine {
  let making: Making | null = null;

  const isSame = (one: FlowLine, other: FlowLine): boolean =>
    one.text === other.text && one.language === other.language && one.soundId === other.soundId;

  function drop(): void {
    making?.spoken.stop();
    making = null;
  }

  return {
    make(line) {
      if (making && !making.hasFailed && isSame(making.line, line)) return;
      drop();
      const next: Omit<Making, 'spoken'> = { line, hasBegun: false, hasFailed: false, taken: null };
      const spoken = speak(line, {
        began(_, isCached) {
          next.hasBegun = true;
          next.taken?.on.began(nowMs() - next.taken.atMs, isCached);
        },
        failed(problem) {
          next.hasFailed = true;
          next.taken?.on.failed(problem);
        },
      });
      making = Object.assign(next, { spoken });
    },
    take(line, on) {
      const found = making && !making.hasFailed && isSame(making.line, line) ? making : null;
      if (!found) {
        drop();
        return speak(line, on);
      }
      making = null;
      found.taken = { on, atMs: nowMs() };
      if (found.hasBegun) on.began(0, true);
      return found.spoken;
    },
    drop,
  };
}
