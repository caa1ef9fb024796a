import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { Trunk } from '../../contract.ts';

/** How many calls a trunk carries now, of how many it may. */
export function TrunkUse({ trunk: { calls, maxCalls } }: { trunk: Pick<Trunk, 'calls' | 'maxCalls'> }) {
  const t = useText();
  const format = useFormat();
  const isFull = maxCalls !== null && calls >= maxCalls;
  return (
    <span className="figures" data-tone={isFull ? 'warning' : undefined}>
      {maxCalls === null
        ? t('routes.use.open', { calls })
        : t('routes.use.of', { calls: format.number(calls), max: format.number(maxCalls) })}
    </span>
  );
}
