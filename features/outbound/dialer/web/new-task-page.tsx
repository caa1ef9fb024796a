import { useState } from 'react';
import { withoutPastEnd, type DialerFields } from '#features/outbound/campaigns/contract.ts';
import { addressId, CopiedCampaign, NewCampaign } from '#features/outbound/campaigns/web/index.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { call } from '#platform/web/call.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { dialerApi, type DialerTaskDetail } from '../contract.ts';
import { dialerSetupAddress } from './address.ts';
import { settingsOf } from './settings-of.ts';
import { useDialerDetail, useDialerSteps } from './use-dialer-steps.ts';

type FirstSettings = { name: string } & Partial<DialerFields>;

/** Where a task begins: its name, and where its customers come from. A copy begins with what is set of another. */
export default function NewDialerTaskPage() {
  const from = addressId(useAddressQuery()[0].get('from') ?? '');
  const read = useDialerDetail(from);
  return (
    <CopiedCampaign id={from} read={read}>
      {(copied) => <Beginning key={copied?.id ?? 0} copied={copied} />}
    </CopiedCampaign>
  );
}

function Beginning({ copied }: { copied: DialerTaskDetail | null }) {
  const t = useText();
  const format = useFormat();
  const steps = useDialerSteps();
  const [begin] = useState(() => (copied ? withoutPastEnd(settingsOf(copied), Date.now()) : {}));
  return (
    <NewCampaign<FirstSettings>
      steps={steps}
      then="rules"
      title={t('dialer.new.title')}
      copied={copied}
      usualName={() => t('dialer.new.name', { date: format.dateTime(new Date()) })}
      settingsFor={(name) => ({ ...begin, name })}
      fileEndpoint={dialerApi.create}
      create={async (settings, draft) => {
        const made = await call(dialerApi.createFrom, { settings, ...draft });
        await invalidate(dialerApi.page);
        return made;
      }}
      setupAddress={dialerSetupAddress}
    />
  );
}
