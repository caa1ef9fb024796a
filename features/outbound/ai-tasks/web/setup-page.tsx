import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { campaignsApi, type DraftOrigin } from '#features/outbound/campaigns/contract.ts';
import {
  addressId,
  bringCustomers,
  CampaignFileSteps,
  useOrigin,
  type CampaignOrigin,
} from '#features/outbound/campaigns/web/index.ts';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines, LoadingPage } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/errors.ts';
import { aiTasksApi, type AiFlow, type AiTaskDetail, type AiTaskFields } from '../contract.ts';
import { aiSetupAddress, aiSetupSteps, aiTaskAddress, type AiSetupStep } from './address.ts';
import { AiSettings } from './parts/ai-settings.tsx';
import { AiTaskSetup } from './parts/ai-task-setup.tsx';
import { aiSettingsOf, guessedValues } from './settings-of.ts';
import '#platform/web/ui/form/form.css';

/** Making a task goes on here: the address says how far it is, so that whoever comes back goes on from there. */
export default function AiSetupPage() {
  const t = useText();
  const id = addressId(useParams()['id']);
  const { data, error, refetch } = useEndpoint(
    aiTasksApi.detail,
    { id: id ?? 0 },
    { enabled: id !== null, handlesFailures: true, staleMs: 0 },
  );
  const flows = useEndpoint(aiTasksApi.flows, {}, { handlesFailures: true });
  if (id === null) return <ErrorState error={new Failure('notFound')} title={t('ai-tasks.gone')} />;
  const failed = error ?? flows.error;
  if (failed && !(data && flows.data))
    return (
      <ErrorState
        error={failed}
        {...(error ? { title: t('ai-tasks.gone') } : {})}
        onRetry={() => void Promise.all([refetch(), flows.refetch()])}
      />
    );
  return data && flows.data ? <Setup task={data} flows={flows.data} /> : <LoadingPage />;
}

function useStep(draftOf: DraftOrigin | null): { step: AiSetupStep; origin: CampaignOrigin } {
  const [query] = useSearchParams();
  const asked = aiSetupSteps.find((one) => one === query.get('step')) ?? 'flow';
  const { origin, isUnread } = useOrigin(draftOf);
  if (isUnread) return { step: 'columns', origin };
  const isOfFile = asked === 'columns' || asked === 'check';
  return { step: asked === 'customers' || (isOfFile && origin.from !== 'file') ? 'flow' : asked, origin };
}

function Setup({ task, flows }: { task: AiTaskDetail; flows: readonly AiFlow[] }) {
  const t = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { step, origin } = useStep(task.draftOf);
  const go = (next: AiSetupStep) => void navigate(aiSetupAddress(task.id, next, origin));
  const save = async (settings: AiTaskFields) => {
    await call(aiTasksApi.edit, { id: task.id, settings, version: task.version });
    // The next step goes on from what is set now.
    await invalidate(aiTasksApi.detail, undefined, client);
  };
  async function launch(settings: AiTaskFields): Promise<void> {
    await save(settings);
    await bringCustomers(origin, (source) => call(aiTasksApi.appendCustomers, { id: task.id, source }));
    // Once its customers are in, a task launches itself: whoever comes second finds it done.
    await call(aiTasksApi.updateStatus, { id: task.id, move: 'launch' }).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.name !== 'conflict') throw error;
    });
    await Promise.all([aiTasksApi.page, aiTasksApi.detail].map((one) => invalidate(one, undefined, client)));
    void navigate(aiTaskAddress(task.id), { replace: true });
  }
  const fileId = origin.from === 'file' ? origin.fileId : null;
  const isFile = fileId !== null && (step === 'columns' || step === 'check');
  const { data: file, error: unread } = useEndpoint(
    campaignsApi.importPreview,
    { id: fileId ?? 0 },
    { enabled: fileId !== null, handlesFailures: true },
  );
  const isRead = file !== undefined && file.import.state !== 'uploaded';
  const titles = file?.columns.map(({ title }) => title.trim()).filter((title) => title !== '') ?? null;
  const flow = flows.find(({ flowId }) => flowId === task.flowId);
  const settings = aiSettingsOf(task);
  const guessed = flow
    ? { ...settings, flowValues: guessedValues(flow.attributes, withOwn(titles), settings.flowValues) }
    : settings;
  return (
    <Page>
      <AiTaskSetup at={isFile && isRead ? 'check' : step} name={task.name} withFile={fileId !== null}>
        <Suspense fallback={<LoadingLines lines={8} />}>
          {isFile && (
            <CampaignFileSteps
              id={fileId}
              onChecked={{ label: t('ai-tasks.setup.flow'), run: () => go('flow') }}
              onCancelled={() => void navigate(aiTaskAddress(task.id, 'more'))}
            />
          )}
          {step === 'flow' && (fileId === null || file || unread) && (
            <Card title={t('ai-tasks.step.flow')}>
              <AiSettings
                key={`flow ${task.version}`}
                settings={guessed}
                routeName={task.routeName}
                parts={['flow']}
                flows={flows}
                titles={titles}
                submit={t('ai-tasks.setup.rules')}
                onSubmit={async (next) => (await save(next), go('rules'))}
              />
            </Card>
          )}
          {step === 'rules' && (
            <Card title={t('ai-tasks.step.rules')}>
              <AiSettings
                key="rules"
                settings={settings}
                parts={['rules']}
                flows={flows}
                titles={titles}
                submit={t('ai-tasks.setup.launch')}
                onSubmit={launch}
                onCancel={() => go('flow')}
              />
            </Card>
          )}
        </Suspense>
      </AiTaskSetup>
    </Page>
  );
}

/** Name and number are everybody’s, whatever the file has. */
const withOwn = (titles: readonly string[] | null): readonly string[] | null => titles && ['name', 'phone', ...titles];
