import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { openingOf } from '#core/calendar/business-hours.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import { useMinuteClock } from '#platform/web/minute-clock.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { WeekHours, WORKING } from '#platform/web/ui/week-hours.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { businessHoursApi, type BusinessCalendar, type CalendarFields, type ClosedGoal } from '../contract.ts';
import { HolidayFields } from './holiday-fields.tsx';
import { openingText } from './opening-text.ts';

interface CalendarEditorProps {
  calendar: BusinessCalendar | null;
  isFirst: boolean;
  targets: {
    groups: readonly { id: number; name: string }[];
    numbers: readonly { id: number; number: string; remark: string }[];
  };
  onClose: () => void;
}

const zones = Intl.supportedValuesOf('timeZone');

/** Makes a calendar, or changes one; says meanwhile what it would mean now. */
export function CalendarEditor({ calendar, isFirst, targets, onClose }: CalendarEditorProps) {
  const t = useText();
  const nowMs = useMinuteClock();
  const [initial] = useState<CalendarFields>(() => {
    const {
      name = '',
      timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
      weekly = [...WORKING],
      holidays = [],
      closed = { kind: 'voicemail' },
      isDefault = isFirst,
      groupIds = [],
      numberIds = [],
    } = calendar ?? {};
    return { name, timeZone, weekly, holidays, closed, isDefault, groupIds, numberIds };
  });
  const form = useContractForm<CalendarFields>(businessHoursApi.add.input as never, initial);
  const invalidates = [businessHoursApi.list];
  const add = useCommand(businessHoursApi.add, { invalidates, handlesFailures: true });
  const update = useCommand(businessHoursApi.update, { invalidates, handlesFailures: true });
  const { weekly, holidays, timeZone, closed, groupIds, numberIds } = form.values;
  const groups = targets.groups.map(({ id, name }) => ({ value: String(id), label: name }));

  async function send(fields: CalendarFields): Promise<void> {
    if (calendar) await update.mutateAsync({ ...fields, id: calendar.id, version: calendar.version });
    else await add.mutateAsync(fields);
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  const choose = (kind: string | null) =>
    form.setFieldValue(
      'closed',
      (kind === 'group'
        ? { kind, groupId: targets.groups[0]?.id ?? 0 }
        : { kind: kind ?? 'voicemail' }) as ClosedGoal as never,
    );
  return (
    <SidePanel
      opened
      onClose={onClose}
      size={640}
      title={t(calendar ? 'business-hours.edit' : 'business-hours.add')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <TextInput required label={t('business-hours.field.name')} maxLength={60} {...form.getInputProps('name')} />
        <Select
          label={t('business-hours.field.zone')}
          searchable
          limit={40}
          allowDeselect={false}
          data={zones}
          value={timeZone}
          onChange={(zone) => zone && form.setFieldValue('timeZone', zone)}
        />
        <fieldset className="form-group">
          <legend>{t('business-hours.field.weekly')}</legend>
          <WeekHours hours={weekly} onChange={(next) => form.setFieldValue('weekly', next)} />
        </fieldset>
        <HolidayFields holidays={holidays} onChange={(next) => form.setFieldValue('holidays', next)} />
        <output className="calendar-now">
          {t('business-hours.now', {
            what: openingText(t, openingOf({ timeZone, weekly, holidays }, nowMs), timeZone),
          })}
        </output>
        <Select
          label={t('business-hours.field.closed')}
          description={t('business-hours.field.closedHint')}
          allowDeselect={false}
          data={(['voicemail', ...(groups.length > 0 ? ['group' as const] : []), 'hangUp'] as const).map((kind) => ({
            value: kind,
            label: t(`business-hours.closed.${kind}`),
          }))}
          value={closed.kind}
          onChange={choose}
        />
        {closed.kind === 'group' && (
          <Select
            label={t('business-hours.field.closedGroup')}
            allowDeselect={false}
            searchable
            data={groups}
            value={String(closed.groupId)}
            onChange={(id) => id && form.setFieldValue('closed', { kind: 'group', groupId: Number(id) } as never)}
          />
        )}
        <Switch
          label={t('business-hours.field.default')}
          description={t('business-hours.field.defaultHint')}
          {...form.getInputProps('isDefault', { type: 'checkbox' })}
        />
        <MultiSelect
          label={t('business-hours.field.groups')}
          searchable
          clearable
          data={groups}
          value={groupIds.map(String)}
          onChange={(ids) => form.setFieldValue('groupIds', ids.map(Number))}
        />
        <MultiSelect
          label={t('business-hours.field.numbers')}
          description={t('business-hours.field.numbersHint')}
          searchable
          clearable
          data={targets.numbers.map(({ id, number, remark }) => ({
            value: String(id),
            label: remark ? `${spokenNumber(number)} (${remark})` : spokenNumber(number),
          }))}
          value={numberIds.map(String)}
          onChange={(ids) => form.setFieldValue('numberIds', ids.map(Number))}
        />
      </ContractForm>
    </SidePanel>
  );
}
