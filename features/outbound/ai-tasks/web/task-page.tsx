import { Alert, Button } from '@mantine/core';
import { UserRoundPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import {
  addressId,
  CampaignDeeds,
  CampaignHead,
  CampaignStatus,
  EditedCampaign,
  FoundCampaign,
  MoreCustomers,
} from '#features/outbound/campaigns/web/index.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { call } from '#platform/web/call.ts';
import { download } from '#platform/web/download.ts';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { aiTasksApi, type AiTaskDetail, type AiTaskFields } from '../contract.ts';
import { aiSetupAddress, aiTaskAddress } from './address.ts';
import { AiSettings } from './parts/ai-settings.tsx';
import { AiCustomersTab } from './parts/customers-tab.tsx';
import { AiCallsTab } from './parts/calls-tab.tsx';
import { AiFiguresTab } from './parts/figures-tab.tsx';
import { AiLiveTab } from './parts/live-tab.tsx';
import { useAiDeeds } from './parts/use-ai-deeds.ts';
import { aiSettingsOf } from './settings-of.ts';
import { useAiDetail } from './use-ai-steps.ts';
import './ai-tasks.css';

const tabs = ['live', 'customers', 'calls', 'figures', 'more', 'settings'] as const;
type Tab = (typeof tabs)[number];
const forEditors: readonly Tab[] = ['more', 'settings'];

/** One task: what it does now, its customers and calls with what came of them, its figures, more customers, and what is set. */
export default function AiTaskPage() {
  const id = addressId(useParams()['id']);
  const read = useAiDetail(id);
  return (
    <FoundCampaign id={id} read={read}>
      {(task) => <Task key={task.id} task={task} />}
    </FoundCampaign>
  );
}

function Task({ task }: { task: AiTaskDetail }) {
  const t = useText();
  const mayEdit = useCan()('ai-tasks.edit');
  const navigate = useNavigate();
  const [query] = useAddressQuery();
  const shown = tabs.filter((one) => mayEdit || !forEditors.includes(one));
  // What goes on is looked at first while something does; a tab does not change by itself afterwards.
  const [first] = useState<Tab>(task.state === 'running' ? 'live' : 'customers');
  const tab = shown.find((one) => one === query.get('tab')) ?? first;
  return (
    <Page>
      <TaskHead task={task} mayEdit={mayEdit} />
      <div className="campaign-tabs">
        <Choice
          label={t('ai-tasks.task.parts')}
          value={tab}
          options={shown.map((value) => ({ value, label: t(`ai-tasks.tab.${value}`) }))}
          onChange={(next) => void navigate(aiTaskAddress(task.id, next), { replace: true })}
        />
      </div>
      <Suspense fallback={<LoadingLines lines={6} />}>
        {tab === 'live' && <AiLiveTab task={task} mayEdit={mayEdit} />}
        {tab === 'customers' && <AiCustomersTab task={task} mayEdit={mayEdit} />}
        {tab === 'calls' && <AiCallsTab task={task} mayEdit={mayEdit} />}
        {tab === 'figures' && <AiFiguresTab id={task.id} />}
        {tab === 'more' && <More task={task} />}
        {tab === 'settings' && <Settings task={task} />}
      </Suspense>
    </Page>
  );
}

function TaskHead({ task, mayEdit }: { task: AiTaskDetail; mayEdit: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const deeds = useAiDeeds(task);
  const mayDesign = useCan()('flows.view');
  const { id, name, note, customers, completed, flowName, isFlowPublished } = task;
  return (
    <>
      <CampaignHead
        name={name}
        note={note}
        status={
          <>
            <CampaignStatus {...task} />
            <small className="ai-task-flow">{t('ai-tasks.talks', { flow: flowName })}</small>
          </>
        }
        customers={customers}
        completed={completed}
      >
        {mayEdit && (
          <CampaignDeeds look="head" {...deeds}>
            {task.state === 'draft' && (
              <Button variant="default" onClick={() => void navigate(aiSetupAddress(id, 'flow'))}>
                {t('ai-tasks.task.goOn')}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<UserRoundPlus size={15} aria-hidden />}
              onClick={() => void navigate(aiTaskAddress(id, 'more'))}
            >
              {t('ai-tasks.tab.more')}
            </Button>
          </CampaignDeeds>
        )}
      </CampaignHead>
      {!isFlowPublished && (
        <Alert color="orange" mb={12} title={t('ai-tasks.flowGone')}>
          {t('ai-tasks.flowGoneHint')} {mayDesign && <Link to="/robot/flows">{t('ai-tasks.toFlows')}</Link>}
        </Alert>
      )}
    </>
  );
}

function More({ task: { id, flowId } }: { task: AiTaskDetail }) {
  return (
    <MoreCustomers
      campaignId={id}
      append={(source) => call(aiTasksApi.appendCustomers, { id, source })}
      templates={{ fetchKind: (kind) => download(aiTasksApi.template, { flowId, kind }) }}
    />
  );
}

function Settings({ task }: { task: AiTaskDetail }) {
  const { id } = task;
  const flows = useEndpoint(aiTasksApi.flows, {}, { handlesFailures: true });
  // The columns of a list are those of its customers; where they cannot be asked for, the flow's own names do.
  const some = useEndpoint(aiTasksApi.customers, { id, page: 1, size: 1 }, { handlesFailures: true });
  if (flows.error && !flows.data) return <ErrorState error={flows.error} onRetry={() => void flows.refetch()} />;
  const known = flows.data;
  if (!known || !(some.data ?? some.error)) return <LoadingLines lines={6} />;
  const titles = Object.keys(some.data?.list[0]?.columns ?? {});
  return (
    <EditedCampaign<AiTaskDetail, AiTaskFields>
      task={task}
      write={(settings, version) => call(aiTasksApi.edit, { id, settings, version })}
      read={() => call(aiTasksApi.detail, { id })}
      changed={() => Promise.all([invalidate(aiTasksApi.detail), invalidate(aiTasksApi.page)])}
    >
      {(base, onSubmit) => (
        <AiSettings
          settings={aiSettingsOf(base)}
          routeName={base.routeName}
          parts={['name', 'flow', 'rules']}
          flows={known}
          titles={titles.length > 0 ? titles : null}
          onlyWhenDirty
          onSubmit={onSubmit}
        />
      )}
    </EditedCampaign>
  );
}
