import { useParams } from 'react-router';
import { campaignFieldsOf, type CampaignFields } from '#features/outbound/campaigns/contract.ts';
import { addressId, CampaignSettings, CampaignSteps, FoundCampaign } from '#features/outbound/campaigns/web/index.ts';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { previewApi, type PreviewTaskDetail } from '../contract.ts';
import { setupAddress, taskAddress } from './address.ts';
import { usePreviewSteps, useTaskDetail } from './use-preview-steps.ts';

/** Making a task goes on here: rules, then people. */
export default function SetupPage() {
  const id = addressId(useParams()['id']);
  const read = useTaskDetail(id);
  return (
    <FoundCampaign id={id} read={read}>
      {(task) => <Setup task={task} />}
    </FoundCampaign>
  );
}

function Setup({ task }: { task: PreviewTaskDetail }) {
  const t = useText();
  const { id, version } = task;
  const choices = useEndpoint(previewApi.choices, {}, { handlesFailures: true, staleMs: 60_000 });
  const settings = campaignFieldsOf(task);
  return (
    <CampaignSteps<CampaignFields>
      task={task}
      steps={usePreviewSteps()}
      sections={[
        {
          step: 'rules',
          next: t('preview.setup.rules'),
          form: (stepForm) => <CampaignSettings settings={settings} parts={['rules']} {...stepForm} />,
        },
        {
          step: 'people',
          next: t('preview.setup.people'),
          form: (stepForm) => (
            <CampaignSettings
              settings={settings}
              parts={['people']}
              people={{ routes: choices.data?.routes ?? [] }}
              {...stepForm}
            />
          ),
        },
      ]}
      save={async (next) => {
        await call(previewApi.updateInfo, { id, settings: next, version });
        await invalidate(previewApi.detail);
      }}
      append={(source) => call(previewApi.appendCustomers, { id, source })}
      launch={() => call(previewApi.updateStatus, { id, move: 'launch' })}
      changed={() => Promise.all([invalidate(previewApi.page), invalidate(previewApi.detail)])}
      addressOf={(tab) => taskAddress(id, tab)}
      setupAddress={setupAddress}
    />
  );
}
