import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { fromWire } from '#platform/web/zone.ts';
import type { CallDetail } from '../../contract.ts';
import { MosBars } from '../parts/record-marks.tsx';
import { figuresOf, heightOf, qualityPath } from './quality-line.ts';

const BOX = { width: 300, height: 64 };
/** Below four people notice, below three they complain. */
const GRID = [5, 4, 3, 2, 1];
const parties = ['customer', 'agent'] as const;

/** How a call sounded from both sides: a line over its time, and the figures behind it. */
export function QualityChart({ reports }: { reports: CallDetail['quality'] }) {
  const t = useText();
  const format = useFormat();
  const times = reports.map(({ at }) => fromWire(at).getTime());
  const span = { fromMs: Math.min(...times), toMs: Math.max(...times), ...BOX };
  const sides = parties
    .map((party) => ({ party, own: reports.filter((report) => report.party === party) }))
    .filter(({ own }) => own.length > 0);
  const ms = (value: number | null) => (value === null ? '–' : t('call-records.quality.ms', { ms: Math.round(value) }));
  return (
    <div className="quality">
      {reports.length > 1 && (
        <div className="quality-chart">
          <svg
            viewBox={`0 0 ${BOX.width} ${BOX.height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={t('call-records.quality.chart')}
          >
            {GRID.map((mos) => (
              <path key={mos} className="quality-grid" d={`M0 ${heightOf(mos, BOX.height)}H${BOX.width}`} />
            ))}
            {sides.map(({ party, own }) => (
              <path
                key={party}
                className="quality-line"
                data-party={party}
                d={qualityPath(
                  own.flatMap(({ at, mos }) => (mos === null ? [] : [{ atMs: fromWire(at).getTime(), mos }])),
                  span,
                )}
              />
            ))}
          </svg>
          <span aria-hidden>5</span>
          <span aria-hidden>1</span>
        </div>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('call-records.detail.people')}</span>
            </th>
            <th scope="col">MOS</th>
            <th scope="col">{t('call-records.quality.loss')}</th>
            <th scope="col">{t('call-records.quality.jitter')}</th>
            <th scope="col">{t('call-records.quality.delay')}</th>
          </tr>
        </thead>
        <tbody>
          {sides.map(({ party, own }) => {
            const { loss, jitterMs, delayMs } = figuresOf(own);
            return (
              <tr key={party}>
                <th scope="row">
                  <i data-party={party} aria-hidden />
                  {t(`call-records.quality.${party}`)}
                </th>
                <td>
                  <MosBars mos={own.at(-1)!.mos} />
                </td>
                <td>{format.percent(loss, 1)}</td>
                <td>{ms(jitterMs)}</td>
                <td>{ms(delayMs)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
