import { figureGlossary, type FigureName } from '#core/figures/glossary.ts';
import { duration, type Format } from '#platform/web/format.ts';

/** A figure as people read it. */
export function writeFigure(name: FigureName, value: number | null | undefined, format: Format): string {
  switch (figureGlossary[name].unit) {
    case 'count':
      return format.number(value);
    case 'perHour':
      return format.number(value, 1);
    case 'share':
      return format.percent(value);
    case 'seconds':
      return duration(value);
  }
}

/** By how much a figure grew, as a share of what it was; a share by its points. Null where nothing can be said. */
export function growthOf(name: FigureName, now: number | null = null, before: number | null = null): number | null {
  if (now === null || before === null) return null;
  if (figureGlossary[name].unit === 'share') return now - before;
  return before === 0 ? null : (now - before) / before;
}

/** Whether it changed for the better. */
export function isBetter(name: FigureName, growth: number): boolean | null {
  const { better } = figureGlossary[name];
  if (!better || growth === 0) return null;
  return better === 'more' ? growth > 0 : growth < 0;
}
