import { TextInput } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { accountApi } from '../../contract.ts';

/** For owners, where organisations are opened by invitation; nothing elsewhere. */
export default function OrganisationInvite() {
  const t = useText();
  const isByInvitation =
    useEndpoint(accountApi.setupState, {}, { handlesFailures: true }).data?.registration === 'invitation';
  const isOwner = useEndpoint(accountApi.info, {}, { handlesFailures: true }).data?.isTenantOwner ?? false;
  const form = useContractForm(accountApi.inviteOrganisation.input, { email: '' });
  const invite = useCommand(accountApi.inviteOrganisation, {
    done: 'account.organisation.invited',
    handlesFailures: true,
    onDone: () => form.reset(),
  });
  if (!isByInvitation || !isOwner) return null;
  return (
    <Card title={t('account.organisation.inviteTitle')}>
      <ContractForm
        form={form}
        onSubmit={(values) => invite.mutateAsync(values)}
        submit={t('account.organisation.invite')}
      >
        <TextInput
          type="email"
          label={t('account.organisation.email')}
          description={t('account.organisation.inviteHint')}
          {...form.getInputProps('email')}
        />
      </ContractForm>
    </Card>
  );
}
