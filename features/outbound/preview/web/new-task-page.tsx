import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { campaignFieldsOf, withoutPastEnd, type CampaignFields } from '#features/outbound/campaigns/contract.ts';
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
import { previewApi, type PreviewTaskDetail } from '../contract.ts';
import { setupAddress } from './address.ts';
import { TaskSetup } from './parts/task-setup.tsx';

type FirstSettings = { name: string } & Partial<CampaignFields>;

/** Where a task begins: its name, and where its customers come from. A copy begins with what is set of another. */
export default function NewTaskPage() {
  const t = useText();
  const from = Number(useSearchParams()[0].get('from')) || null;
  const copied = useEndpoint(previewApi.detail, { id: from ?? 0 }, { enabled: from !== null, handlesFailures: true });
  if (from !== null && copied.error)
    return <ErrorState error={copied.error} title={t('preview.gone')} onRetry={() => void copied.refetch()} />;
  if (from !== null && !copied.data) return <LoadingPage />;
  return <Beginning key={from ?? 0} copied={copied.data ?? null} />;
}

function Beginning({ copied }: { copied: PreviewTaskDetail | null }) {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const [first] = useState(() =>
    copied
      ? t('preview.new.copyOf', { name: copied.name })
      : t('preview.new.name', { date: format.dateTime(new Date()) }),
  );
  const [begin] = useState(() => (copied ? withoutPastEnd(campaignFieldsOf(copied), Date.now()) : {}));
  const settingsFor = (name: string): FirstSettings => ({ ...begin, name });
  async function make(name: string, origin: CampaignOrigin): Promise<void> {
    const { id } = await call(previewApi.createFrom, { settings: settingsFor(name), ...draftOfOrigin(origin) });
    await invalidate(previewApi.page);
    await navigate(setupAddress(id, 'rules', origin));
  }
  return (
    <Page>
      <TaskSetup at="file">
        <Card title={t(copied ? 'preview.new.copyTitle' : 'preview.new.title')}>
          <CampaignBeginning
            name={first}
            fileField={(name) => <FileField settings={settingsFor(name)} />}
            onWithout={make}
          />
        </Card>
      </TaskSetup>
    </Page>
  );
}

function FileField({ settings }: { settings: FirstSettings }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <>
      <UploadField
        endpoint={previewApi.create}
        input={{ settings: JSON.stringify(settings) }}
        label={t('campaigns.new.file')}
        hint={t('campaigns.new.fileHint')}
        onDone={(made) => void navigate(setupAddress(made.id, 'columns', { from: 'file', fileId: made.import.id }))}
      />
      <CampaignTemplates />
    </>
  );
}
