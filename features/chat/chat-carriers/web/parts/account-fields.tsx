import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { chatCarriersApi, type AccountWish, type ShownCarrierAccount, type SecretName } from '../../contract.ts';

/** What a form offers of a field. */
type Inputs = (field: string, options?: { type: 'checkbox' }) => object;

/** What every account has: a name, who answers, whether it is on. */
export function CommonFields({ inputs }: { inputs: Inputs }) {
  const t = useText();
  const groups = useEndpoint(agentGroupsApi.all, {}).data ?? [];
  return (
    <>
      <TextInput required label={t('chat-carriers.field.name')} maxLength={60} {...inputs('name')} />
      <NativeSelect
        required
        label={t('chat-carriers.field.group')}
        data={[{ value: '', label: '' }, ...groups.map(({ id, name }) => ({ value: String(id), label: name }))]}
        {...inputs('group_id')}
      />
      <Switch label={t('chat-carriers.field.enabled')} {...inputs('enabled', { type: 'checkbox' })} />
    </>
  );
}

/** A secret: never shown again, kept when nothing is written. */
export function CarrierSecretField({
  name,
  account,
  inputs,
  required = true,
}: {
  name: SecretName;
  account: ShownCarrierAccount | null;
  inputs: Inputs;
  required?: boolean;
}) {
  const t = useText();
  const isSet = account?.secrets_set.includes(name) ?? false;
  return (
    <PasswordInput
      required={required && !isSet}
      autoComplete="off"
      label={t(`chat-carriers.field.${name}`)}
      {...(isSet ? { description: t('chat-carriers.secretSet') } : {})}
      maxLength={2_000}
      {...inputs(name)}
    />
  );
}

/** Those somebody wrote something into. */
export const writtenSecrets = (secrets: Partial<Record<SecretName, string>>): AccountWish['secrets'] =>
  Object.fromEntries(Object.entries(secrets).filter(([, value]) => value.trim() !== ''));

/** Stores an account, new or changed. */
export function useSaveAccount(
  account: ShownCarrierAccount | null,
  onClose: () => void,
): (wish: AccountWish) => Promise<void> {
  const t = useText();
  const invalidates = [chatCarriersApi.list];
  const add = useCommand(chatCarriersApi.add, { invalidates, handlesFailures: true });
  const update = useCommand(chatCarriersApi.update, { invalidates, handlesFailures: true });
  return async (wish) => {
    if (account) await update.mutateAsync({ id: account.id, version: account.version, ...wish });
    else await add.mutateAsync(wish);
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  };
}
