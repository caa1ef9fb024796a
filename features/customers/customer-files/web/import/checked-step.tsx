import { Alert, Button } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { customerFilesApi, type CustomerImport } from '../../contract.ts';
import { ErrorFile } from './error-file.tsx';
import { ImportTally } from './import-tally.tsx';
import { WrongRows } from './wrong-rows.tsx';

interface CheckedStepProps {
  now: CustomerImport;
  onStarted: (now: CustomerImport) => void;
  onBack: () => void;
  onCancel: () => void;
}

/** What writing would do, and the press that does it. */
export function CheckedStep({ now, onStarted, onBack, onCancel }: CheckedStepProps) {
  const t = useText();
  const start = useCommand(customerFilesApi.start, { onDone: onStarted });
  const count = now.added + now.updated;
  return (
    <>
      <Card title={t('customer-files.checked.title', { file: now.file_name })}>
        <div className="import-running">
          <ImportTally now={now} />
          {now.wrong > 0 && <Alert color="orange">{t('customer-files.checked.wrong')}</Alert>}
          {count === 0 && <Alert color="blue">{t('customer-files.checked.nothing')}</Alert>}
          <WrongRows now={now} />
          <div className="page-actions">
            <ErrorFile now={now} />
          </div>
        </div>
      </Card>
      <div className="form-buttons">
        <Button variant="subtle" onClick={onCancel}>
          {t('customer-files.discard')}
        </Button>
        <Button variant="default" onClick={onBack}>
          {t('customer-files.checked.back')}
        </Button>
        <Button loading={start.isPending} disabled={count === 0} onClick={() => start.mutate({ id: now.id })}>
          {t('customer-files.checked.start', { count })}
        </Button>
      </div>
    </>
  );
}
