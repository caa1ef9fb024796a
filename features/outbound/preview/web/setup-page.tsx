import { Suspense } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import {
  campaignFieldsOf,
  campaignsApi,
  type CampaignFields,
  type DraftOrigin,
} from '#features/outbound/campaigns/contract.ts';
import {
  addressId,
  bringCustomers,
  CampaignFileSteps,
  CampaignSettings,
  useOrigin,
  type CampaignOrigin,
} from '#features/outbound/campaigns/web/index.ts';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines, LoadingPage } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/errors.ts';
import { previewApi, type PreviewTaskDetail } from '../contract.ts';
import { setupAddress, setupSteps, taskAddress, type SetupStep } from './address.ts';
import { TaskSetup } from './parts/task-setup.tsx';
import '#platform/web/ui/form/form.css';

/** Making a task goes on here: the address says how far it is, so that whoever comes back goes on from there. */
export default function SetupPage() {
  const t = useText();
  const id = addressId(useParams()['id']);
  const { data, error, refetch } = useEndpoint(
    previewApi.detail,
    { id: id ?? 0 },
    { enabled: id !== null, handlesFailures: true, staleMs: 0 },
  );
  if (id === null) return <ErrorState error={new Failure('notFound')} title={t('preview.gone')} />;
  if (error && !data) return <ErrorState error={error} title={t('preview.gone')} onRetry={() => void refetch()} />;
  return data ? <Setup task={data} /> : <LoadingPage />;
}

function useStep(draftOf: DraftOrigin | null): { step: SetupStep; origin: CampaignOrigin } {
  const [query] = useSearchParams();
  const asked = setupSteps.find((one) => one === query.get('step')) ?? 'rules';
  const { origin, isUnread } = useOrigin(draftOf);
  if (isUnread) return { step: 'columns', origin };
  return { step: origin.from !== 'file' && (asked === 'columns' || asked === 'check') ? 'rules' : asked, origin };
}

function Setup({ task }: { task: PreviewTaskDetail }) {
  const t = useText();
  const navigate = useNavigate();
  const { step, origin } = useStep(task.draftOf);
  const choices = useEndpoint(previewApi.choices, {}, { handlesFailures: true, staleMs: 60_000 });
  const go = (next: SetupStep) => void navigate(setupAddress(task.id, next, origin));
  const save = async (settings: CampaignFields) => {
    await call(previewApi.updateInfo, { id: task.id, settings, version: task.version });
    await invalidate(previewApi.detail);
  };
  async function launch(settings: CampaignFields): Promise<void> {
    await save(settings);
    await bringCustomers(origin, (source) => call(previewApi.appendCustomers, { id: task.id, source }));
    // Once its customers are in, a task launches itself: whoever comes second finds it done.
    await call(previewApi.updateStatus, { id: task.id, move: 'launch' }).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.name !== 'conflict') throw error;
    });
    await Promise.all([invalidate(previewApi.page), invalidate(previewApi.detail)]);
    void navigate(taskAddress(task.id), { replace: true });
  }
  const fileId = origin.from === 'file' ? origin.fileId : null;
  const isFile = fileId !== null && (step === 'columns' || step === 'check');
  const { data: file } = useEndpoint(
    campaignsApi.importPreview,
    { id: fileId ?? 0 },
    { enabled: isFile, handlesFailures: true },
  );
  const isRead = file !== undefined && file.import.state !== 'uploaded';
  return (
    <Page>
      <TaskSetup at={isFile && isRead ? 'check' : step} name={task.name} withFile={fileId !== null}>
        <Suspense fallback={<LoadingLines lines={8} />}>
          {isFile && (
            <CampaignFileSteps
              id={fileId}
              onChecked={{ label: t('preview.setup.rules'), run: () => go('rules') }}
              onCancelled={() => void navigate(taskAddress(task.id, 'more'))}
            />
          )}
          {step === 'rules' && (
            <Card title={t('preview.step.rules')}>
              <CampaignSettings
                key={`rules ${task.version}`}
                settings={campaignFieldsOf(task)}
                parts={['rules']}
                submit={t('preview.setup.people')}
                onSubmit={async (settings) => (await save(settings), go('people'))}
              />
            </Card>
          )}
          {step === 'people' && (
            <Card title={t('preview.step.people')}>
              <CampaignSettings
                key="people"
                settings={campaignFieldsOf(task)}
                parts={['people']}
                routes={choices.data?.routes ?? []}
                submit={t('preview.setup.launch')}
                onSubmit={launch}
                onCancel={() => go('rules')}
              />
            </Card>
          )}
        </Suspense>
      </TaskSetup>
    </Page>
  );
}
