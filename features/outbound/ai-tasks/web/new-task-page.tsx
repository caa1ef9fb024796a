import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { withoutPastEnd } from '#features/outbound/campaigns/contract.ts';
import {
  CampaignBeginning,
  CampaignTemplates,
  draftOfOrigin,
  type CampaignOrigin,
} from '#features/outbound/campaigns/web/index.ts';
import { call } from '#platform/web/call.ts';
import { download } from '#platform/web/download.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { aiTasksApi, type AiFlow, type AiTaskDetail, type AiTaskFields } from '../contract.ts';
import { aiSetupAddress } from './address.ts';
import { AiTaskSetup } from './parts/ai-task-setup.tsx';
import { FlowTold } from './parts/flow-told.tsx';
import { NoFlowYet } from './parts/no-flow-yet.tsx';
import { aiSettingsOf, guessedValues } from './settings-of.ts';

type FirstSettings = Pick<AiTaskFields, 'name' | 'flowId' | 'flowValues'> & Partial<AiTaskFields>;

/** Where a task begins: its name, the flow that talks, and where its customers come from. A copy begins with what is set of another. */
export default function NewAiTaskPage() {
  const t = useText();
  const from = Number(useSearchParams()[0].get('from')) || null;
  const copied = useEndpoint(aiTasksApi.detail, { id: from ?? 0 }, { enabled: from !== null, handlesFailures: true });
  const flows = useEndpoint(aiTasksApi.flows, {}, { handlesFailures: true, staleMs: 0 });
  if (from !== null && copied.error)
    return <ErrorState error={copied.error} title={t('ai-tasks.gone')} onRetry={() => void copied.refetch()} />;
  if (flows.error && !flows.data) return <ErrorState error={flows.error} onRetry={() => void flows.refetch()} />;
  if (!flows.data || (from !== null && !copied.data)) return <LoadingPage />;
  if (flows.data.length === 0)
    return (
      <Page>
        <NoFlowYet />
      </Page>
    );
  return <Beginning key={from ?? 0} copied={copied.data ?? null} flows={flows.data} />;
}

function Beginning({ copied, flows }: { copied: AiTaskDetail | null; flows: readonly AiFlow[] }) {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const [flowId, setFlowId] = useState(() => {
    const known = flows.find((one) => one.flowId === copied?.flowId);
    return known ? known.flowId : flows.length === 1 ? flows[0]!.flowId : null;
  });
  const flow = flows.find((one) => one.flowId === flowId) ?? null;
  const [first] = useState(() =>
    copied
      ? t('ai-tasks.new.copyOf', { name: copied.name })
      : t('ai-tasks.new.name', { date: format.dateTime(new Date()) }),
  );
  const [begin] = useState(() => (copied ? withoutPastEnd(aiSettingsOf(copied), Date.now()) : {}));
  const settingsFor = (name: string, of: AiFlow): FirstSettings => ({
    ...begin,
    name,
    flowId: of.flowId,
    flowValues: guessedValues(of.attributes, null, copied?.flowId === of.flowId ? copied.flowValues : {}),
  });
  async function make(name: string, origin: CampaignOrigin): Promise<void> {
    if (!flow) return;
    const { id } = await call(aiTasksApi.createFrom, { settings: settingsFor(name, flow), ...draftOfOrigin(origin) });
    await invalidate(aiTasksApi.page);
    await navigate(aiSetupAddress(id, 'flow', origin));
  }
  return (
    <Page>
      <AiTaskSetup at="customers">
        <Card title={t(copied ? 'ai-tasks.new.copyTitle' : 'ai-tasks.new.title')}>
          <CampaignBeginning
            name={first}
            isReady={flow !== null}
            fileField={(name) => flow && <FileField settings={settingsFor(name, flow)} />}
            onWithout={make}
          >
            <NativeSelect
              required
              label={t('ai-tasks.field.flowId')}
              description={t('ai-tasks.flowHint')}
              data={[
                ...(flowId === null ? [{ value: '', label: t('ai-tasks.chooseFlow') }] : []),
                ...flows.map((one) => ({ value: String(one.flowId), label: one.flowName })),
              ]}
              value={flowId === null ? '' : String(flowId)}
              onChange={({ currentTarget: { value } }) => setFlowId(value === '' ? null : Number(value))}
            />
            {flow && <FlowTold flow={flow} />}
          </CampaignBeginning>
        </Card>
      </AiTaskSetup>
    </Page>
  );
}

function FileField({ settings }: { settings: FirstSettings }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <>
      <UploadField
        endpoint={aiTasksApi.create}
        input={{ settings: JSON.stringify(settings) }}
        label={t('campaigns.new.file')}
        hint={t('campaigns.new.fileHint')}
        onDone={(made) => void navigate(aiSetupAddress(made.id, 'columns', { from: 'file', fileId: made.import.id }))}
      />
      <CampaignTemplates fetchKind={(kind) => download(aiTasksApi.template, { flowId: settings.flowId, kind })} />
    </>
  );
}
