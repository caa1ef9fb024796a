import { Suspense } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { campaignFieldsOf, campaignsApi, type CampaignFields } from '#features/outbound/campaigns/contract.ts';
import { CampaignFileSteps, CampaignSettings } from '#features/outbound/campaigns/web/index.ts';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines, LoadingPage } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/errors.ts';
import { previewApi, type PreviewTaskDetail } from '../contract.ts';
import { setupAddress, setupSteps, taskAddress, type SetupStep } from './address.ts';
import { SetupSteps } from './parts/setup-steps.tsx';
import '#platform/web/ui/form/form.css';
import './preview.css';

/** Making a task goes on here: the address says how far it is, so that whoever comes back goes on from there. */
export default function SetupPage() {
  const t = useText();
  const id = Number(useParams()['id']);
  const { data, error, refetch } = useEndpoint(previewApi.detail, { id }, { handlesFailures: true, staleMs: 0 });
  if (error && !data) return <ErrorState error={error} title={t('preview.gone')} onRetry={() => void refetch()} />;
  return data ? <Setup task={data} /> : <LoadingPage />;
}

/** Where the customers come from, as the address has it. */
interface Origin {
  file?: number;
  condition?: number;
}

function useStep(): { step: SetupStep; origin: Origin } {
  const [query] = useSearchParams();
  const asked = setupSteps.find((one) => one === query.get('step')) ?? 'rules';
  const [file, condition] = ['file', 'condition'].map((name) => Number(query.get(name)) || undefined);
  const origin = { ...(file ? { file } : {}), ...(condition ? { condition } : {}) };
  return { step: !file && (asked === 'columns' || asked === 'check') ? 'rules' : asked, origin };
}

function Setup({ task }: { task: PreviewTaskDetail }) {
  const t = useText();
  const navigate = useNavigate();
  const { step, origin } = useStep();
  const go = (next: SetupStep) => void navigate(setupAddress(task.id, next, origin));
  const save = async (settings: CampaignFields) => {
    await call(previewApi.updateInfo, { id: task.id, settings, version: task.version });
    await invalidate(previewApi.detail);
  };
  async function launch(settings: CampaignFields): Promise<void> {
    await save(settings);
    // Whoever comes here twice has written the file already.
    if (origin.file !== undefined) {
      const { import: now } = await call(campaignsApi.importPreview, { id: origin.file });
      if (now.state === 'checked') await call(campaignsApi.importStart, { id: origin.file });
    }
    if (origin.condition !== undefined)
      await call(previewApi.appendCustomers, {
        id: task.id,
        source: { from: 'conditionGroup', conditionGroupId: origin.condition },
      });
    // Once its customers are in, a task launches itself: whoever comes second finds it done.
    await call(previewApi.updateStatus, { id: task.id, move: 'launch' }).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.name !== 'conflict') throw error;
    });
    await Promise.all([invalidate(previewApi.page), invalidate(previewApi.detail)]);
    void navigate(taskAddress(task.id), { replace: true });
  }
  const isFile = step === 'columns' || step === 'check';
  const { data: file } = useEndpoint(
    campaignsApi.importPreview,
    { id: origin.file ?? 0 },
    { enabled: isFile && origin.file !== undefined, handlesFailures: true },
  );
  const isRead = file !== undefined && file.import.state !== 'uploaded';
  return (
    <Page>
      <div className="preview-setup">
        <SetupSteps at={isFile && isRead ? 'check' : step} withFile={origin.file !== undefined} />
        <h2 className="preview-name">{task.name}</h2>
        <Suspense fallback={<LoadingLines lines={8} />}>
          {isFile && origin.file !== undefined && (
            <CampaignFileSteps
              id={origin.file}
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
                submit={t('preview.setup.launch')}
                onSubmit={launch}
                onCancel={() => go('rules')}
              />
            </Card>
          )}
        </Suspense>
      </div>
    </Page>
  );
}
