import type { FigureName } from '#core/figures/glossary.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { growthOf, isBetter, writeFigure } from '../write-figure.ts';

interface WasProps {
  name: FigureName;
  now: number | null | undefined;
  before: number | null | undefined;
}

/** What a figure was in the days compared with, and by how much it changed. */
export function Was({ name, now, before }: WasProps) {
  const t = useText();
  const format = useFormat();
  const growth = growthOf(name, now, before);
  return (
    <span className="stat-was">
      {t('statistics.was', { value: writeFigure(name, before, format) })}
      {growth !== null && growth !== 0 && (
        <span className="stat-growth" data-better={isBetter(name, growth) ?? undefined}>
          {growth > 0 ? '+' : '−'}
          {format.percent(Math.abs(growth))}
        </span>
      )}
    </span>
  );
}
