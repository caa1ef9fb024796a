import { Progress } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import type { PlanAnswer } from '../../contract.ts';
import { useLimitWords } from './plan-words.ts';

/** Each limit that counts for the call, with how much of it is used. */
export function PlanLimits({ limits, currency }: Pick<PlanAnswer, 'limits' | 'currency'>) {
  const t = useText();
  const { nameOf, usageOf } = useLimitWords(currency);
  return (
    <section>
      <h3>{t('routes.answer.limits')}</h3>
      <ul className="plan-limits">
        {limits.map(({ kind, scope, groupId, max, used }) => (
          <li key={`${kind} ${scope} ${groupId ?? ''} ${max}`}>
            <span>
              {nameOf(kind)} <small>{t(`routes.scope.${scope}`)}</small>
            </span>
            <span className="figures">{usageOf(kind, used, max)}</span>
            <Progress
              size="sm"
              color={used >= max ? 'red' : 'blue'}
              value={max === 0 ? 100 : Math.min(100, (100 * used) / max)}
              aria-label={nameOf(kind)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
