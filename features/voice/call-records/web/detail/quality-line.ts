import type { CallDetail } from '../../contract.ts';

type Report = CallDetail['quality'][number];
const BEST = 5;
const WORST = 1;

/** A line of qualities as an SVG path: time to the right from `fromMs` to `toMs`, 5 at the top and 1 at the bottom. One report is a dot. */
export function qualityPath(
  reports: readonly { atMs: number; mos: number }[],
  { fromMs, toMs, width, height }: { fromMs: number; toMs: number; width: number; height: number },
): string {
  const x = (atMs: number): number => (toMs > fromMs ? ((atMs - fromMs) / (toMs - fromMs)) * width : width / 2);
  const points = reports.map(({ atMs, mos }) => `${round(x(atMs))} ${round(heightOf(mos, height))}`);
  return points.length === 1
    ? `M${points[0]}h0`
    : points.map((point, place) => `${place === 0 ? 'M' : 'L'}${point}`).join('');
}

/** Where a quality stands, from the top. */
export const heightOf = (mos: number, height: number): number =>
  ((BEST - Math.max(WORST, Math.min(BEST, mos))) / (BEST - WORST)) * height;

const round = (value: number): number => Math.round(value * 10) / 10;

export interface QualityFigures {
  /** Of all packets that should have come, 0 to 1. */
  loss: number | null;
  jitterMs: number | null;
  delayMs: number | null;
}

/** The figures of one side: what was lost in all, and the worst of what is measured moment by moment. */
export function figuresOf(reports: readonly Report[]): QualityFigures {
  const last = reports.at(-1);
  const expected = last ? last.packetsReceived + Math.max(0, last.packetsLost) : 0;
  const worst = (values: readonly (number | null)[]): number | null =>
    values.reduce<number | null>((most, value) => (value === null ? most : Math.max(most ?? 0, value)), null);
  return {
    loss: last && expected > 0 ? Math.max(0, last.packetsLost) / expected : null,
    jitterMs: worst(reports.map(({ jitterMs }) => jitterMs)),
    delayMs: worst(reports.map(({ roundTripMs }) => roundTripMs)),
  };
}
