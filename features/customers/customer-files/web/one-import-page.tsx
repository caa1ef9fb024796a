import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { customerFilesApi, type ImportPreview } from '../contract.ts';
import { CheckedStep } from './import/checked-step.tsx';
import { EndedStep } from './import/ended-step.tsx';
import { ImportSteps, type ImportStep } from './import/import-steps.tsx';
import { MappingStep } from './import/mapping-step.tsx';
import { RunningStep } from './import/running-step.tsx';
import { isRunning, useImport } from './import/use-import.ts';
import './customer-files.css';
import '#platform/web/ui/form/form.css';

const stepOf: Record<ImportPreview['import']['state'], ImportStep> = {
  uploaded: 'columns',
  checking: 'check',
  checked: 'check',
  importing: 'write',
  done: 'write',
  failed: 'write',
  cancelled: 'write',
};

/** One import, wherever it stands: the address is enough to come back to it. */
export default function OneImportPage() {
  const t = useText();
  const id = Number(useParams()['id']);
  const { data, error, refetch, setImport } = useImport(id);
  if (error && !data)
    return <ErrorState error={error} title={t('customer-files.gone')} onRetry={() => void refetch()} />;
  return data ? <Standing key={id} preview={data} setImport={setImport} /> : <LoadingPage />;
}

function Standing({
  preview,
  setImport,
}: {
  preview: ImportPreview;
  setImport: ReturnType<typeof useImport>['setImport'];
}) {
  const t = useText();
  const navigate = useNavigate();
  const now = preview.import;
  // A checked import whose columns are chosen once more.
  const [isBack, setBack] = useState(false);
  const isMapping = now.state === 'uploaded' || (now.state === 'checked' && isBack);
  const cancel = useCommand(customerFilesApi.cancel, {
    invalidates: [customerFilesApi.imports, customerFilesApi.preview],
  });
  const discard = () => cancel.mutate({ id: now.id }, { onSuccess: () => void navigate('/customers/import') });
  async function stop(): Promise<void> {
    if (
      now.state !== 'importing' ||
      (await confirm({
        title: t('customer-files.stopTitle'),
        body: t('customer-files.stopBody'),
        yes: t('customer-files.stop'),
        danger: true,
      }))
    )
      cancel.mutate({ id: now.id });
  }
  return (
    <Page>
      <div className="import-page">
        <ImportSteps at={isMapping ? 'columns' : stepOf[now.state]} />
        {isMapping && (
          <MappingStep preview={preview} onCancel={discard} onChecking={(next) => (setBack(false), setImport(next))} />
        )}
        {isRunning(now) && <RunningStep now={now} isStopping={cancel.isPending} onCancel={() => void stop()} />}
        {now.state === 'checked' && !isBack && (
          <CheckedStep now={now} onStarted={setImport} onBack={() => setBack(true)} onCancel={discard} />
        )}
        {(now.state === 'done' || now.state === 'failed' || now.state === 'cancelled') && <EndedStep now={now} />}
      </div>
    </Page>
  );
}
