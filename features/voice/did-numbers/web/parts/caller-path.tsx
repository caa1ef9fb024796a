import { TriangleAlert } from 'lucide-react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { didNumbersApi } from '../../contract.ts';
import type { PathLine } from '../../core/caller-path.ts';

/** Where callers of a number go at this moment, in words. */
export function CallerPathList({ id }: { id: number }) {
  const t = useText();
  const { data, error, refetch } = useEndpoint(didNumbersApi.path, { id }, { handlesFailures: true, staleMs: 0 });
  const say = ({ says, values }: PathLine): string =>
    t(`did-numbers.path.${says}`, {
      ...values,
      ...(values['callers'] ? { callers: spokenPrefix(values['callers']) } : {}),
    });
  return (
    <section className="numbers-path" aria-label={t('did-numbers.pathTitle')}>
      <h3>{t('did-numbers.pathTitle')}</h3>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingLines />}
      {data && (
        <ol>
          {steps(data).map((lines, at) => (
            // Steps have no names of their own; their order is what they are.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} {...(lines.some(({ isTrouble }) => isTrouble) ? { 'data-trouble': true } : {})}>
              {lines.some(({ isTrouble }) => isTrouble) && <TriangleAlert size={15} aria-hidden />}
              <span>{lines.map(say).join(' ')}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const LEADS_ON: readonly PathLine['says'][] = ['menuKey', 'menuOtherwise', 'otherwise', 'closedNumber', 'closedGroup'];

/** Lines of one step together: what leads on stands before where it leads. */
function steps(lines: readonly PathLine[]): PathLine[][] {
  const found: PathLine[][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && LEADS_ON.includes(last.at(-1)!.says)) last.push(line);
    else found.push([line]);
  }
  return found;
}

/** A beginning of numbers, or a number with stars. */
const spokenPrefix = (prefix: string): string => (prefix.includes('*') ? prefix : spokenNumber(prefix));
