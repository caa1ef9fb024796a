import { NativeSelect, Switch } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import type { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { languageNames } from '#shared/languages.ts';
import { overflowKinds, type AgentGroup, type GroupFields } from '../../contract.ts';
import { OptionalNumber } from './optional-number.tsx';
import { OverflowPicture } from './overflow-picture.tsx';

type GroupForm = ReturnType<typeof useContractForm<GroupFields>>;

/** How callers wait. */
export function WaitingFields({ form }: { form: GroupForm }) {
  const t = useText();
  const { values, setFieldValue: set } = form;
  return (
    <fieldset className="group-fields">
      <legend>{t('agent-groups.part.waiting')}</legend>
      <OptionalNumber
        label={t('agent-groups.field.ringTimeout')}
        hint={t('agent-groups.field.ringTimeoutHint')}
        error={form.errors['ringTimeoutSec']}
        min={5}
        max={120}
        value={values.ringTimeoutSec}
        onChange={(next) => set('ringTimeoutSec', next ?? 20)}
      />
      <OptionalNumber
        label={t('agent-groups.field.maxWait')}
        hint={t('agent-groups.noLimit')}
        error={form.errors['maxWaitSec']}
        min={5}
        max={86_400}
        value={values.maxWaitSec}
        onChange={(next) => set('maxWaitSec', next)}
      />
      <OptionalNumber
        label={t('agent-groups.field.maxWaiting')}
        hint={t('agent-groups.noLimit')}
        error={form.errors['maxWaiting']}
        min={0}
        max={10_000}
        value={values.maxWaiting}
        onChange={(next) => set('maxWaiting', next)}
      />
      <Switch
        label={t('agent-groups.field.announcePosition')}
        {...form.getInputProps('announcePosition', { type: 'checkbox' })}
      />
      <Switch
        label={t('agent-groups.field.allowCallback')}
        {...form.getInputProps('allowCallback', { type: 'checkbox' })}
      />
    </fieldset>
  );
}

/** Where callers go whom nobody answers. */
export function OverflowFields({
  form,
  groupId,
  others,
}: {
  form: GroupForm;
  groupId: number;
  others: readonly AgentGroup[];
}) {
  const t = useText();
  const { values, setFieldValue: set } = form;
  const overflow = (kind: GroupFields['overflowKind']) => {
    set('overflowKind', kind);
    set('overflowGroupId', kind === 'group' ? (others[0]?.id ?? null) : null);
  };
  return (
    <fieldset className="group-fields">
      <legend>{t('agent-groups.part.overflow')}</legend>
      <NativeSelect
        label={t('agent-groups.field.overflow')}
        data={overflowKinds
          .filter((kind) => kind !== 'group' || others.length > 0)
          .map((value) => ({ value, label: t(`agent-groups.overflow.${value}`) }))}
        value={values.overflowKind}
        onChange={(event) => overflow(event.currentTarget.value as GroupFields['overflowKind'])}
      />
      {values.overflowKind === 'group' && (
        <NativeSelect
          label={t('agent-groups.field.overflowGroup')}
          error={form.errors['overflowGroupId']}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(values.overflowGroupId)}
          onChange={(event) => set('overflowGroupId', Number(event.currentTarget.value))}
        />
      )}
      <Switch
        label={t('agent-groups.field.overflowWhenNobody')}
        {...form.getInputProps('overflowWhenNobody', { type: 'checkbox' })}
      />
      <OverflowPicture group={{ ...values, id: groupId }} groups={others} />
    </fieldset>
  );
}

/** How calls are worked on, and which come first. */
export function WorkFields({ form }: { form: GroupForm }) {
  const t = useText();
  const { values, setFieldValue: set } = form;
  return (
    <fieldset className="group-fields">
      <legend>{t('agent-groups.part.work')}</legend>
      <OptionalNumber
        label={t('agent-groups.field.wrapUp')}
        hint={t('agent-groups.field.wrapUpHint')}
        error={form.errors['wrapUpSec']}
        min={0}
        max={3_600}
        value={values.wrapUpSec}
        onChange={(next) => set('wrapUpSec', next)}
      />
      <OptionalNumber
        label={t('agent-groups.field.serviceLevel')}
        error={form.errors['serviceLevelSec']}
        min={1}
        max={3_600}
        value={values.serviceLevelSec}
        onChange={(next) => set('serviceLevelSec', next ?? 20)}
      />
      <OptionalNumber
        label={t('agent-groups.field.priority')}
        hint={t('agent-groups.field.priorityHint')}
        error={form.errors['priority']}
        min={-100}
        max={100}
        value={values.priority}
        onChange={(next) => set('priority', next ?? 0)}
      />
      <NativeSelect
        label={t('agent-groups.field.language')}
        data={[
          { value: '', label: t('agent-groups.languageOfNumber') },
          ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
        ]}
        value={values.language ?? ''}
        onChange={(event) => set('language', (event.currentTarget.value || null) as GroupFields['language'])}
      />
      <Switch
        label={t('agent-groups.field.callPausesChats')}
        {...form.getInputProps('callPausesChats', { type: 'checkbox' })}
      />
      <Switch label={t('agent-groups.field.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </fieldset>
  );
}
