import { useState } from 'react';
import { campaignFieldsOf, withoutPastEnd, type CampaignFields } from '#features/outbound/campaigns/contract.ts';
import { addressId, CopiedCampaign, NewCampaign } from '#features/outbound/campaigns/web/index.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { call } from '#platform/web/call.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { previewApi, type PreviewTaskDetail } from '../contract.ts';
import { setupAddress } from './address.ts';
import { usePreviewSteps, useTaskDetail } from './use-preview-steps.ts';

type FirstSettings = { name: string } & Partial<CampaignFields>;

/** Where a task begins: its name, and where its customers come from. A copy begins with what is set of another. */
export default function NewTaskPage() {
  const from = addressId(useAddressQuery()[0].get('from') ?? '');
  const read = useTaskDetail(from);
  return (
    <CopiedCampaign id={from} read={read}>
      {(copied) => <Beginning key={copied?.id ?? 0} copied={copied} />}
    </CopiedCampaign>
  );
}

function Beginning({ copied }: { copied: PreviewTaskDetail | null }) {
  const t = useText();
  const format = useFormat();
  const steps = usePreviewSteps();
  const [begin] = useState(() => (copied ? withoutPastEnd(campaignFieldsOf(copied), Date.now()) : {}));
  return (
    <NewCampaign<FirstSettings>
      steps={steps}
      then="rules"
      title={t('preview.new.title')}
      copied={copied}
      usualName={() => t('preview.new.name', { date: format.dateTime(new Date()) })}
      settingsFor={(name) => ({ ...begin, name })}
      fileEndpoint={previewApi.create}
      create={async (settings, draft) => {
        const made = await call(previewApi.createFrom, { settings, ...draft });
        await invalidate(previewApi.page);
        return made;
      }}
      setupAddress={setupAddress}
    />
  );
}
