import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { addressId, CampaignSteps, FoundCampaign } from '#features/outbound/campaigns/web/index.ts';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { aiTasksApi, type AiFlow, type AiTaskDetail, type AiTaskFields } from '../contract.ts';
import { aiSetupAddress, aiTaskAddress } from './address.ts';
import { AiSettings } from './parts/ai-settings.tsx';
import { aiSettingsOf, guessedValues } from './settings-of.ts';
import { useAiDetail, useAiSteps } from './use-ai-steps.ts';

/** Making a task goes on here: what the flow is told, then rules. */
export default function AiSetupPage() {
  const id = addressId(useParams()['id']);
  const read = useAiDetail(id);
  const flows = useEndpoint(aiTasksApi.flows, {}, { handlesFailures: true });
  if (flows.error && !flows.data) return <ErrorState error={flows.error} onRetry={() => void flows.refetch()} />;
  const known = flows.data;
  if (!known) return <LoadingPage />;
  return (
    <FoundCampaign id={id} read={read}>
      {(task) => <Setup task={task} flows={known} />}
    </FoundCampaign>
  );
}

function Setup({ task, flows }: { task: AiTaskDetail; flows: readonly AiFlow[] }) {
  const t = useText();
  const client = useQueryClient();
  const { id, version } = task;
  const flow = flows.find(({ flowId }) => flowId === task.flowId);
  const settings = aiSettingsOf(task);
  const guessed = (titles: readonly string[] | null): AiTaskFields =>
    flow ? { ...settings, flowValues: guessedValues(flow.attributes, withOwn(titles), settings.flowValues) } : settings;
  return (
    <CampaignSteps<AiTaskFields>
      task={task}
      steps={useAiSteps()}
      wantsTitles
      sections={[
        {
          step: 'flow',
          next: t('ai-tasks.setup.flow'),
          form: (stepForm, titles) => (
            <AiSettings
              settings={guessed(titles)}
              routeName={task.routeName}
              parts={['flow']}
              flows={flows}
              titles={titles}
              {...stepForm}
            />
          ),
        },
        {
          step: 'rules',
          next: t('ai-tasks.setup.rules'),
          form: (stepForm, titles) => (
            <AiSettings settings={settings} parts={['rules']} flows={flows} titles={titles} {...stepForm} />
          ),
        },
      ]}
      save={async (next) => {
        await call(aiTasksApi.edit, { id, settings: next, version });
        // The next step goes on from what is set now.
        await invalidate(aiTasksApi.detail, undefined, client);
      }}
      append={(source) => call(aiTasksApi.appendCustomers, { id, source })}
      launch={() => call(aiTasksApi.updateStatus, { id, move: 'launch' })}
      changed={() => Promise.all([aiTasksApi.page, aiTasksApi.detail].map((one) => invalidate(one, undefined, client)))}
      addressOf={(tab) => aiTaskAddress(id, tab)}
      setupAddress={aiSetupAddress}
    />
  );
}

/** Name and number are everybody’s, whatever the file has. */
const withOwn = (titles: readonly string[] | null): readonly string[] | null => titles && ['name', 'phone', ...titles];
