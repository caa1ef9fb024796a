import { MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { e4OfText, exactText } from '#core/money/money.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type TenantDetail, type TenantPlan } from '../../contract.ts';
import { seenTenants } from '../use-tenant-deeds.ts';

type Values = TenantPlan & { id: number } & Record<string, unknown>;
const GIGABYTE = 1e9;

/** What a tenant may use: an empty field is no limit. */
export function PlanTab({ tenant }: { tenant: TenantDetail }) {
  const t = useText();
  const [initial] = useState<Values>(() => ({ ...tenant.plan, id: tenant.id }));
  const form = useContractForm<Values>(tenantsApi.setPlan.input as z.ZodType<unknown, Values>, initial);
  const save = useCommand(tenantsApi.setPlan, { invalidates: seenTenants, done: 'ui.saved', handlesFailures: true });
  const limit = (name: 'voiceSeats' | 'textSeats' | 'callsAtOnce', hint?: string) => (
    <LimitField
      label={t(`tenants.plan.${name}`)}
      hint={hint}
      error={form.errors[name]}
      value={form.values[name]}
      onChange={(value) => form.setFieldValue(name, value)}
    />
  );
  return (
    <div className="tenant-plan">
      <Card>
        <ContractForm form={form} onlyWhenDirty onSubmit={(values) => save.mutateAsync(values)}>
          <p className="tenant-lead">{t('tenants.plan.lead')}</p>
          <fieldset className="form-group">
            <legend>{t('tenants.plan.limits')}</legend>
            <div className="form-row">
              {limit('voiceSeats')}
              {limit('textSeats')}
              {limit('callsAtOnce')}
              <LimitField
                label={t('tenants.plan.storage')}
                error={form.errors['storageBytes']}
                decimals={3}
                value={form.values.storageBytes === null ? null : form.values.storageBytes / GIGABYTE}
                onChange={(size) =>
                  form.setFieldValue('storageBytes', size === null ? null : Math.round(size * GIGABYTE))
                }
              />
            </div>
            <p>{t('tenants.plan.limitsHint')}</p>
          </fieldset>
          <fieldset className="form-group">
            <legend>{t('tenants.plan.reach')}</legend>
            <MultiSelect
              label={t('tenants.plan.countries')}
              description={t('tenants.plan.countriesHint')}
              placeholder={form.values.countries.length === 0 ? t('tenants.plan.everyCountry') : ''}
              searchable
              clearable
              comboboxProps={LONG_LIST}
              data={useCountryChoices()}
              {...form.getInputProps('countries')}
            />
            <Switch
              label={t('tenants.plan.aiFlows')}
              description={t('tenants.plan.aiFlowsHint')}
              {...form.getInputProps('aiFlows', { type: 'checkbox' })}
            />
          </fieldset>
          <fieldset className="form-group">
            <legend>{t('tenants.plan.kindOf')}</legend>
            <div className="form-row">
              <Select
                label={t('tenants.plan.accountMode')}
                allowDeselect={false}
                data={(['standard', 'textOnly'] as const).map((value) => ({
                  value,
                  label: t(`tenants.plan.mode.${value}`),
                }))}
                {...form.getInputProps('accountMode')}
              />
              <Select
                label={t('tenants.plan.kind')}
                allowDeselect={false}
                data={(['standard', 'analytics'] as const).map((value) => ({
                  value,
                  label: t(`tenants.plan.kind.${value}`),
                }))}
                {...form.getInputProps('kind')}
              />
            </div>
          </fieldset>
          <fieldset className="form-group">
            <legend>{t('tenants.plan.paying')}</legend>
            <TextInput
              type="date"
              label={t('tenants.plan.paidUntil')}
              description={t('tenants.plan.paidUntilHint')}
              error={form.errors['paidUntil']}
              value={form.values.paidUntil ?? ''}
              onChange={(event) => form.setFieldValue('paidUntil', event.currentTarget.value || null)}
            />
            <Switch
              label={t('tenants.plan.ownLinesFree')}
              description={t('tenants.plan.ownLinesFreeHint')}
              {...form.getInputProps('ownLinesFree', { type: 'checkbox' })}
            />
            {tenant.currency !== null && (
              <CreditField
                currency={tenant.currency}
                initialE4={initial.creditE4}
                onChange={(creditE4) => form.setFieldValue('creditE4', creditE4)}
              />
            )}
          </fieldset>
        </ContractForm>
      </Card>
    </div>
  );
}

interface LimitFieldProps {
  label: string;
  hint?: string | undefined;
  value: number | null;
  onChange: (value: number | null) => void;
  error?: string | undefined;
  decimals?: number;
}

function LimitField({ label, hint, value, onChange, error, decimals = 0 }: LimitFieldProps) {
  const t = useText();
  return (
    <NumberInput
      label={label}
      description={hint}
      placeholder={t('tenants.usage.unlimited')}
      error={error}
      min={0}
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      allowNegative={false}
      hideControls
      value={value ?? ''}
      onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
    />
  );
}

/** Typed as people write amounts; what is no amount is kept from the plan and said so. */
function CreditField({
  currency,
  initialE4,
  onChange,
}: {
  currency: string;
  initialE4: number;
  onChange: (creditE4: number) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState(() => exactText(initialE4, currency));
  const read = e4OfText(typed);
  return (
    <TextInput
      label={`${t('tenants.plan.credit')} (${currency})`}
      description={t('tenants.plan.creditHint')}
      inputMode="decimal"
      value={typed}
      error={read === null || read < 0 ? t('tenants.wrong.amount') : undefined}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        const e4 = e4OfText(next);
        // Refused by the contract, so that nothing but what is read here is saved.
        onChange(e4 === null ? -1 : e4);
      }}
    />
  );
}
