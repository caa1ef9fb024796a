import { useFormat } from '#platform/web/format.ts';
import './charts.css';

const BOX = { width: 1_000, height: 100 };

/** A line through shares of one (0 to 1), one for each step; it breaks where there is none. */
export function linePath(shares: readonly (number | null)[]): string {
  const wide = BOX.width / Math.max(1, shares.length);
  let isDrawing = false;
  return shares
    .map((share, place) => {
      if (share === null) {
        isDrawing = false;
        return '';
      }
      const word = `${isDrawing ? 'L' : 'M'}${round((place + 0.5) * wide)} ${round((1 - Math.min(1, Math.max(0, share))) * BOX.height)}`;
      // A step between two without any would be invisible as a point.
      const isAlone = !isDrawing && (shares[place + 1] ?? null) === null;
      isDrawing = true;
      return isAlone ? `${word}h${round(wide / 2)}` : word;
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A share over time. What it says in words is its label; the numbers stand in the table of the page. */
export function LineChart({
  label,
  shares,
  title,
}: {
  label: string;
  shares: readonly (number | null)[];
  title: string;
}) {
  const format = useFormat();
  return (
    <div className="chart chart-line-box">
      <span className="chart-title" aria-hidden>
        {title}
      </span>
      <div className="chart-scale" aria-hidden>
        <small>{format.percent(1)}</small>
        <small>{format.percent(0.5)}</small>
      </div>
      <svg
        className="chart-lines"
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path
          className="chart-grid"
          d={`M0 .5H${BOX.width}M0 ${BOX.height / 2}H${BOX.width}M0 ${BOX.height - 0.5}H${BOX.width}`}
        />
        <path className="chart-line" d={linePath(shares)} />
      </svg>
    </div>
  );
}
