import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { fromWire } from '#platform/web/zone.ts';
import type { LineHistory } from '../../contract.ts';
import './line-check.css';

const BOX = { width: 320, height: 72 };
const [BEST, WORST] = [5, 1];
const GRID = [5, 4, 3, 2, 1];

const heightOf = (mos: number): number => ((BEST - mos) / (BEST - WORST)) * BOX.height;

/** How every line sounded, check by check; a check that failed stands at the bottom. */
export function HistoryGraph({ history }: { history: readonly LineHistory[] }) {
  const t = useText();
  const format = useFormat();
  const shown = history.filter(({ points }) => points.length > 0);
  if (shown.length === 0) return <p className="line-hint">{t('line-check.history.none')}</p>;
  const times = shown.flatMap(({ points }) => points.map(({ at }) => fromWire(at).getTime()));
  const [fromMs, toMs] = [Math.min(...times), Math.max(...times)];
  const x = (at: string): number =>
    toMs > fromMs ? ((fromWire(at).getTime() - fromMs) / (toMs - fromMs)) * BOX.width : BOX.width / 2;
  return (
    <figure className="line-history">
      <svg viewBox={`-12 -4 ${BOX.width + 16} ${BOX.height + 8}`} role="img" aria-label={t('line-check.history.chart')}>
        {GRID.map((mos) => (
          <g key={mos} aria-hidden>
            <path className="line-grid" d={`M0 ${heightOf(mos)}H${BOX.width}`} />
            <text className="line-axis" x={-4} y={heightOf(mos)}>
              {mos}
            </text>
          </g>
        ))}
        {shown.map(({ endPointId, points }, place) => (
          <g key={endPointId} data-line={place % 5}>
            <path
              d={points
                .map(
                  ({ at, mos }, n) => `${n === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${heightOf(mos ?? WORST).toFixed(1)}`,
                )
                .join('')}
            />
            {points.map(({ at, mos }, n) => (
              <circle key={n} cx={x(at)} cy={heightOf(mos ?? WORST)} r={2.2} data-failed={mos === null || undefined} />
            ))}
          </g>
        ))}
      </svg>
      <figcaption>
        <span>{format.date(new Date(fromMs))}</span>
        <ul>
          {shown.map(({ endPointId, name }, place) => (
            <li key={endPointId} data-line={place % 5}>
              <i aria-hidden />
              {name}
            </li>
          ))}
        </ul>
        <span>{toMs > fromMs ? format.date(new Date(toMs)) : ''}</span>
      </figcaption>
    </figure>
  );
}
