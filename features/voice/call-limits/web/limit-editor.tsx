import { Group, NativeSelect, NumberInput, Switch } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { minorDigits } from '#core/money/money.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm, type FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { callLimitsApi, limitKinds, LimitScope, MOMENTARY, type CallLimit, type LimitFields } from '../contract.ts';
import { secondsOf, spanOf, spanUnits, type SpanUnit } from './limit-span.ts';

const DAY_SEC = 86_400;

interface LimitEditorProps {
  limit: CallLimit | null;
  /** What cost is limited in. */
  currency: string;
  onClose: () => void;
}

/** Adds a limit, or changes one. */
export function LimitEditor({ limit, currency, onClose }: LimitEditorProps) {
  const t = useText();
  const groups = useEndpoint(callLimitsApi.groups, {}).data ?? [];
  const [initial] = useState<LimitFields>(() => {
    const {
      kind = 'perNumber',
      max = 5,
      windowSec = DAY_SEC,
      scope = 'tenant',
      groupId = null,
      enabled = true,
    } = limit ?? {};
    return { kind, max, windowSec, scope, groupId, enabled };
  });
  const form = useContractForm<LimitFields>(callLimitsApi.add.input as never, initial);
  const invalidates = [callLimitsApi.page];
  const add = useCommand(callLimitsApi.add, { invalidates, handlesFailures: true });
  const update = useCommand(callLimitsApi.update, { invalidates, handlesFailures: true });
  const { kind, scope, groupId, windowSec } = form.values;

  async function send(fields: LimitFields): Promise<void> {
    if (limit) await update.mutateAsync({ ...fields, id: limit.id });
    else await add.mutateAsync(fields);
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  const count = (next: string) => {
    form.setFieldValue('scope', next as LimitFields['scope']);
    form.setFieldValue('groupId', next === 'group' ? (groups[0]?.id ?? null) : null);
  };
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t(limit ? 'call-limits.edit' : 'call-limits.add')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <NativeSelect
          label={t('call-limits.field.kind')}
          data={limitKinds.map((value) => ({ value, label: t(`call-limits.kind.${value}`) }))}
          {...form.getInputProps('kind')}
        />
        <MaxField form={form} currency={kind === 'costPerDay' ? currency : ''} />
        {!MOMENTARY.includes(kind) && (
          <SpanField seconds={windowSec} onChange={(next) => form.setFieldValue('windowSec', next)} />
        )}
        <NativeSelect
          label={t('call-limits.field.scope')}
          data={LimitScope.options
            .filter((value) => value !== 'group' || groups.length > 0)
            .map((value) => ({ value, label: t(`call-limits.scope.${value}`) }))}
          value={scope}
          onChange={(event) => count(event.currentTarget.value)}
        />
        {scope === 'group' && (
          <NativeSelect
            label={t('call-limits.field.group')}
            data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(groupId)}
            error={form.errors['groupId']}
            onChange={(event) => form.setFieldValue('groupId', Number(event.currentTarget.value))}
          />
        )}
        <Switch label={t('call-limits.field.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </ContractForm>
    </SidePanel>
  );
}

const MOST = 100_000_000;

/** How much at most: calls, or money where a currency is given, which is kept in its smallest unit. */
function MaxField({ form, currency }: { form: FormState<LimitFields>; currency: string }) {
  const t = useText();
  const { value: _value, onChange: _onChange, ...shared } = form.getInputProps('max');
  const digits = currency === '' ? 0 : minorDigits(currency);
  const unit = 10 ** digits;
  return (
    <NumberInput
      {...shared}
      required
      label={currency === '' ? t('call-limits.field.max') : t('call-limits.field.maxCost', { currency })}
      description={currency === '' ? undefined : t('call-limits.costHint')}
      min={0}
      max={MOST / unit}
      decimalScale={digits}
      value={form.values.max / unit}
      onChange={(next) => form.setFieldValue('max', next === '' ? ('' as never) : Math.round(Number(next) * unit))}
    />
  );
}

function SpanField({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
  const t = useText();
  // What is typed keeps its unit: 24 hours do not become a day under one's hands.
  const [span, setSpan] = useState(() => spanOf(seconds));
  const set = (next: typeof span) => {
    setSpan(next);
    onChange(secondsOf(next));
  };
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        label={t('call-limits.field.window')}
        min={1}
        allowDecimal={false}
        value={span.amount}
        onChange={(next) => set({ ...span, amount: Math.max(1, Number(next) || 1) })}
      />
      <NativeSelect
        aria-label={t('call-limits.unit')}
        data={spanUnits.map((value) => ({ value, label: t(`call-limits.unit.${value}`) }))}
        value={span.unit}
        onChange={(event) => set({ ...span, unit: event.currentTarget.value as SpanUnit })}
      />
    </Group>
  );
}
