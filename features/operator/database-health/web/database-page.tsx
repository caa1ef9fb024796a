import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { databaseHealthApi, type DatabaseReport } from '../contract.ts';
import { DatabaseFindings } from './parts/database-findings.tsx';
import { DatabaseTables } from './parts/database-tables.tsx';
import { healthTones } from './parts/health-tones.ts';
import './database-health.css';

/** How the database is: what is wrong and what helps, its figures, and each of its tables. Read when somebody asks. */
export default function DatabasePage() {
  const asked = useEndpoint(databaseHealthApi.health, {}, { handlesFailures: true });
  const { data, error, refetch } = asked;
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingPage />;
  return (
    <Page>
      <div className="database-parts">
        <Summary health={data} isAsking={asked.isFetching} onAsk={() => void refetch()} />
        <DatabaseFindings health={data} />
        <Figures health={data} />
        {data.replicas.length > 0 && <Replicas health={data} />}
        <DatabaseTables tables={data.tables} />
      </div>
    </Page>
  );
}

interface SummaryProps {
  health: DatabaseReport;
  isAsking: boolean;
  onAsk: () => void;
}

function Summary({ health, isAsking, onAsk }: SummaryProps) {
  const t = useText();
  const format = useFormat();
  return (
    <div className="database-summary">
      <Badge look="dot" tone={healthTones[health.standing]}>
        {t(`database-health.house.${health.standing}`)}
      </Badge>
      <span>{t('database-health.version', { version: health.version, since: format.dateTime(health.startedAt) })}</span>
      <span>{t('database-health.asOf', { at: format.time(health.now) })}</span>
      <Button
        variant="default"
        size="xs"
        leftSection={<RefreshCw size={14} aria-hidden />}
        loading={isAsking}
        onClick={onAsk}
      >
        {t('database-health.again')}
      </Button>
    </div>
  );
}

function Figures({ health }: { health: DatabaseReport }) {
  const t = useText();
  const format = useFormat();
  const { connections, longestTransactionSeconds: longest, transactionAge, cacheShare, seesAll } = health;
  return (
    <>
      <FigureTiles>
        <FigureTile
          title={t('database-health.figure.size')}
          hint={t('database-health.figure.sizeHint')}
          value={format.bytes(health.bytes)}
        />
        <FigureTile
          title={t('database-health.figure.connections')}
          hint={t('database-health.figure.connectionsHint')}
          value={format.number(connections.used)}
          note={t('database-health.figure.connectionsNote', { most: format.number(connections.most) })}
        />
        <FigureTile
          title={t('database-health.figure.longest')}
          hint={t('database-health.figure.longestHint')}
          value={longest === null ? t('database-health.figure.none') : format.span(longest * 1_000)}
        />
        <FigureTile
          title={t('database-health.figure.age')}
          hint={t('database-health.figure.ageHint')}
          value={format.number(transactionAge)}
        />
        <FigureTile
          title={t('database-health.figure.cache')}
          hint={t('database-health.figure.cacheHint')}
          value={format.percent(cacheShare, 1)}
          note={t('database-health.figure.since', { since: format.date(health.countedSince) })}
        />
      </FigureTiles>
      {!seesAll && <p className="database-words">{t('database-health.seesLittle')}</p>}
    </>
  );
}

function Replicas({ health }: { health: DatabaseReport }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('database-health.replicas')}>
      <ul className="database-replicas">
        {health.replicas.map(({ name, lagSeconds, lagBytes }) => (
          <li key={name}>
            <b>{name}</b>
            <span>
              {lagSeconds === null
                ? t('database-health.lagUnknown')
                : t('database-health.lag', { seconds: format.number(lagSeconds, 1), bytes: format.bytes(lagBytes) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
