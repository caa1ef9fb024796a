/** One figure of a bench: ours beside a reference measured in the same run. */
export interface Figure {
  bench: string;
  ours: number;
  reference: number | null;
  unit: string;
  /** What the goal is, in words; printed, never asserted. */
  goal?: string;
}

const round = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/** Prints a table, then one JSON line per figure. */
export function print(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`);
  for (const { bench, ours, reference, unit, goal } of figures) {
    const beside =
      reference === null ? '' : `  reference ${round(reference)} ${unit}  ratio ${round(ours / reference)}`;
    console.log(
      `  ${bench.padEnd(36)} ${String(round(ours)).padStart(10)} ${unit.padEnd(10)}${beside}${goal ? `  (goal: ${goal})` : ''}`,
    );
  }
  for (const { bench, ours, reference, unit, goal } of figures) {
    console.log(
      JSON.stringify({
        bench,
        ours: round(ours),
        reference: reference === null ? null : round(reference),
        unit,
        ratio: reference === null ? null : round(ours / reference),
        ...(goal === undefined ? {} : { goal }),
      }),
    );
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** Figures of several runs by turns, each the median of them. */
export const medianFigures =
  <Measured>(runs: readonly { ours: Measured; bare: Measured }[]) =>
  (bench: string, unit: string, of: (measured: Measured) => number, goal?: string): Figure => ({
    bench,
    ours: median(runs.map(({ ours }) => of(ours))),
    reference: median(runs.map(({ bare }) => of(bare))),
    unit,
    ...(goal === undefined ? {} : { goal }),
  });
