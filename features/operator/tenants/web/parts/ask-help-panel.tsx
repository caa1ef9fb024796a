import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type TenantDetail } from '../../contract.ts';
import HelpRights, { lookingAround, type HelpRightsProps } from './rights-field.tsx';

/** Asks the owners of a tenant for an hour inside it: why, and with which rights. */
export function AskHelpPanel({ tenant, onClose }: { tenant: TenantDetail; onClose: () => void }) {
  const t = useText();
  const [isDirty, setDirty] = useState(false);
  const { data, error, refetch } = useEndpoint(tenantsApi.helpRights, {}, { handlesFailures: true, staleMs: Infinity });
  return (
    <SidePanel opened onClose={onClose} title={t('tenants.help.askTitle', { name: tenant.name })} dirty={isDirty}>
      {data ? (
        <AskForm id={tenant.id} rights={data} onDirty={setDirty} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingLines lines={5} />
      )}
    </SidePanel>
  );
}

interface AskFormProps extends Pick<HelpRightsProps, 'rights'> {
  id: number;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

type Values = { id: number; why: string; functions: string[] };

function AskForm({ id, rights, onDirty, onClose }: AskFormProps) {
  const t = useText();
  const form = useContractForm<Values>(tenantsApi.askHelp.input as z.ZodType<unknown, Values>, {
    id,
    why: '',
    functions: lookingAround(rights),
  });
  const ask = useCommand(tenantsApi.askHelp, {
    invalidates: [tenantsApi.detail],
    done: 'tenants.help.asked',
    handlesFailures: true,
  });
  return (
    <ContractForm
      form={form}
      submit={t('tenants.help.ask')}
      onCancel={onClose}
      onSubmit={async (values) => {
        await ask.mutateAsync(values);
        onClose();
      }}
    >
      <p className="tenant-lead">{t('tenants.help.askLead')}</p>
      <Textarea
        label={t('tenants.help.why')}
        description={t('tenants.help.whyHint')}
        required
        data-autofocus
        rows={3}
        maxLength={500}
        {...form.getInputProps('why')}
        onChange={(event) => {
          form.setFieldValue('why', event.currentTarget.value);
          onDirty(event.currentTarget.value !== '');
        }}
      />
      <HelpRights
        rights={rights}
        value={form.values.functions}
        onChange={(functions) => form.setFieldValue('functions', functions)}
      />
    </ContractForm>
  );
}
