import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { conditionGroupsApi } from '#features/customers/condition-groups/contract.ts';
import { CAMPAIGN_NAME_MAX, campaignFieldsOf, type CampaignFields } from '#features/outbound/campaigns/contract.ts';
import { CampaignTemplates } from '#features/outbound/campaigns/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { fromWire } from '#platform/web/zone.ts';
import { previewApi, type PreviewTaskDetail } from '../contract.ts';
import { setupAddress } from './address.ts';
import { SetupSteps } from './parts/setup-steps.tsx';
import './preview.css';

const sources = ['file', 'condition', 'later'] as const;
type Source = (typeof sources)[number];
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

/** An end that is over is not copied: the server takes none. */
function copyOf(task: PreviewTaskDetail): CampaignFields {
  const settings = campaignFieldsOf(task);
  const isOver = settings.expiresAt !== null && fromWire(settings.expiresAt).getTime() <= Date.now();
  return isOver ? { ...settings, expiresAt: null } : settings;
}

function Beginning({ copied }: { copied: PreviewTaskDetail | null }) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const offered = sources.filter(
    (one) => one === 'later' || can(one === 'file' ? 'campaigns.edit' : 'condition-groups.use'),
  );
  const [source, setSource] = useState<Source>(offered[0]!);
  const [name, setName] = useState(() =>
    (copied
      ? t('preview.new.copyOf', { name: copied.name })
      : t('preview.new.name', { date: format.dateTime(new Date()) })
    ).slice(0, CAMPAIGN_NAME_MAX),
  );
  const settings: FirstSettings = { ...(copied ? copyOf(copied) : {}), name: name.trim() };
  const isNamed = settings.name !== '';
  return (
    <Page>
      <div className="preview-setup">
        <SetupSteps at="file" withFile={source === 'file'} />
        <Card title={t(copied ? 'preview.new.copyTitle' : 'preview.new.title')}>
          <div className="form">
            <TextInput
              required
              label={t('preview.field.name')}
              maxLength={CAMPAIGN_NAME_MAX}
              value={name}
              error={isNamed ? undefined : t('ui.form.required')}
              onChange={({ currentTarget: { value } }) => setName(value)}
            />
            <Choice
              label={t('preview.new.source')}
              value={source}
              options={offered.map((value) => ({ value, label: t(`preview.new.source.${value}`) }))}
              onChange={setSource}
            />
            {isNamed && source === 'file' && <FromFile settings={settings} />}
            {isNamed && source !== 'file' && <WithoutFile key={source} settings={settings} source={source} />}
          </div>
        </Card>
      </div>
    </Page>
  );
}

function FromFile({ settings }: { settings: FirstSettings }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <>
      <UploadField
        endpoint={previewApi.create}
        input={{ settings: JSON.stringify(settings) }}
        label={t('preview.new.file')}
        hint={t('preview.new.fileHint')}
        onDone={(made) => void navigate(setupAddress(made.id, 'columns', { file: made.import.id }))}
      />
      <Suspense>
        <CampaignTemplates />
      </Suspense>
    </>
  );
}

function WithoutFile({ settings, source }: { settings: FirstSettings; source: 'condition' | 'later' }) {
  const t = useText();
  const navigate = useNavigate();
  const may = useCan()('condition-groups.use');
  const isSaved = source === 'condition';
  const saved = useEndpoint(conditionGroupsApi.list, {}, { enabled: may && isSaved, handlesFailures: true }).data;
  const [chosen, setChosen] = useState('');
  const make = useCommand(previewApi.createFrom, {
    invalidates: [previewApi.page],
    onDone: ({ id }) => void navigate(setupAddress(id, 'rules', isSaved ? { condition: Number(chosen) } : {})),
  });
  return (
    <>
      {isSaved ? (
        <NativeSelect
          label={t('preview.new.condition')}
          description={saved?.length === 0 ? t('preview.new.noCondition') : undefined}
          data={[
            { value: '', label: t('preview.new.chooseCondition') },
            ...(saved ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={chosen}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
      ) : (
        <p className="preview-hint">{t('preview.new.laterHint')}</p>
      )}
      <div className="form-buttons">
        <Button disabled={isSaved && chosen === ''} loading={make.isPending} onClick={() => make.mutate({ settings })}>
          {t('preview.next')}
        </Button>
      </div>
    </>
  );
}
