import { Skeleton } from '@mantine/core';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorState } from '#platform/web/ui/states.tsx';
import type { Summary } from '../../contract.ts';

const Figure = ({ name, value, detail }: { name: string; value: string; detail?: string }) => (
  <div className="home-figure">
    <dt>{name}</dt>
    <dd>
      {value}
      {detail && <small> {detail}</small>}
    </dd>
  </div>
);

/** The figures of today that exist so far. */
export function Today({
  summary,
  error,
  onRetry,
}: {
  summary: Summary | undefined;
  error: unknown;
  onRetry: () => void;
}) {
  const t = useText();
  const { number } = useFormat();
  if (!summary && error)
    return (
      <Card title={t('home.today')}>
        <ErrorState error={error} onRetry={onRetry} />
      </Card>
    );
  return (
    <Card title={t('home.today')}>
      {summary ? (
        <dl className="home-figures">
          <Figure name={t('home.today.operations')} value={number(summary.operationsToday)} />
          {summary.people && (
            <Figure
              name={t('home.today.hereNow')}
              value={number(summary.people.hereNow)}
              detail={t('home.today.ofMembers', { members: summary.people.members })}
            />
          )}
        </dl>
      ) : (
        <Skeleton height={48} />
      )}
    </Card>
  );
}
