import { TriangleAlert } from 'lucide-react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { didNumbersApi } from '../../contract.ts';

/** Where callers of a number go at this moment, in words. */
export function CallerPathList({ id }: { id: number }) {
  const t = useText();
  const { data, error, refetch } = useEndpoint(didNumbersApi.path, { id }, { handlesFailures: true, staleMs: 0 });
  return (
    <section className="numbers-path" aria-label={t('did-numbers.pathTitle')}>
      <h3>{t('did-numbers.pathTitle')}</h3>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingLines />}
      {data && (
        <ol>
          {data.map(({ says, isTrouble, values }, at) => (
            // Lines have no names of their own; their order is what they are.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} {...(isTrouble ? { 'data-trouble': true } : {})}>
              {isTrouble && <TriangleAlert size={15} aria-hidden />}
              <span>
                {t(`did-numbers.path.${says}`, {
                  ...values,
                  ...(values['callers'] ? { callers: spokenPrefix(values['callers']) } : {}),
                })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** A beginning of numbers, or a number with stars. */
const spokenPrefix = (prefix: string): string => (prefix.includes('*') ? prefix : spokenNumber(prefix));
