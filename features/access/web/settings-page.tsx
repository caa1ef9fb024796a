import { NumberInput, Switch } from '@mantine/core';
import { useState } from 'react';
import { seatsApi } from '#features/seats/contract.ts';
import { SeatKind } from '#shared/codes/seat-kind.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { accessApi, type SettingName } from '../contract.ts';
import './access.css';

/** The settings of the organisation that do something today. Each is saved by itself. */
export default function SettingsPage() {
  const t = useText();
  const seats = useEndpoint(seatsApi.seatLimit, {}, { handlesFailures: true });
  const fastPoll = useEndpoint(accessApi.configValue, { name: 'AnnouncementFastPoll' satisfies SettingName }, { handlesFailures: true });
  const set = useCommand(accessApi.setConfigValue, { invalidates: [accessApi.configValue, seatsApi.seatLimit], done: 'ui.saved' });
  const save = (name: SettingName, value: string) => set.mutate({ name, value });

  const problem = seats.error ?? fastPoll.error;
  if (problem) return <ErrorState error={problem} onRetry={() => void Promise.all([seats.refetch(), fastPoll.refetch()])} />;
  if (!seats.data || !fastPoll.data) return <LoadingPage />;
  return (
    <Page narrow>
      <div className="access-cards">
        <Card title={t('access.settings.seats')}>
          <div className="access-limits">
            <LimitField key={`voice ${seats.data.voice.limit}`} label={codeLabel(SeatKind, SeatKind.voice)} {...seats.data.voice} onSave={(value) => save('SeatLimitVoice', value)} />
            <LimitField key={`text ${seats.data.text.limit}`} label={codeLabel(SeatKind, SeatKind.text)} {...seats.data.text} onSave={(value) => save('SeatLimitText', value)} />
          </div>
        </Card>
        <Card title={t('access.settings.announcements')}>
          <Switch
            label={t('access.settings.fastPoll')}
            description={t('access.settings.fastPollHint')}
            checked={fastPoll.data.value === 'true'}
            disabled={set.isPending}
            onChange={(event) => save('AnnouncementFastPoll', String(event.currentTarget.checked))}
          />
        </Card>
      </div>
    </Page>
  );
}

interface LimitFieldProps {
  label: string;
  limit: number | null;
  used: number;
  onSave: (value: string) => void;
}

/** A number that is saved when its field is left; empty means no limit. */
function LimitField({ label, limit, used, onSave }: LimitFieldProps) {
  const t = useText();
  const saved = limit === null ? '' : String(limit);
  const [typed, setTyped] = useState(saved);
  const tell = () => typed !== saved && onSave(typed);
  return (
    <NumberInput
      label={label}
      description={t('access.settings.given', { count: used })}
      placeholder={t('access.settings.noLimit')}
      min={0}
      max={999_999}
      allowDecimal={false}
      allowNegative={false}
      value={typed}
      onChange={(value) => setTyped(String(value))}
      onBlur={tell}
      onKeyDown={(event) => event.key === 'Enter' && tell()}
    />
  );
}
