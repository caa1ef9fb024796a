import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import '#platform/web/ui/form/form.css';
import { didNumbersApi, type DidNumber, type Menu } from '../../contract.ts';
import { MenuEditor } from './menu-editor.tsx';
import { newMenu } from './menu-values.ts';

type By = 'group' | 'menu' | 'flow';

interface Values {
  remark: string;
  by: By;
  groupId: number | null;
  flowId: number | null;
  menu: Menu;
  calendarId: number | null;
}

const valuesOf = (number: DidNumber): Values => ({
  remark: number.remark,
  by: number.inboundConfig === InboundConfig.agentGroup ? 'group' : number.flowId === null ? 'menu' : 'flow',
  groupId: number.groupId,
  flowId: number.flowId,
  menu: number.menu ?? newMenu(number.groupId),
  calendarId: number.calendarId,
});

interface AnswersFormProps {
  number: DidNumber;
  onChange: (isDirty: boolean) => void;
  onDone: () => void;
}

/** Who answers a number: a group, a menu of keys, or a flow with the group for whom it cannot serve; and at which hours. */
export function AnswersForm({ number, onChange, onDone }: AnswersFormProps) {
  const t = useText();
  const groups = useEndpoint(didNumbersApi.groups, {}).data ?? [];
  const flows = useEndpoint(didNumbersApi.flows, {}).data ?? [];
  const choices = useEndpoint(didNumbersApi.choices, {}).data;
  const [before] = useState(() => valuesOf(number));
  const [values, setValues] = useState(before);
  const save = useSaving(number, before);
  const { by, groupId, flowId, menu, calendarId } = values;
  const isReady = by === 'group' ? groupId !== null : by === 'menu' || flowId !== null;
  const set = (some: Partial<Values>) => {
    const next = { ...values, ...some };
    setValues(next);
    onChange(JSON.stringify(next) !== JSON.stringify(before));
  };
  const idOf = (word: string | null): number | null => (word === null ? null : Number(word));
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void save.send(values, onDone);
      }}
    >
      <TextInput
        label={t('did-numbers.column.remark')}
        maxLength={100}
        value={values.remark}
        onChange={(event) => set({ remark: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label={t('did-numbers.column.goal')}
        value={by}
        onChange={(next) => set({ by: next as By })}
        data={[
          { value: 'group', label: t('did-numbers.byGroup') },
          { value: 'menu', label: t('did-numbers.byMenu') },
          { value: 'flow', label: t('did-numbers.byFlow') },
        ]}
      />
      {by === 'flow' && (
        <Select
          label={t('did-numbers.flow')}
          description={t('did-numbers.flowHint')}
          searchable
          nothingFoundMessage={t('did-numbers.noFlow')}
          data={flows.map(({ flowId: id, flowName }) => ({ value: String(id), label: flowName }))}
          value={flowId === null ? null : String(flowId)}
          onChange={(next) => set({ flowId: idOf(next) })}
        />
      )}
      {by === 'menu' ? (
        <MenuEditor
          menu={menu}
          groups={groups}
          sounds={choices?.sounds ?? []}
          onChange={(next) => set({ menu: next })}
        />
      ) : (
        <Select
          label={t(by === 'flow' ? 'did-numbers.fallback' : 'did-numbers.group')}
          {...(by === 'flow' ? { description: t('did-numbers.fallbackHint') } : {})}
          searchable
          nothingFoundMessage={t('did-numbers.noGroup')}
          data={groups.map(({ groupId: id, groupName }) => ({ value: String(id), label: groupName }))}
          value={groupId === null ? null : String(groupId)}
          onChange={(next) => set({ groupId: idOf(next) })}
        />
      )}
      <Select
        label={t('did-numbers.hours')}
        description={t('did-numbers.hoursHint')}
        placeholder={t('did-numbers.hoursOfGroups')}
        clearable
        clearButtonProps={{ 'aria-label': t('did-numbers.hoursClear') }}
        data={(choices?.calendars ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={calendarId === null ? null : String(calendarId)}
        onChange={(next) => set({ calendarId: idOf(next) })}
      />
      <div className="form-buttons">
        <Button type="submit" disabled={!isReady} loading={save.isPending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

/** What changed is sent, one call for each part of it. */
function useSaving(number: DidNumber, before: Values) {
  const t = useText();
  const options = {
    invalidates: [didNumbersApi.my, didNumbersApi.groups, didNumbersApi.path],
    handlesFailures: true,
  };
  const remark = useCommand(didNumbersApi.remark, options);
  const inbound = useCommand(didNumbersApi.inboundConfig, options);
  const hours = useCommand(didNumbersApi.hours, options);
  const { id } = number;

  async function answers({ by, groupId, flowId, menu }: Values): Promise<void> {
    if (by === 'group') await inbound.mutateAsync({ id, inboundConfig: InboundConfig.agentGroup, groupId: groupId! });
    else if (by === 'menu') await inbound.mutateAsync({ id, inboundConfig: InboundConfig.ivr, menu });
    else
      await inbound.mutateAsync({
        id,
        inboundConfig: InboundConfig.ivr,
        flowId: flowId!,
        ...(groupId !== null && { groupId }),
      });
  }
  const answersOf = ({ by, groupId, flowId, menu }: Values) =>
    JSON.stringify([by, by === 'menu' ? menu : groupId, by === 'flow' ? flowId : null]);

  return {
    isPending: remark.isPending || inbound.isPending || hours.isPending,
    async send(values: Values, onDone: () => void): Promise<void> {
      try {
        if (values.remark.trim() !== before.remark) await remark.mutateAsync({ id, remark: values.remark.trim() });
        if (values.calendarId !== before.calendarId) await hours.mutateAsync({ id, calendarId: values.calendarId });
        if (answersOf(values) !== answersOf(before)) await answers(values);
        toast({ tone: 'success', text: t('did-numbers.saved') });
        onDone();
      } catch (error) {
        handleFailure(error);
      }
    },
  };
}
