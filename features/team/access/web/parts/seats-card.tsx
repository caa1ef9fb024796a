import { NumberInput, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { seatsApi } from '#features/team/seats/contract.ts';
import { SeatKind } from '#shared/codes/seat-kind.ts';
import { SeatType } from '#shared/codes/seat-type.ts';
import type { DataOf } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import type { SettingName } from '../../contract.ts';

type Limits = DataOf<typeof seatsApi.seatLimit>;

interface SeatsCardProps {
  type: SeatType;
  limits: Limits;
  isSaving: boolean;
  save: (name: SettingName, value: string) => void;
}

const kinds = [
  [SeatKind.voice, 'SeatLimitVoice'],
  [SeatKind.text, 'SeatLimitText'],
] as const;

/** How people get a seat, how many seats there are, and how many are used now. */
export function SeatsCard({ type, limits, isSaving, save }: SeatsCardProps) {
  const t = useText();
  return (
    <Card title={t('access.settings.seats')}>
      <Stack gap="md">
        <Radio.Group
          label={t('access.settings.seatType')}
          value={String(type)}
          onChange={(chosen) => save('SeatType', chosen)}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value={String(SeatType.own)}
              disabled={isSaving}
              label={codeLabel(SeatType, SeatType.own)}
              description={t('access.settings.ownHint')}
            />
            <Radio
              value={String(SeatType.queued)}
              disabled={isSaving}
              label={codeLabel(SeatType, SeatType.queued)}
              description={t('access.settings.queuedHint')}
            />
          </Stack>
        </Radio.Group>
        <div className="access-limits">
          {kinds.map(([kind, name]) => (
            <LimitField
              key={`${kind} ${limits[kind].limit}`}
              label={codeLabel(SeatKind, kind)}
              isShared={type === SeatType.queued}
              {...limits[kind]}
              onSave={(value) => save(name, value)}
            />
          ))}
        </div>
      </Stack>
    </Card>
  );
}

interface LimitFieldProps {
  label: string;
  limit: number | null;
  used: number;
  working: number;
  waiting: number;
  isShared: boolean;
  onSave: (value: string) => void;
}

/** A number that is saved when its field is left; empty means no limit. */
function LimitField({ label, limit, used, working, waiting, isShared, onSave }: LimitFieldProps) {
  const t = useText();
  const saved = limit === null ? '' : String(limit);
  const [typed, setTyped] = useState(saved);
  const saveTyped = () => typed !== saved && onSave(typed);
  return (
    <NumberInput
      label={label}
      description={
        isShared ? t('access.settings.shared', { used, working, waiting }) : t('access.settings.given', { count: used })
      }
      placeholder={t('access.settings.noLimit')}
      min={0}
      max={999_999}
      allowDecimal={false}
      allowNegative={false}
      value={typed}
      onChange={(value) => setTyped(String(value))}
      onBlur={saveTyped}
      onKeyDown={(event) => event.key === 'Enter' && saveTyped()}
    />
  );
}
