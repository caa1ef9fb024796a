import { Switch } from '@mantine/core';
import { Suspense } from 'react';
import { OrganisationInvite } from '#features/team/account/web/index.ts';
import { seatsApi } from '#features/team/seats/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useSlot } from '#platform/web/use-slot.ts';
import { accessApi, type SettingName } from '../contract.ts';
import { ChatPaceCard } from './parts/chat-pace-card.tsx';
import { NetworksCard } from './parts/networks-card.tsx';
import { ProtectionCard } from './parts/protection-card.tsx';
import { SecurityCard } from './parts/security-card.tsx';
import { SeatsCard } from './parts/seats-card.tsx';
import './access.css';

/** Who works and who waits changes while one looks. */
const SEATS_EVERY_MS = 10_000;

const useSetting = (name: SettingName) => useEndpoint(accessApi.configValue, { name }, { handlesFailures: true });

/** The settings of the organisation that do something today. Each is saved by itself. */
export default function SettingsPage() {
  const t = useText();
  const brought = useSlot('organisationSettings');
  const seats = useEndpoint(seatsApi.seatLimit, {}, { handlesFailures: true, everyMs: SEATS_EVERY_MS });
  const seatType = useEndpoint(seatsApi.seatType, {}, { handlesFailures: true });
  const fastPoll = useSetting('AnnouncementFastPoll');
  const sayNames = useSetting('NamesInNotices');
  const sessionDays = useSetting('SessionDays');
  const protection = useSetting('EncryptType');
  const rehearsal = useSetting('RehearsalEnable');
  const set = useCommand(accessApi.setConfigValue, {
    invalidates: [accessApi.configValue, seatsApi.seatLimit, seatsApi.seatType],
    done: 'ui.saved',
  });
  const save = (name: SettingName, value: string) => set.mutate({ name, value });

  const asked = [seats, seatType, fastPoll, sayNames, sessionDays, protection, rehearsal];
  const problem = asked.find(({ error }) => error)?.error;
  if (problem)
    return <ErrorState error={problem} onRetry={() => void Promise.all(asked.map(({ refetch }) => refetch()))} />;
  if (!seats.data || !seatType.data || !fastPoll.data || !sayNames.data || !sessionDays.data) return <LoadingPage />;
  if (!protection.data || !rehearsal.data) return <LoadingPage />;
  return (
    <Page narrow>
      <div className="access-cards">
        <SeatsCard type={seatType.data.seat_type} limits={seats.data} isSaving={set.isPending} save={save} />
        <ProtectionCard value={protection.data.value} isSaving={set.isPending} save={save} />
        <ChatPaceCard save={save} />
        <Card title={t('access.settings.announcements')}>
          <Switch
            label={t('access.settings.fastPoll')}
            description={t('access.settings.fastPollHint')}
            checked={fastPoll.data.value === 'true'}
            disabled={set.isPending}
            onChange={(event) => save('AnnouncementFastPoll', String(event.currentTarget.checked))}
          />
        </Card>
        <Card title={t('access.settings.notices')}>
          <Switch
            label={t('access.settings.namesInNotices')}
            description={t('access.settings.namesInNoticesHint')}
            checked={sayNames.data.value === 'true'}
            disabled={set.isPending}
            onChange={(event) => save('NamesInNotices', String(event.currentTarget.checked))}
          />
        </Card>
        <Card title={t('access.settings.rehearsal')}>
          <Switch
            label={t('access.settings.rehearsalOn')}
            description={t('access.settings.rehearsalHint')}
            checked={rehearsal.data.value === 'true'}
            disabled={set.isPending}
            onChange={(event) => save('RehearsalEnable', String(event.currentTarget.checked))}
          />
        </Card>
        <SecurityCard key={sessionDays.data.value} days={sessionDays.data.value ?? ''} save={save} />
        <NetworksCard />
        <Suspense fallback={null}>
          <OrganisationInvite />
        </Suspense>
        {brought.map(({ id, Part }) => (
          <Suspense key={id} fallback={null}>
            <Part />
          </Suspense>
        ))}
      </div>
    </Page>
  );
}
