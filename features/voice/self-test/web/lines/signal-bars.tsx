import { barsOfMos, BEST_TELEPHONE_MOS } from '#core/quality/narrow-band-mos.ts';
import { useFormat } from '#platform/web/format.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { SignalBars } from '#shared/codes/signal-bars.ts';
import './line-check.css';

/** How a line sounds: five bars in their colour, and the score they stand for. Empty bars where there is none. */
export function SignalBarList({ mos }: { mos: number | null }) {
  const t = useText();
  const format = useFormat();
  const bars = barsOfMos(mos);
  const row = bars === null ? null : SignalBars.row(bars);
  const name = row
    ? t('line-check.score', { score: format.number(mos, 2), word: textOf(row.key) })
    : t('line-check.noScore');
  return (
    <span className="line-bars" role="img" aria-label={name} data-tone={row?.tone ?? 'grey'} data-bars={bars ?? 0}>
      {SignalBars.rows.map(({ code }) => (
        <i key={code} data-on={(bars !== null && code <= bars) || undefined} />
      ))}
      <b aria-hidden>{mos === null ? '–' : format.number(mos, 2)}</b>
    </span>
  );
}

/** [LINE-02] How many bars can be reached, and why not all five. */
export function BarScale() {
  const t = useText();
  return t('line-check.scale', { best: useFormat().number(BEST_TELEPHONE_MOS, 1) });
}
