import { barsOfMos } from '#core/quality/narrow-band-mos.ts';
import { SignalBars } from '#shared/codes/signal-bars.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { callIcons } from '#platform/web/ui/call-icons.ts';
import type { CallIcon } from '../../contract.ts';

/** Which way a call went and whether it reached anybody. */
export function DirectionMark({ callIcon }: { callIcon: CallIcon }) {
  const t = useText();
  const { icon: Icon, tone } = callIcons[callIcon];
  const name = t(`call-records.icon.${callIcon}`);
  return (
    <span className="direction-mark" data-tone={tone} data-hint={name}>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{name}</span>
    </span>
  );
}

/** How a call sounded, 1 to 5, with the bars the phone shows for it. */
export function MosBars({ mos }: { mos: number | null }) {
  const t = useText();
  const format = useFormat();
  const bars = barsOfMos(mos);
  if (mos === null || bars === null) return <span aria-hidden>–</span>;
  const figure = format.number(mos, 1);
  const name = t('call-records.mos', { mos: figure });
  return (
    <span className="mos" role="img" aria-label={name} data-tone={SignalBars.row(bars).tone} data-hint={name}>
      <svg width="19" height="14" viewBox="0 0 19 14" aria-hidden>
        {SignalBars.rows.map(({ code }, place) => {
          const tall = 3.6 + place * 2.6;
          return (
            <rect
              key={code}
              x={place * 4}
              y={14 - tall}
              width="3"
              height={tall}
              rx="1"
              data-on={code <= bars || undefined}
            />
          );
        })}
      </svg>
      <span aria-hidden>{figure}</span>
    </span>
  );
}
