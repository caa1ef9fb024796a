import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import './charts.css';

/** Which colour a part has: that of a state, or of nothing in particular. */
export type ChartTone = 'accent' | 'green' | 'red' | 'warning' | 'grey';

export interface Bar {
  id: string;
  /** Said of it by a hint and to a screen reader. */
  name: string;
  /** Below it, where there is room. */
  tick: string;
  /** From the bottom up. */
  parts: readonly { tone: ChartTone; value: number }[];
  /** Where it leads; nowhere without. */
  to?: string | undefined;
}

const BOX = { width: 1_000, height: 160 };
const GAP = 0.18;
/** More words than this below the bars would run into one another. */
const TICKS_MOST = 8;
const MANY = 62;

const total = ({ parts }: Bar): number => parts.reduce((sum, { value }) => sum + value, 0);

/** Bars beside one another, each of several parts. The same as a table stands beside it, or in its place, on the page. */
export function BarChart({
  label,
  bars,
  legend,
}: {
  label: string;
  bars: readonly Bar[];
  legend: readonly { tone: ChartTone; label: string }[];
}) {
  const format = useFormat();
  const most = topOf(Math.max(0, ...bars.map(total)));
  const wide = BOX.width / Math.max(1, bars.length);
  const gap = bars.length > MANY ? 0 : wide * GAP;
  const every = Math.ceil(bars.length / TICKS_MOST);
  return (
    <div className="chart">
      <div className="chart-scale" aria-hidden>
        <small>{format.number(most)}</small>
        <small>{format.number(most / 2)}</small>
      </div>
      <svg
        className="chart-bars"
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        role="group"
        aria-label={label}
      >
        <path className="chart-grid" d={`M0 ${BOX.height / 2}H${BOX.width}M0 .5H${BOX.width}`} />
        {bars.map((bar, place) => (
          <Target key={bar.id} bar={bar}>
            <rect className="chart-room" x={place * wide} y={0} width={wide} height={BOX.height} />
            {stacked(bar, most).map(({ tone, y, height }) => (
              <rect
                key={tone}
                className="chart-part"
                data-tone={tone}
                x={place * wide + gap / 2}
                y={y}
                width={wide - gap}
                height={height}
              />
            ))}
          </Target>
        ))}
      </svg>
      <div className="chart-ticks" aria-hidden>
        {bars.map(({ id, tick }, place) => (
          <small key={id}>{place % every === 0 ? tick : ''}</small>
        ))}
      </div>
      <ul className="chart-legend" aria-hidden>
        {legend.map(({ tone, label: name }) => (
          <li key={tone}>
            <i data-tone={tone} />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Target({ bar, children }: { bar: Bar; children: ReactNode }) {
  if (bar.to === undefined || total(bar) === 0)
    return (
      <g role="img" aria-label={bar.name} data-hint={bar.name}>
        {children}
      </g>
    );
  return (
    <Link to={bar.to} className="chart-target" aria-label={bar.name} data-hint={bar.name}>
      {children}
    </Link>
  );
}

/** The end of a scale for values up to `most`: a round number whose half is one too. */
export function topOf(most: number): number {
  let ten = 1;
  while (ten * 10 < most) ten *= 10;
  return [1, 2, 3, 4, 5, 6, 8, 10].map((times) => times * ten).find((top) => top >= most && top % 2 === 0)!;
}

/** Where the parts of a bar are drawn; none without a value. */
export function stacked({ parts }: Pick<Bar, 'parts'>, most: number): { tone: ChartTone; y: number; height: number }[] {
  let bottom = BOX.height;
  return parts
    .filter(({ value }) => value > 0)
    .map(({ tone, value }) => {
      const height = (value / most) * BOX.height;
      bottom -= height;
      return { tone, y: bottom, height };
    });
}
