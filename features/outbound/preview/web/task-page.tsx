import { Button } from '@mantine/core';
import { FileDown, UserRoundPlus, UsersRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { campaignFieldsOf } from '#features/outbound/campaigns/contract.ts';
import {
  addressId,
  CampaignDeeds,
  CampaignHead,
  CampaignSettings,
  MoreCustomers,
} from '#features/outbound/campaigns/web/index.ts';
import { call } from '#platform/web/call.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines, LoadingPage } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { PreviewState } from '#shared/codes/preview-state.ts';
import { Failure } from '#shared/errors.ts';
import { previewApi, type PreviewTaskDetail } from '../contract.ts';
import { setupAddress, taskAddress } from './address.ts';
import { AssignDialog } from './parts/assign-dialog.tsx';
import { CustomersTab } from './parts/customers-tab.tsx';
import { StatisticsTab } from './parts/statistics-tab.tsx';
import { TaskStateBadge } from './parts/task-state-badge.tsx';
import { useTaskDeeds } from './parts/use-task-deeds.ts';
import './preview.css';

const tabs = ['customers', 'statistics', 'more', 'settings'] as const;
type Tab = (typeof tabs)[number];
const forEditors: readonly Tab[] = ['more', 'settings'];

/** One task: its customers with what came of them, its figures, more customers, and what is set. */
export default function TaskPage() {
  const t = useText();
  const id = addressId(useParams()['id']);
  const { data, error, refetch } = useEndpoint(
    previewApi.detail,
    { id: id ?? 0 },
    { handlesFailures: true, enabled: id !== null },
  );
  if (id === null) return <ErrorState error={new Failure('notFound')} title={t('preview.gone')} />;
  if (error && !data) return <ErrorState error={error} title={t('preview.gone')} onRetry={() => void refetch()} />;
  return data ? <Task key={id} task={data} /> : <LoadingPage />;
}

function Task({ task }: { task: PreviewTaskDetail }) {
  const t = useText();
  const mayEdit = useCan()('preview.edit');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const shown = tabs.filter((one) => mayEdit || !forEditors.includes(one));
  const tab = shown.find((one) => one === query.get('tab')) ?? 'customers';
  return (
    <Page>
      <TaskHead task={task} mayEdit={mayEdit} />
      <div className="preview-tabs">
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

function More({ task }: { task: PreviewTaskDetail }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const fileId = Number(query.get('file')) || null;
  return (
    <MoreCustomers
      campaignId={task.id}
      fileId={fileId}
      onFile={(id) =>
        setQuery((before) => {
          const next = new URLSearchParams(before);
          if (id === null) next.delete('file');
          else next.set('file', String(id));
          return next;
        })
      }
      onCondition={async (conditionGroupId) => {
        await call(previewApi.appendCustomers, { id: task.id, source: { from: 'conditionGroup', conditionGroupId } });
        toast({ tone: 'success', text: t('preview.more.begun') });
      }}
    />
  );
}

/** What a colleague changed meanwhile is not written over: the server refuses a version that is old, and says so. */
function Settings({ task }: { task: PreviewTaskDetail }) {
  const [base, setBase] = useState(task);
  const choices = useEndpoint(previewApi.choices, {}, { handlesFailures: true, staleMs: 60_000 });
  return (
    <Card>
      <CampaignSettings
        key={base.version}
        settings={campaignFieldsOf(base)}
        parts={['name', 'rules', 'people']}
        routes={choices.data?.routes ?? []}
        onlyWhenDirty
        onSubmit={async (settings) => {
          await call(previewApi.updateInfo, { id: base.id, settings, version: base.version });
          setBase(await call(previewApi.detail, { id: base.id }));
          await Promise.all([invalidate(previewApi.detail), invalidate(previewApi.page)]);
        }}
      />
    </Card>
  );
}
