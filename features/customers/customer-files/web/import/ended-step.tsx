import { Alert, Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCan } from '#platform/web/viewer.ts';
import { useRefusalText } from '#platform/web/use-failure-texts.ts';
import type { CustomerImport } from '../../contract.ts';
import { ErrorFile } from './error-file.tsx';
import { newCustomersOf } from './import-address.ts';
import { ImportTally } from './import-tally.tsx';
import { WrongRows } from './wrong-rows.tsx';

/** How an import ended, and where to go from here. */
export function EndedStep({ now }: { now: CustomerImport }) {
  const t = useText();
  const can = useCan();
  const format = useFormat();
  const why = useRefusalText(now.reason) ?? now.reason;
  const again = (
    <Button variant="default" component={Link} to="/customers/import">
      {t('customer-files.ended.again')}
    </Button>
  );
  if (now.state !== 'done') {
    return (
      <Card title={now.file_name}>
        <div className="import-running">
          <Alert
            color={now.state === 'failed' ? 'red' : 'gray'}
            title={t(now.state === 'failed' ? 'customer-files.ended.failed' : 'customer-files.ended.cancelled')}
          >
            {[why, t('customer-files.ended.nothing')].filter(Boolean).join(' ')}
          </Alert>
          <div className="page-actions">{again}</div>
        </div>
      </Card>
    );
  }
  return (
    <Card
      title={
        <span className="import-done">
          <CircleCheck size={18} aria-hidden /> {t('customer-files.ended.done', { file: now.file_name })}
        </span>
      }
    >
      <div className="import-running">
        <ImportTally now={now} />
        <WrongRows now={now} />
        <p className="import-hint">{[now.author, format.dateTime(now.finished_at)].filter(Boolean).join(' · ')}</p>
        <div className="page-actions">
          {now.added > 0 && can('customers.view') && (
            <Button component={Link} to={newCustomersOf(now)}>
              {t('customer-files.ended.show')}
            </Button>
          )}
          <ErrorFile now={now} />
          <Button variant="default" component={Link} to="/customers">
            {t('customer-files.ended.all')}
          </Button>
          {again}
        </div>
      </div>
    </Card>
  );
}
