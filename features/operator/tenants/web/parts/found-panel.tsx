import { Select, TextInput } from '@mantine/core';
import type { z } from 'zod';
import { regionsApi } from '#features/office/regions/contract.ts';
import { languageNames, languages, languageToWire } from '#shared/languages.ts';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { tenantsApi, type TenantFounding } from '../../contract.ts';

type Values = TenantFounding & Record<string, unknown>;

/** A new tenant: whose it is, and who is invited as its owner. What it may use is said afterwards. */
export function FoundPanel({ onClose, onFounded }: { onClose: () => void; onFounded: (id: number) => void }) {
  const t = useText();
  const language = useLanguage();
  const zone = useViewer()?.timeZone || browserZone();
  const zones = useEndpoint(regionsApi.timeZones, {}, { staleMs: 3_600_000 });
  const form = useContractForm<Values>(tenantsApi.found.input as z.ZodType<unknown, Values>, {
    company: '',
    ownerName: '',
    ownerEmail: '',
    lang: languageToWire(language),
    timeZone: zone,
  });
  const found = useCommand(tenantsApi.found, {
    invalidates: [tenantsApi.page, tenantsApi.figures],
    done: 'tenants.founded',
    handlesFailures: true,
  });
  const known = zones.data?.map(({ time_zone: value, label }) => ({ value, label })) ?? [];
  const zoneChoices = known.some(({ value }) => value === form.values.timeZone)
    ? known
    : [{ value: form.values.timeZone, label: form.values.timeZone }, ...known];
  return (
    <SidePanel opened onClose={onClose} title={t('tenants.found')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        submit={t('tenants.found.go')}
        onCancel={onClose}
        onSubmit={async (values) => onFounded((await found.mutateAsync(values)).id)}
      >
        <TextInput
          label={t('tenants.found.company')}
          description={t('tenants.found.companyHint')}
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('company')}
        />
        <TextInput
          label={t('tenants.found.ownerName')}
          required
          autoComplete="off"
          {...form.getInputProps('ownerName')}
        />
        <TextInput
          type="email"
          label={t('tenants.found.ownerEmail')}
          description={t('tenants.found.ownerEmailHint')}
          required
          autoComplete="off"
          {...form.getInputProps('ownerEmail')}
        />
        <Select
          label={t('tenants.found.language')}
          allowDeselect={false}
          data={languages.map((one) => ({ value: languageToWire(one), label: languageNames[one] }))}
          {...form.getInputProps('lang')}
        />
        <Select
          label={t('tenants.found.zone')}
          allowDeselect={false}
          searchable
          comboboxProps={LONG_LIST}
          data={zoneChoices}
          {...form.getInputProps('timeZone')}
        />
      </ContractForm>
    </SidePanel>
  );
}
