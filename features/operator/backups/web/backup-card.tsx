import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorLine, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { backupsApi, type BackupState } from '../contract.ts';
import { BackupTroubles } from './parts/backup-troubles.tsx';
import { HeldAlert } from './parts/held-alert.tsx';
import './backups.css';
import '#platform/web/ui/fact-list.css';

const EVERY_MS = 60_000;

/** When the last good backup was, how old the log is, and what is wrong. */
export default function BackupCard() {
  const t = useText();
  const { data, error, refetch } = useEndpoint(backupsApi.state, {}, { handlesFailures: true, everyMs: EVERY_MS });
  return (
    <Card
      title={t('backups.name')}
      actions={
        <Button component={Link} to="/operator/backups" variant="subtle" size="compact-sm">
          {t('backups.open')}
        </Button>
      }
    >
      {error && !data ? (
        <ErrorLine error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingLines lines={3} />
      ) : (
        <div className="backup-parts">
          <HeldAlert isShort />
          <LastGood state={data} />
          <BackupTroubles troubles={data.troubles} most={3} />
        </div>
      )}
    </Card>
  );
}

export function LastGood({ state: { lastGoodAt, wal } }: { state: BackupState }) {
  const t = useText();
  const format = useFormat();
  return (
    <dl className="fact-list">
      <div>
        <dt>{t('backups.lastGood')}</dt>
        <dd>
          {lastGoodAt ? (
            <time dateTime={lastGoodAt} title={format.dateTime(lastGoodAt)}>
              {format.relative(lastGoodAt)}
            </time>
          ) : (
            t('backups.never')
          )}
        </dd>
      </div>
      {wal && lastGoodAt && (
        <div>
          <dt>{t('backups.log')}</dt>
          <dd>
            {wal.archivedAt ? (
              <time dateTime={wal.archivedAt} title={format.dateTime(wal.archivedAt)}>
                {t('backups.logUntil', { when: format.relative(wal.archivedAt) })}
              </time>
            ) : (
              t('backups.logNone')
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}
