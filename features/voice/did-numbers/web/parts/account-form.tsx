import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import '#platform/web/load-zod.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { NumberCarrierKind, carriersApi, CarrierList, type NewCarrierAccount } from '../../contract/carriers.ts';

const list: CarrierList = {
  url: 'https://',
  headerName: 'Authorization',
  headerValue: 'Bearer {secret}',
  listPath: 'data',
  numberPath: 'number',
  namePath: 'name',
  nextPath: '',
  totalPath: '',
};

/** What all kinds of accounts need, of which each is checked for its own. */
const Values = z
  .object({
    kind: NumberCarrierKind,
    name: z.string().trim().min(1).max(60),
    secret: z.string().trim().min(1).max(500),
    accountSid: z.string().trim(),
    list: z.unknown(),
  })
  .superRefine(({ kind, accountSid, list: described }, context) => {
    if (kind === 'twilio' && !/^AC[0-9a-f]{32}$/i.test(accountSid))
      context.addIssue({ code: 'custom', path: ['accountSid'], message: 'did-numbers.accountSidWrong' });
    const checked = CarrierList.safeParse(described);
    if (kind === 'http' && !checked.success)
      for (const issue of checked.error.issues)
        context.addIssue({ code: 'custom', path: ['list', ...issue.path], message: 'ui.form.wrong' });
  });
type Values = { kind: NumberCarrierKind; name: string; secret: string; accountSid: string; list: CarrierList };

const accountOf = ({ kind, name, secret, accountSid, list: described }: Values): NewCarrierAccount => {
  if (kind === 'twilio') return { kind, name, secret, accountSid };
  return kind === 'telnyx' ? { kind, name, secret } : { kind, name, secret, list: described };
};

/** Adds an account; its secret is never shown again. */
export function AccountForm({ onClose }: { onClose: () => void }) {
  const t = useText();
  const form = useContractForm<Values>(Values as never, {
    kind: 'twilio',
    name: '',
    secret: '',
    accountSid: '',
    list,
  });
  const add = useCommand(carriersApi.addAccount, { invalidates: [carriersApi.accounts], handlesFailures: true });
  const { kind } = form.values;
  const place = (name: keyof CarrierList, hint?: string) => (
    <TextInput
      label={t(`did-numbers.list.${name}`)}
      {...(hint ? { description: hint } : {})}
      {...form.getInputProps(`list.${name}`)}
    />
  );
  return (
    <ContractForm
      form={form}
      submit={t('did-numbers.accountAdd')}
      onCancel={onClose}
      refusedFields={{ nameTaken: 'name' }}
      onSubmit={async (values) => {
        await add.mutateAsync(accountOf(values));
        onClose();
      }}
    >
      <NativeSelect
        label={t('did-numbers.carrierKind')}
        data={NumberCarrierKind.options.map((value) => ({ value, label: t(`did-numbers.carrier.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <TextInput required maxLength={60} label={t('did-numbers.accountName')} {...form.getInputProps('name')} />
      {kind === 'twilio' && (
        <TextInput
          required
          label={t('did-numbers.accountSid')}
          autoComplete="off"
          {...form.getInputProps('accountSid')}
        />
      )}
      <PasswordInput
        required
        label={t(kind === 'twilio' ? 'did-numbers.secret.twilio' : 'did-numbers.secret')}
        description={t('did-numbers.secretHint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('did-numbers.secretShow') }}
        {...form.getInputProps('secret')}
      />
      {kind === 'http' && (
        <fieldset className="form-group">
          <legend>{t('did-numbers.list')}</legend>
          {place('url', t('did-numbers.list.urlHint'))}
          <div className="form-row">
            {place('headerName')}
            {place('headerValue', t('did-numbers.list.headerHint'))}
          </div>
          {place('listPath', t('did-numbers.list.pathHint'))}
          <div className="form-row">
            {place('numberPath')}
            {place('namePath')}
          </div>
          <div className="form-row">
            {place('nextPath', t('did-numbers.list.nextHint'))}
            {place('totalPath')}
          </div>
        </fieldset>
      )}
    </ContractForm>
  );
}
