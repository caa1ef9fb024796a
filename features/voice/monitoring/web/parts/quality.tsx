import { barsOfMos } from '#core/quality/narrow-band-mos.ts';
import { SignalBars } from '#shared/codes/signal-bars.ts';
import { useFormat } from '#platform/web/format.ts';

/** How the agent's phone sounds: a score, coloured as the bars of a line are. */
export function Quality({ mos }: { mos: number | null }) {
  const format = useFormat();
  const bars = barsOfMos(mos);
  return bars === null ? (
    <span aria-hidden>–</span>
  ) : (
    <span className="monitor-quality" data-tone={SignalBars.row(bars).tone}>
      {format.number(mos, 1)}
    </span>
  );
}
