import type { AiSums, FigureSums, LossSums, StatusSums } from '#core/figures/figure-sums.ts';
import type { LossPlace } from '#core/figures/loss.ts';
import { addWaits } from '#core/figures/waits.ts';
import {
  figuresOfSums,
  sumOf,
  type CallCell,
  type LossCell,
  type Sums,
  type WayCell,
} from '#features/voice/dashboard/server/index.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { CallOutcome } from '#shared/codes/call-outcome.ts';
import type { AiCell } from './ai-figures.repo.ts';

const added = (lists: readonly (readonly number[])[]): readonly number[] =>
  lists.reduce<readonly number[]>((sum, own) => (sum.length === 0 ? own : addWaits(sum, own)), []);
const total = <Cell>(cells: readonly Cell[], of: (cell: Cell) => number): number =>
  cells.reduce((sum, cell) => sum + of(cell), 0);

/** How many of each. */
function counts<Key extends number | string, Cell>(
  cells: readonly Cell[],
  key: (cell: Cell) => Key | null,
  of: (cell: Cell) => number,
): Partial<Record<Key, number>> {
  const found: Partial<Record<Key, number>> = {};
  for (const cell of cells) {
    const name = key(cell);
    if (name !== null) found[name] = (found[name] ?? 0) + of(cell);
  }
  return found;
}

export const plainSums = (cells: readonly Sums[]): FigureSums => ({ calls: sumOf(cells.map(figuresOfSums)) });

export const callSums = (cells: readonly CallCell[]): FigureSums => ({
  ...plainSums(cells),
  waits: added(cells.map(({ waits }) => waits)),
});

export function waySums(cells: readonly WayCell[]): FigureSums {
  const out = cells.filter(({ direction }) => direction === 'outbound');
  return {
    ...plainSums(cells),
    outcomes: {
      outcomes: counts<CallOutcome, WayCell>(
        out,
        ({ outcome }) => outcome,
        ({ calls }) => calls,
      ),
      ringSec: total(out, ({ ring_sec }) => ring_sec),
      rang: total(out, ({ rang }) => rang),
    },
  };
}

export const lossSums = (cells: readonly LossCell[]): LossSums => ({
  places: counts<LossPlace, LossCell>(
    cells,
    ({ place }) => place,
    ({ calls }) => calls,
  ),
  goneSec: total(cells, ({ gone_sec }) => gone_sec),
  longestGoneSec: Math.max(0, ...cells.map(({ longest_gone_sec }) => longest_gone_sec)),
  gone: added(cells.map(({ gone }) => gone)),
});

export const aiSums = (cells: readonly AiCell[]): AiSums => ({
  calls: total(cells, ({ calls }) => calls),
  connected: total(cells, ({ connected }) => connected),
  talkSec: total(cells, ({ talk_sec }) => talk_sec),
  results: counts<AiCallResult, AiCell>(
    cells,
    ({ result }) => result,
    ({ calls }) => calls,
  ),
});

export function statusesTogether(all: Iterable<StatusSums>): StatusSums {
  const sums: Partial<Record<AgentStatus, number>> = {};
  for (const one of all)
    for (const [status, ms] of Object.entries(one)) {
      const code = Number(status) as AgentStatus;
      sums[code] = (sums[code] ?? 0) + ms;
    }
  return sums;
}
