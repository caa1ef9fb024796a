import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { withoutPastEnd, type DialerFields } from '#features/outbound/campaigns/contract.ts';
import {
  CampaignBeginning,
  CampaignTemplates,
  draftOfOrigin,
  type CampaignOrigin,
} from '#features/outbound/campaigns/web/index.ts';
import { call } from '#platform/web/call.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { dialerApi, type DialerTaskDetail } from '../contract.ts';
import { dialerSetupAddress } from './address.ts';
import { DialerSetup } from './parts/dialer-setup.tsx';
import { settingsOf } from './settings-of.ts';

type FirstSettings = { name: string } & Partial<DialerFields>;

/** Where a task begins: its name, and where its customers come from. A copy begins with what is set of another. */
export default function NewDialerTaskPage() {
  const t = useText();
  const from = Number(useSearchParams()[0].get('from')) || null;
  const copied = useEndpoint(dialerApi.detail, { id: from ?? 0 }, { enabled: from !== null, handlesFailures: true });
  if (from !== null && copied.error)
    return <ErrorState error={copied.error} title={t('dialer.gone')} onRetry={() => void copied.refetch()} />;
  if (from !== null && !copied.data) return <LoadingPage />;
  return <Beginning key={from ?? 0} copied={copied.data ?? null} />;
}

function Beginning({ copied }: { copied: DialerTaskDetail | null }) {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const [first] = useState(() =>
    copied
      ? t('dialer.new.copyOf', { name: copied.name })
      : t('dialer.new.name', { date: format.dateTime(new Date()) }),
  );
  const [begin] = useState(() => (copied ? withoutPastEnd(settingsOf(copied), Date.now()) : {}));
  const settingsFor = (name: string): FirstSettings => ({ ...begin, name });
  async function make(name: string, origin: CampaignOrigin): Promise<void> {
    const { id } = await call(dialerApi.createFrom, { settings: settingsFor(name), ...draftOfOrigin(origin) });
    await invalidate(dialerApi.page);
    await navigate(dialerSetupAddress(id, 'rules', origin));
  }
  return (
    <Page>
      <DialerSetup at="customers">
        <Card title={t(copied ? 'dialer.new.copyTitle' : 'dialer.new.title')}>
          <CampaignBeginning
            name={first}
            fileField={(name) => <FileField settings={settingsFor(name)} />}
            onWithout={make}
          />
        </Card>
      </DialerSetup>
    </Page>
  );
}

function FileField({ settings }: { settings: FirstSettings }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <>
      <UploadField
        endpoint={dialerApi.create}
        input={{ settings: JSON.stringify(settings) }}
        label={t('campaigns.new.file')}
        hint={t('campaigns.new.fileHint')}
        onDone={(made) =>
          void navigate(dialerSetupAddress(made.id, 'columns', { from: 'file', fileId: made.import.id }))
        }
      />
      <CampaignTemplates />
    </>
  );
}
