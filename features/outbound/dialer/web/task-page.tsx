import { Button, Menu } from '@mantine/core';
import { FileDown, UserRoundPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import type { DialerFields } from '#features/outbound/campaigns/contract.ts';
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
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { dialerApi, type DialerTaskDetail } from '../contract.ts';
import { dialerAddress, dialerSetupAddress } from './address.ts';
import { BoardTab } from './parts/board-tab.tsx';
import { DialerCustomersTab } from './parts/customers-tab.tsx';
import { DialerSettings } from './parts/dialer-settings.tsx';
import { FiguresTab } from './parts/figures-tab.tsx';
import { useDialerDeeds } from './parts/use-dialer-deeds.ts';
import { settingsOf } from './settings-of.ts';
import { useDialerDetail } from './use-dialer-steps.ts';
import './dialer.css';

const tabs = ['board', 'customers', 'figures', 'more', 'settings'] as const;
type Tab = (typeof tabs)[number];
const forEditors: readonly Tab[] = ['more', 'settings'];

/** One task: how it stands now, its customers with their calls, its figures, more customers, and what is set. */
export default function DialerTaskPage() {
  const id = addressId(useParams()['id']);
  const read = useDialerDetail(id);
  return (
    <FoundCampaign id={id} read={read}>
      {(task) => <Task key={task.id} task={task} />}
    </FoundCampaign>
  );
}

function Task({ task }: { task: DialerTaskDetail }) {
  const t = useText();
  const mayEdit = useCan()('dialer.edit');
  const navigate = useNavigate();
  const [query] = useAddressQuery();
  const shown = tabs.filter((one) => mayEdit || !forEditors.includes(one));
  const tab = shown.find((one) => one === query.get('tab')) ?? 'board';
  return (
    <Page>
      <TaskHead task={task} mayEdit={mayEdit} />
      <div className="campaign-tabs">
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

function More({ task: { id } }: { task: DialerTaskDetail }) {
  return <MoreCustomers campaignId={id} append={(source) => call(dialerApi.appendCustomers, { id, source })} />;
}

function Settings({ task }: { task: DialerTaskDetail }) {
  const { id } = task;
  return (
    <EditedCampaign<DialerTaskDetail, DialerFields>
      task={task}
      write={(settings, version) => call(dialerApi.updateInfo, { id, settings, version })}
      read={() => call(dialerApi.detail, { id })}
      changed={() => Promise.all([invalidate(dialerApi.detail), invalidate(dialerApi.page)])}
    >
      {(base, onSubmit) => (
        <DialerSettings
          settings={settingsOf(base)}
          routeName={base.routeName}
          parts={['name', 'dialling', 'rules', 'people']}
          onlyWhenDirty
          onSubmit={onSubmit}
        />
      )}
    </EditedCampaign>
  );
}
