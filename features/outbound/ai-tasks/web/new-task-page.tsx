import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { withoutPastEnd } from '#features/outbound/campaigns/contract.ts';
import { addressId, CopiedCampaign, NewCampaign } from '#features/outbound/campaigns/web/index.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { call } from '#platform/web/call.ts';
import { download } from '#platform/web/download.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { aiTasksApi, type AiFlow, type AiTaskDetail, type AiTaskFields } from '../contract.ts';
import { aiSetupAddress } from './address.ts';
import { FlowSummary } from './parts/flow-summary.tsx';
import { NoFlowYet } from './parts/no-flow-yet.tsx';
import { aiSettingsOf, guessedValues } from './settings-of.ts';
import { useAiDetail, useAiSteps } from './use-ai-steps.ts';

type FirstSettings = Pick<AiTaskFields, 'name' | 'flowId' | 'flowValues'> & Partial<AiTaskFields>;

/** Where a task begins: its name, the flow that talks, and where its customers come from. A copy begins with what is set of another. */
export default function NewAiTaskPage() {
  const from = addressId(useAddressQuery()[0].get('from') ?? '');
  const read = useAiDetail(from);
  const flows = useEndpoint(aiTasksApi.flows, {}, { handlesFailures: true, staleMs: 0 });
  if (flows.error && !flows.data) return <ErrorState error={flows.error} onRetry={() => void flows.refetch()} />;
  if (!flows.data) return <LoadingPage />;
  if (flows.data.length === 0)
    return (
      <Page>
        <NoFlowYet />
      </Page>
    );
  return (
    <CopiedCampaign id={from} read={read}>
      {(copied) => <Beginning key={copied?.id ?? 0} copied={copied} flows={flows.data} />}
    </CopiedCampaign>
  );
}

function Beginning({ copied, flows }: { copied: AiTaskDetail | null; flows: readonly AiFlow[] }) {
  const t = useText();
  const format = useFormat();
  const steps = useAiSteps();
  const [flowId, setFlowId] = useState(() => {
    const known = flows.find((one) => one.flowId === copied?.flowId);
    return known ? known.flowId : flows.length === 1 ? flows[0]!.flowId : null;
  });
  const flow = flows.find((one) => one.flowId === flowId) ?? null;
  const [begin] = useState(() => (copied ? withoutPastEnd(aiSettingsOf(copied), Date.now()) : {}));
  const settingsFor = (name: string): FirstSettings | null =>
    flow && {
      ...begin,
      name,
      flowId: flow.flowId,
      flowValues: guessedValues(flow.attributes, null, copied?.flowId === flow.flowId ? copied.flowValues : {}),
    };
  return (
    <NewCampaign<FirstSettings>
      steps={steps}
      then="flow"
      title={t('ai-tasks.new.title')}
      copied={copied}
      usualName={() => t('ai-tasks.new.name', { date: format.dateTime(new Date()) })}
      settingsFor={settingsFor}
      fileEndpoint={aiTasksApi.create}
      create={async (settings, draft) => {
        const made = await call(aiTasksApi.createFrom, { settings, ...draft });
        await invalidate(aiTasksApi.page);
        return made;
      }}
      setupAddress={aiSetupAddress}
      fetchTemplate={(settings, kind) => download(aiTasksApi.template, { flowId: settings.flowId, kind })}
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
      {flow && <FlowSummary flow={flow} />}
    </NewCampaign>
  );
}
