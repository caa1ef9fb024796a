import { Button } from '@mantine/core';
import { FileDown, UserRoundPlus, UsersRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { campaignFieldsOf, type CampaignFields } from '#features/outbound/campaigns/contract.ts';
import {
  addressId,
  CampaignDeeds,
  CampaignHead,
  CampaignSettings,
  EditedCampaign,
  FoundCampaign,
  MoreCustomers,
} from '#features/outbound/campaigns/web/index.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { call } from '#platform/web/call.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { PreviewState } from '#shared/codes/preview-state.ts';
import { previewApi, type PreviewTaskDetail } from '../contract.ts';
import { setupAddress, taskAddress } from './address.ts';
import { AssignDialog } from './parts/assign-dialog.tsx';
import { CustomersTab } from './parts/customers-tab.tsx';
import { StatisticsTab } from './parts/statistics-tab.tsx';
import { TaskStateBadge } from './parts/task-state-badge.tsx';
import { useTaskDeeds } from './parts/use-task-deeds.ts';
import { useTaskDetail } from './use-preview-steps.ts';
import './preview.css';

const tabs = ['customers', 'statistics', 'more', 'settings'] as const;
type Tab = (typeof tabs)[number];
const forEditors: readonly Tab[] = ['more', 'settings'];

/** One task: its customers with what came of them, its figures, more customers, and what is set. */
export default function TaskPage() {
  const id = addressId(useParams()['id']);
  const read = useTaskDetail(id);
  return (
    <FoundCampaign id={id} read={read}>
      {(task) => <Task key={task.id} task={task} />}
    </FoundCampaign>
  );
}

function Task({ task }: { task: PreviewTaskDetail }) {
  const t = useText();
  const mayEdit = useCan()('preview.edit');
  const navigate = useNavigate();
  const [query] = useAddressQuery();
  const shown = tabs.filter((one) => mayEdit || !forEditors.includes(one));
  const tab = shown.find((one) => one === query.get('tab')) ?? 'customers';
  return (
    <Page>
      <TaskHead task={task} mayEdit={mayEdit} />
      <div className="campaign-tabs">
        <Choice
          label={t('preview.task.parts')}
          value={tab}
          options={shown.map((value) => ({ value, label: t(`preview.tab.${value}`) }))}
          onChange={(next) => void navigate(taskAddress(task.id, next), { replace: true })}
        />
      </div>
      {tab === 'customers' && <CustomersTab task={task} mayEdit={mayEdit} />}
      {tab === 'statistics' && <StatisticsTab id={task.id} />}
      <Suspense fallback={<LoadingLines lines={6} />}>
        {tab === 'more' && <More task={task} />}
        {tab === 'settings' && <Settings task={task} />}
      </Suspense>
    </Page>
  );
}

function TaskHead({ task, mayEdit }: { task: PreviewTaskDetail; mayEdit: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const deeds = useTaskDeeds(task);
  const counts = { customers: task.customers, completed: task.completed };
  const [isAssigning, setAssigning] = useState(false);
  const [isFetching, setFetching] = useState(false);
  const write = async () => {
    setFetching(true);
    try {
      if (await download(previewApi.export, { id: task.id, kind: 'xlsx' })) void toastExportBegun();
    } catch (error) {
      handleFailure(error);
    } finally {
      setFetching(false);
    }
  };
  const isDraft = task.state === PreviewState.notLaunched;
  const file = (
    <Button
      variant="default"
      loading={isFetching}
      disabled={task.customers === 0}
      leftSection={<FileDown size={15} aria-hidden />}
      onClick={() => void write()}
    >
      {t('ui.export')}
    </Button>
  );
  return (
    <CampaignHead name={task.name} note={task.note} status={<TaskStateBadge {...task} />} {...counts}>
      {mayEdit ? (
        <CampaignDeeds look="head" {...deeds}>
          {isDraft && (
            <Button variant="default" onClick={() => void navigate(setupAddress(task.id, 'rules'))}>
              {t('preview.task.goOn')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<UserRoundPlus size={15} aria-hidden />}
            onClick={() => void navigate(taskAddress(task.id, 'more'))}
          >
            {t('preview.tab.more')}
          </Button>
          {task.customers > 0 && (
            <Button
              variant="default"
              leftSection={<UsersRound size={15} aria-hidden />}
              onClick={() => setAssigning(true)}
            >
              {t('preview.assign')}
            </Button>
          )}
          {file}
        </CampaignDeeds>
      ) : (
        file
      )}
      {isAssigning && <AssignDialog task={task} onClose={() => setAssigning(false)} />}
    </CampaignHead>
  );
}

function More({ task: { id } }: { task: PreviewTaskDetail }) {
  return <MoreCustomers campaignId={id} append={(source) => call(previewApi.appendCustomers, { id, source })} />;
}

function Settings({ task }: { task: PreviewTaskDetail }) {
  const { id } = task;
  const choices = useEndpoint(previewApi.choices, {}, { handlesFailures: true, staleMs: 60_000 });
  return (
    <EditedCampaign<PreviewTaskDetail, CampaignFields>
      task={task}
      write={(settings, version) => call(previewApi.updateInfo, { id, settings, version })}
      read={() => call(previewApi.detail, { id })}
      changed={() => Promise.all([invalidate(previewApi.detail), invalidate(previewApi.page)])}
    >
      {(base, onSubmit) => (
        <CampaignSettings
          settings={campaignFieldsOf(base)}
          parts={['name', 'rules', 'people']}
          people={{ routes: choices.data?.routes ?? [] }}
          onlyWhenDirty
          onSubmit={onSubmit}
        />
      )}
    </EditedCampaign>
  );
}
