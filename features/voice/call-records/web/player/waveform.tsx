import { COLUMNS, type Peaks } from './load-peaks.ts';

const HEIGHT = 32;
/** Speech is far below the loudest a line can carry: quiet voices are drawn larger. */
const drawn = (peak: number): number => Math.max(1, Math.sqrt(peak) * (HEIGHT - 2));

/** Columns as one path, upwards or downwards from the middle. */
export const columnsPath = (peaks: readonly number[], up: boolean): string =>
  peaks.map((peak, place) => `M${place + 0.5} ${HEIGHT}v${(up ? -drawn(peak) : drawn(peak)).toFixed(1)}`).join('');

const silence: readonly number[] = Array<number>(COLUMNS).fill(0);

/** The two voices of a recording over its time, the customer above and the agent below; what was played is brighter. */
export function Waveform({ peaks, played }: { peaks: Peaks | null; played: number }) {
  const [left, right] = [columnsPath(peaks?.left ?? silence, true), columnsPath(peaks?.right ?? silence, false)];
  return (
    <svg className="waveform" viewBox={`0 0 ${COLUMNS} ${HEIGHT * 2}`} preserveAspectRatio="none" aria-hidden>
      <g>
        <path data-party="customer" d={left} />
        <path data-party="agent" d={right} />
      </g>
      <g
        className="waveform-played"
        style={{ clipPath: `inset(0 ${(100 - Math.max(0, Math.min(1, played)) * 100).toFixed(2)}% 0 0)` }}
      >
        <path data-party="customer" d={left} />
        <path data-party="agent" d={right} />
      </g>
    </svg>
  );
}
