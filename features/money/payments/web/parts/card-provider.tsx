import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { paymentOperationsApi } from '../../contract.ts';

const USUAL_URL = 'https://api.stripe.com';

/** Where cards are charged; its secrets are typed and never shown. */
export function CardProviderCard() {
  const { data } = useEndpoint(paymentOperationsApi.provider, {});
  if (!data) return null;
  return <ProviderForm key={`${data.apiUrl} ${data.isSet}`} {...data} />;
}

function ProviderForm({ isSet, apiUrl: kept, hookUrl }: { isSet: boolean; apiUrl: string; hookUrl: string }) {
  const t = useText();
  const [apiUrl, setApiUrl] = useState(kept || USUAL_URL);
  const [secretKey, setSecretKey] = useState('');
  const [webhookSecret, setWebhookSecret] = useState('');
  const invalidates = [paymentOperationsApi.provider];
  const save = useCommand(paymentOperationsApi.setProvider, { invalidates, done: 'payments.operator.saved' });
  const remove = useCommand(paymentOperationsApi.removeProvider, { invalidates });
  const keepsSecrets = isSet && apiUrl === kept;
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    await save.mutateAsync({ apiUrl, secretKey, webhookSecret });
    setSecretKey('');
    setWebhookSecret('');
  }
  async function askAndRemove(): Promise<void> {
    const yes = t('payments.operator.remove');
    const isSure = await confirm({ title: yes, body: t('payments.operator.removeHint'), yes, danger: true });
    if (isSure) remove.mutate({});
  }
  return (
    <Card title={t('payments.operator.card')}>
      <p>{t('payments.operator.cardLead')}</p>
      <form className="card-provider" onSubmit={(event) => void submit(event).catch(() => {})}>
        <TextInput
          required
          type="url"
          label={t('payments.operator.apiUrl')}
          value={apiUrl}
          onChange={(event) => setApiUrl(event.currentTarget.value)}
        />
        <PasswordInput
          required={!keepsSecrets}
          label={t('payments.operator.secretKey')}
          placeholder={keepsSecrets ? t('payments.operator.kept') : 'sk_…'}
          autoComplete="off"
          value={secretKey}
          onChange={(event) => setSecretKey(event.currentTarget.value)}
        />
        <PasswordInput
          required={!keepsSecrets}
          label={t('payments.operator.webhookSecret')}
          placeholder={keepsSecrets ? t('payments.operator.kept') : 'whsec_…'}
          autoComplete="off"
          value={webhookSecret}
          onChange={(event) => setWebhookSecret(event.currentTarget.value)}
        />
        <div>
          <b>{t('payments.operator.hookUrl')}</b> <code>{hookUrl}</code> <CopyButton value={hookUrl} />
          <small>{t('payments.operator.hookHint')}</small>
        </div>
        <div className="form-buttons">
          {isSet && (
            <Button variant="default" color="red" loading={remove.isPending} onClick={() => void askAndRemove()}>
              {t('payments.operator.remove')}
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            {t('payments.operator.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
