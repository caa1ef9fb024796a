import { useParams } from 'react-router';
import type { DialerFields } from '#features/outbound/campaigns/contract.ts';
import { addressId, CampaignSteps, FoundCampaign } from '#features/outbound/campaigns/web/index.ts';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { dialerApi, type DialerTaskDetail } from '../contract.ts';
import { dialerAddress, dialerSetupAddress } from './address.ts';
import { DialerSettings } from './parts/dialer-settings.tsx';
import { settingsOf } from './settings-of.ts';
import { useDialerDetail, useDialerSteps } from './use-dialer-steps.ts';

/** Making a task goes on here: rules, how it dials, then people. */
export default function DialerSetupPage() {
  const id = addressId(useParams()['id']);
  const read = useDialerDetail(id);
  return (
    <FoundCampaign id={id} read={read}>
      {(task) => <Setup task={task} />}
    </FoundCampaign>
  );
}

function Setup({ task }: { task: DialerTaskDetail }) {
  const t = useText();
  const { id, version } = task;
  return (
    <CampaignSteps<DialerFields>
      task={task}
      steps={useDialerSteps()}
      sections={(['rules', 'dialling', 'people'] as const).map((step) => ({
        step,
        next: t(`dialer.setup.${step}`),
        form: (stepForm) => (
          <DialerSettings settings={settingsOf(task)} routeName={task.routeName} parts={[step]} {...stepForm} />
        ),
      }))}
      save={async (settings) => {
        await call(dialerApi.updateInfo, { id, settings, version });
        await invalidate(dialerApi.detail);
      }}
      append={(source) => call(dialerApi.appendCustomers, { id, source })}
      launch={() => call(dialerApi.updateStatus, { id, move: 'launch' })}
      changed={() => Promise.all([invalidate(dialerApi.page), invalidate(dialerApi.detail)])}
      addressOf={(tab) => dialerAddress(id, tab)}
      setupAddress={dialerSetupAddress}
    />
  );
}
