import { Alert, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type LentToTenants } from '../../contract.ts';
import { losers } from '../../core/loan-losers.ts';

type Values = { carrier: string; name: string; tenantIds: number[] | null; isWithdrawn: boolean };
const FOUND = 50;

/** To whom a trunk of the installation is lent, and whether at all; what it does to whoever uses it is said before. */
export function LoanDialog({ trunk, onClose }: { trunk: LentToTenants; onClose: () => void }) {
  const t = useText();
  const { carrier, name, isWithdrawn, tenants } = trunk;
  const form = useContractForm<Values>(tenantsApi.setLent.input as z.ZodType<unknown, Values>, {
    carrier,
    name,
    tenantIds: tenants?.map(({ id }) => id) ?? null,
    isWithdrawn,
  });
  const save = useCommand(tenantsApi.setLent, {
    invalidates: [tenantsApi.lent],
    done: 'ui.saved',
    handlesFailures: true,
  });
  const { tenantIds } = form.values;
  return (
    <Dialog opened onClose={onClose} title={t('tenants.lent.edit', { name })} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        onCancel={onClose}
        onlyWhenDirty
        onSubmit={async (values) => {
          await save.mutateAsync(values);
          onClose();
        }}
      >
        <TextInput
          label={t('tenants.line.name')}
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Select
          label={t('tenants.lent.whom')}
          allowDeselect={false}
          data={[
            { value: 'all', label: t('tenants.lent.toAll') },
            { value: 'some', label: t('tenants.lent.toSome') },
          ]}
          value={tenantIds === null ? 'all' : 'some'}
          onChange={(next) => form.setFieldValue('tenantIds', next === 'all' ? null : [])}
        />
        {tenantIds !== null && (
          <Tenants trunk={trunk} value={tenantIds} onChange={(ids) => form.setFieldValue('tenantIds', ids)} />
        )}
        <Switch
          label={t('tenants.lent.withdraw')}
          description={t('tenants.lent.withdrawHint')}
          {...form.getInputProps('isWithdrawn', { type: 'checkbox' })}
        />
        <Effects trunk={trunk} after={form.values} />
      </ContractForm>
    </Dialog>
  );
}

function Tenants({
  trunk,
  value,
  onChange,
}: {
  trunk: LentToTenants;
  value: number[];
  onChange: (ids: number[]) => void;
}) {
  const t = useText();
  const [keyword, setKeyword] = useState('');
  const [known, setKnown] = useState(
    () => new Map([...(trunk.tenants ?? []), ...trunk.usedBy].map((one) => [one.id, one.name])),
  );
  const { data } = useEndpoint(
    tenantsApi.page,
    { page: 1, size: FOUND, order: 'name', ...(keyword ? { keyword } : {}) },
    { handlesFailures: true, keepPrevious: true },
  );
  const names = new Map([...known, ...(data?.list ?? []).map(({ id, name }) => [id, name] as const)]);
  return (
    <MultiSelect
      label={t('tenants.lent.tenants')}
      searchable
      clearable
      hidePickedOptions
      searchValue={keyword}
      onSearchChange={setKeyword}
      filter={({ options }) => options}
      maxDropdownHeight={260}
      data={[...names].map(([id, name]) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      onChange={(ids) => {
        setKnown(names);
        onChange(ids.map(Number));
      }}
    />
  );
}

/** Who has it no more by this change, in words. */
function Effects({ trunk, after }: { trunk: LentToTenants; after: Pick<Values, 'tenantIds' | 'isWithdrawn'> }) {
  const t = useText();
  const format = useFormat();
  const lost = losers(trunk, after);
  if (lost.all.length === 0) return null;
  return (
    <Alert variant="light" color="yellow" role="status" icon={<TriangleAlert size={18} aria-hidden />}>
      <p className="tenant-lead">
        {t('tenants.lent.lose', { count: lost.all.length, names: format.list(lost.all.map(({ name }) => name)) })}
      </p>
      {lost.without.length > 0 && (
        <p className="tenant-lead">
          {t('tenants.lent.loseAll', {
            count: lost.without.length,
            names: format.list(lost.without.map(({ name }) => name)),
          })}
        </p>
      )}
      <p className="tenant-lead">{t('tenants.lent.loseCalls')}</p>
    </Alert>
  );
}
