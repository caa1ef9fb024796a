import { SignalBars } from '#shared/codes/signal-bars.ts';
import { useFormat } from '#platform/web/format.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import './call-sound.css';

const HEIGHT = 13;

/** How the call sounds: five bars and the score they stand for. */
export function SignalMeter({ mos, bars }: { mos: number; bars: number }) {
  const t = useText();
  const score = useFormat().number(mos, 1);
  const row = SignalBars.rows.find(({ code }) => code === bars);
  const name = row ? t('softphone.call.quality', { score, word: textOf(row.key) }) : t('softphone.call.qualityUnknown');
  return (
    <span className="signal-meter" role="img" aria-label={name} data-hint={name} data-tone={row?.tone ?? 'grey'}>
      <svg width="22" height={HEIGHT} viewBox={`0 0 22 ${HEIGHT}`} aria-hidden>
        {SignalBars.rows.map(({ code }, place) => {
          const tall = 4 + place * 2.25;
          return (
            <rect
              key={code}
              x={place * 4.6}
              y={HEIGHT - tall}
              width="3"
              height={tall}
              rx="1"
              data-on={code <= bars || undefined}
            />
          );
        })}
      </svg>
    </span>
  );
}
