import { ActionIcon, Button } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { scimApi, TOKENS_MOST, type ScimToken } from '#features/team/scim/contract.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { NetworksField } from '#platform/web/ui/form/networks-field.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { ShownOnce } from '#platform/web/ui/shown-once.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';

/** Provisioning by the company's provider: where it finds us, and the tokens it shows. For owners. */
export function ProvisioningCard() {
  const t = useText();
  const { data } = useEndpoint(scimApi.tokens, {}, { handlesFailures: true });
  const [networks, setNetworks] = useState<string[]>([]);
  const [made, setMade] = useState<string | null>(null);
  const add = useCommand(scimApi.addToken, {
    invalidates: [scimApi.tokens],
    onDone: ({ token }) => setMade(token),
  });
  if (!data) return null;
  return (
    <Card title={t('sso.scim.title')}>
      <p className="sso-hint">{t('sso.scim.hint')}</p>
      <dl className="sso-facts">
        <dt>{t('sso.scim.address')}</dt>
        <dd>
          <code>{data.address}</code>
          <CopyButton value={data.address} label={`${t('ui.copy')}: ${t('sso.scim.address')}`} />
        </dd>
        {data.tokens.map((token) => (
          <Token key={token.id} token={token} />
        ))}
      </dl>
      {data.tokens.length < TOKENS_MOST && (
        <>
          <NetworksField
            label={t('sso.scim.networks')}
            description={t('sso.scim.networksHint')}
            networks={networks}
            onChange={setNetworks}
          />
          <div className="sso-buttons">
            <Button
              variant="default"
              leftSection={<Plus size={15} aria-hidden />}
              loading={add.isPending}
              onClick={() => add.mutate({ networks })}
            >
              {t('sso.scim.add')}
            </Button>
          </div>
        </>
      )}
      {made && (
        <ShownOnce
          title={t('sso.scim.shownTitle')}
          hint={t('sso.scim.shownHint')}
          value={made}
          copy={t('sso.scim.copy')}
          done={t('sso.scim.shownDone')}
          onClose={() => setMade(null)}
        />
      )}
    </Card>
  );
}

function Token({ token: { id, prefix, networks, lastUsedAt, lastUsedAddress } }: { token: ScimToken }) {
  const t = useText();
  const format = useFormat();
  const remove = useCommand(scimApi.removeToken, { invalidates: [scimApi.tokens] });
  const label = t('sso.scim.revokeTitle', { name: prefix });
  async function askToRevoke(): Promise<void> {
    if (await confirm({ title: label, body: t('sso.scim.revokeText'), yes: t('sso.scim.revoke'), danger: true }))
      remove.mutate({ id });
  }
  return (
    <>
      <dt>{t('sso.scim.token')}</dt>
      <dd>
        <code>{prefix}…</code>
        <span>
          {lastUsedAt === null
            ? t('sso.scim.neverUsed')
            : t('sso.scim.used', { when: format.relative(lastUsedAt), address: lastUsedAddress })}
        </span>
        {networks.length > 0 && <code>{networks.join(' ')}</code>}
        <ActionIcon aria-label={label} data-hint={t('sso.scim.revoke')} onClick={() => void askToRevoke()}>
          <Trash2 size={15} aria-hidden />
        </ActionIcon>
      </dd>
    </>
  );
}
