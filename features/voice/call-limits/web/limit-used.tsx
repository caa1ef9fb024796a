import { Progress } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import type { CallLimit } from '../contract.ts';
import { useLimitAmount } from './limit-amount.ts';

/** How much of a limit is used now; of one that is off nothing counts. */
export function LimitUsed({ limit: { kind, used, max, enabled }, currency }: { limit: CallLimit; currency: string }) {
  const t = useText();
  const amountOf = useLimitAmount(currency);
  if (!enabled) return <span aria-hidden>–</span>;
  const isReached = used >= max;
  return (
    <span className="limit-used" data-reached={isReached || undefined}>
      <span className="figures">
        {amountOf(kind, used)} {isReached && <small>{t('call-limits.reached')}</small>}
      </span>
      <Progress
        size="sm"
        color={isReached ? 'red' : 'blue'}
        value={max === 0 ? 100 : Math.min(100, (100 * used) / max)}
        aria-label={t('call-limits.field.used')}
      />
    </span>
  );
}
