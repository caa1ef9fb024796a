import { Button, Menu } from '@mantine/core';
import { FileDown, UserRoundPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import {
  addressId,
  CampaignDeeds,
  CampaignHead,
  CampaignStatus,
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
import { Failure } from '#shared/errors.ts';
import { dialerApi, type DialerTaskDetail } from '../contract.ts';
import { dialerAddress, dialerSetupAddress } from './address.ts';
import { BoardTab } from './parts/board-tab.tsx';
import { DialerCustomersTab } from './parts/customers-tab.tsx';
import { DialerSettings } from './parts/dialer-settings.tsx';
import { FiguresTab } from './parts/figures-tab.tsx';
import { useDialerDeeds } from './parts/use-dialer-deeds.ts';
import { settingsOf } from './settings-of.ts';
import './dialer.css';

const tabs = ['board', 'customers', 'figures', 'more', 'settings'] as const;
type Tab = (typeof tabs)[number];
const forEditors: readonly Tab[] = ['more', 'settings'];

/** One task: how it stands now, its customers with their calls, its figures, more customers, and what is set. */
export default function DialerTaskPage() {
  const t = useText();
  const id = addressId(useParams()['id']);
  const { data, error, refetch } = useEndpoint(
    dialerApi.detail,
    { id: id ?? 0 },
    { handlesFailures: true, enabled: id !== null },
  );
  if (id === null) return <ErrorState error={new Failure('notFound')} title={t('dialer.gone')} />;
  if (error && !data) return <ErrorState error={error} title={t('dialer.gone')} onRetry={() => void refetch()} />;
  return data ? <Task key={id} task={data} /> : <LoadingPage />;
}

function Task({ task }: { task: DialerTaskDetail }) {
  const t = useText();
  const mayEdit = useCan()('dialer.edit');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const shown = tabs.filter((one) => mayEdit || !forEditors.includes(one));
  const tab = shown.find((one) => one === query.get('tab')) ?? 'board';
  return (
    <Page>
      <TaskHead task={task} mayEdit={mayEdit} />
      <div className="dialer-tabs">
        <Choice
          label={t('dialer.task.parts')}
          value={tab}
          options={shown.map((value) => ({ value, label: t(`dialer.tab.${value}`) }))}
          onChange={(next) => void navigate(dialerAddress(task.id, next), { replace: true })}
        />
      </div>
      {tab === 'board' && <BoardTab task={task} />}
      {tab === 'customers' && <DialerCustomersTab task={task} mayEdit={mayEdit} />}
      {tab === 'figures' && <FiguresTab id={task.id} />}
      <Suspense fallback={<LoadingLines lines={6} />}>
        {tab === 'more' && <More task={task} />}
        {tab === 'settings' && <Settings task={task} />}
      </Suspense>
    </Page>
  );
}

function TaskHead({ task, mayEdit }: { task: DialerTaskDetail; mayEdit: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const deeds = useDialerDeeds(task);
  const counts = { customers: task.customers, completed: task.completed };
  const file = <ExportMenu task={task} />;
  return (
    <CampaignHead name={task.name} note={task.note} status={<CampaignStatus {...task} />} {...counts}>
      {mayEdit ? (
        <CampaignDeeds look="head" {...deeds}>
          {task.state === 'draft' && (
            <Button variant="default" onClick={() => void navigate(dialerSetupAddress(task.id, 'rules'))}>
              {t('dialer.task.goOn')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<UserRoundPlus size={15} aria-hidden />}
            onClick={() => void navigate(dialerAddress(task.id, 'more'))}
          >
            {t('dialer.tab.more')}
          </Button>
          {file}
        </CampaignDeeds>
      ) : (
        file
      )}
    </CampaignHead>
  );
}

const files = { customers: dialerApi.exportCustomers, calls: dialerApi.exportCalls } as const;

function ExportMenu({ task }: { task: DialerTaskDetail }) {
  const t = useText();
  const [isFetching, setFetching] = useState(false);
  const write = async (what: keyof typeof files) => {
    setFetching(true);
    try {
      if (await download(files[what], { id: task.id, kind: 'xlsx' })) void toastExportBegun();
    } catch (error) {
      handleFailure(error);
    } finally {
      setFetching(false);
    }
  };
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          loading={isFetching}
          disabled={task.customers === 0}
          leftSection={<FileDown size={15} aria-hidden />}
        >
          {t('ui.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(files) as (keyof typeof files)[]).map((what) => (
          <Menu.Item key={what} onClick={() => void write(what)}>
            {t(`dialer.export.${what}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function More({ task }: { task: DialerTaskDetail }) {
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
        await call(dialerApi.appendCustomers, { id: task.id, source: { from: 'conditionGroup', conditionGroupId } });
        toast({ tone: 'success', text: t('dialer.more.begun') });
      }}
    />
  );
}

/** What a colleague changed meanwhile is not written over: the server refuses a version that is old, and says so. */
function Settings({ task }: { task: DialerTaskDetail }) {
  const [base, setBase] = useState(task);
  return (
    <Card>
      <DialerSettings
        key={base.version}
        settings={settingsOf(base)}
        routeName={base.routeName}
        parts={['name', 'dialling', 'rules', 'people']}
        onlyWhenDirty
        onSubmit={async (settings) => {
          await call(dialerApi.updateInfo, { id: base.id, settings, version: base.version });
          setBase(await call(dialerApi.detail, { id: base.id }));
          await Promise.all([invalidate(dialerApi.detail), invalidate(dialerApi.page)]);
        }}
      />
    </Card>
  );
}
