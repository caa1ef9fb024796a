import { NativeSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import type { DataOf } from '#platform/web/call.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import {
  flowAllocationApi,
  GoalKind,
  goalKinds,
  RuleHours,
  ruleHours,
  type AllocationRule,
  type Goal,
} from '../../contract.ts';

export type Targets = DataOf<typeof flowAllocationApi.targets>;

const Values = z
  .object({
    priority: z.number().int().min(1).max(9_999),
    number: z.string(),
    callerPrefix: z
      .string()
      .trim()
      .regex(/^[0-9*]{0,20}$/),
    hours: RuleHours,
    calendar: z.string(),
    kind: GoalKind,
    target: z.string().min(1),
    enabled: z.boolean(),
    remark: z.string().max(200),
  })
  .refine(({ hours, calendar }) => hours === 'any' || calendar !== '', { path: ['calendar'] });
type Values = z.infer<typeof Values>;

const goalId = (goal: Goal): number =>
  goal.kind === 'flow' ? goal.flowId : goal.kind === 'group' ? goal.groupId : goal.userId;
const goalFrom = (kind: GoalKind, id: number): Goal =>
  kind === 'flow' ? { kind, flowId: id } : kind === 'group' ? { kind, groupId: id } : { kind, userId: id };
const listOf = { flow: 'flows', group: 'groups', agent: 'agents' } as const;
const choices = (list: readonly { id: number; name: string }[]) =>
  list.map(({ id, name }) => ({ value: String(id), label: name }));

/** Says which callers go where. */
export function RuleEditor({
  rule,
  targets,
  onClose,
}: {
  rule: AllocationRule | null;
  targets: Targets;
  onClose: () => void;
}) {
  const t = useText();
  const [initial] = useState<Values>(() => ({
    priority: rule?.priority ?? 100,
    number: String(rule?.didNumberId ?? ''),
    callerPrefix: rule?.callerPrefix ?? '',
    hours: rule?.hours ?? 'any',
    calendar: String(rule?.calendarId ?? ''),
    kind: rule?.goal.kind ?? 'flow',
    target: rule ? String(goalId(rule.goal)) : '',
    enabled: rule?.enabled ?? true,
    remark: rule?.remark ?? '',
  }));
  const form = useContractForm<Values>(Values as never, initial);
  const options = { invalidates: [flowAllocationApi.list], done: 'ui.saved', handlesFailures: true } as const;
  const insert = useCommand(flowAllocationApi.insert, options);
  const update = useCommand(flowAllocationApi.update, options);

  async function send({
    priority,
    number,
    callerPrefix,
    hours,
    calendar,
    kind,
    target,
    enabled,
    remark,
  }: Values): Promise<void> {
    const fields = {
      priority,
      callerPrefix: callerPrefix.trim(),
      hours,
      enabled,
      remark: remark.trim(),
      didNumberId: number === '' ? null : Number(number),
      calendarId: hours === 'any' ? null : Number(calendar),
      goal: goalFrom(kind, Number(target)),
    };
    if (rule) await update.mutateAsync({ id: rule.id, ...fields });
    else await insert.mutateAsync(fields);
    onClose();
  }
  const { kind, hours } = form.values;
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t(rule ? 'flow-allocation.edit' : 'flow-allocation.add')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <NativeSelect
          label={t('flow-allocation.column.number')}
          data={[
            { value: '', label: t('flow-allocation.anyNumber') },
            ...choices(targets.numbers.map(({ id, name }) => ({ id, name: spokenNumber(name) }))),
          ]}
          {...form.getInputProps('number')}
        />
        <TextInput
          label={t('flow-allocation.column.caller')}
          description={t('flow-allocation.callerHint')}
          inputMode="numeric"
          maxLength={20}
          {...form.getInputProps('callerPrefix')}
        />
        <NativeSelect
          label={t('flow-allocation.column.hours')}
          data={ruleHours.map((value) => ({ value, label: t(`flow-allocation.hours.${value}`) }))}
          {...form.getInputProps('hours')}
        />
        {hours !== 'any' && (
          <NativeSelect
            required
            label={t('flow-allocation.column.calendar')}
            description={targets.calendars.length === 0 ? t('flow-allocation.noCalendar') : undefined}
            data={[{ value: '', label: '' }, ...choices(targets.calendars)]}
            {...form.getInputProps('calendar')}
          />
        )}
        <NativeSelect
          label={t('flow-allocation.column.goal')}
          data={goalKinds.map((value) => ({ value, label: t(`flow-allocation.goal.${value}`) }))}
          value={kind}
          onChange={(event) => form.setValues({ kind: event.currentTarget.value as GoalKind, target: '' })}
        />
        <Select
          required
          searchable
          label={t('flow-allocation.column.target')}
          data={choices(targets[listOf[kind]])}
          {...form.getInputProps('target')}
        />
        <NumberInput
          label={t('flow-allocation.column.priority')}
          description={t('flow-allocation.priorityHint')}
          min={1}
          max={9_999}
          allowDecimal={false}
          {...form.getInputProps('priority')}
        />
        <TextInput label={t('flow-allocation.column.remark')} maxLength={200} {...form.getInputProps('remark')} />
        <Switch label={t('flow-allocation.column.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </ContractForm>
    </SidePanel>
  );
}
