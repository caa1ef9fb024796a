import { ActionIcon, Switch } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import type { Tone } from '#shared/codes.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { tenantApiApi, type ApiKey } from '../../contract.ts';

const tones: Record<ApiKey['state'], Tone> = {
  active: 'green',
  off: 'grey',
  expired: 'warning',
  keeperLeft: 'warning',
  keeperOff: 'warning',
};

/** One key: what it may do, when it was used last, and switches for those who may change it. */
export function KeyRow({ apiKey, mayEdit, onEdit }: { apiKey: ApiKey; mayEdit: boolean; onEdit: () => void }) {
  const t = useText();
  const format = useFormat();
  const { id, name, prefix, scopes, lost, maskNumbers, networks, expiresAt, enabled, state, keeper } = apiKey;
  const { lastUsedAt, lastUsedAddress } = apiKey;
  const update = useCommand(tenantApiApi.update, { invalidates: [tenantApiApi.list] });
  const remove = useCommand(tenantApiApi.remove, { invalidates: [tenantApiApi.list] });
  // Switching it on takes it over.
  const isOrphan = state === 'keeperLeft' || state === 'keeperOff';
  async function askToRemove(): Promise<void> {
    if (
      await confirm({
        title: t('tenant-api.removeTitle', { name }),
        body: t('tenant-api.removeBody'),
        yes: t('tenant-api.remove'),
        danger: true,
      })
    )
      remove.mutate({ id });
  }
  return (
    <li aria-label={name}>
      <div className="api-key-name">
        <b>{name}</b>
        <code>{prefix}…</code>
      </div>
      <div className="api-key-scopes">
        {scopes.map((scope) => (
          <Badge key={scope} tone={lost.includes(scope) ? 'grey' : 'blue'}>
            {t(`tenant-api.scope.${scope}`)}
          </Badge>
        ))}
        {maskNumbers && <Badge>{t('tenant-api.masked')}</Badge>}
        {networks.length > 0 && <Badge>{t('tenant-api.fromNetworks', { count: networks.length })}</Badge>}
      </div>
      <dl>
        <div>
          <dt>{t('tenant-api.column.state')}</dt>
          <dd>
            <Badge look="dot" tone={tones[state]}>
              {t(`tenant-api.state.${state}`, { name: keeper })}
            </Badge>
          </dd>
        </div>
        <div>
          <dt>{t('tenant-api.column.lastUse')}</dt>
          <dd title={lastUsedAddress && t('tenant-api.usedFrom', { address: lastUsedAddress })}>
            {lastUsedAt === null ? t('tenant-api.neverUsed') : format.relative(lastUsedAt)}
          </dd>
        </div>
        <div>
          <dt>{t('tenant-api.column.expires')}</dt>
          <dd>{expiresAt === null ? t('tenant-api.noExpiry') : format.date(expiresAt)}</dd>
        </div>
      </dl>
      {mayEdit && (
        <div className="api-key-deeds">
          <Switch
            aria-label={t('tenant-api.switch', { name })}
            checked={enabled && !isOrphan}
            disabled={update.isPending}
            onChange={(event) =>
              update.mutate({ id, name, scopes, expiresAt, maskNumbers, enabled: event.currentTarget.checked })
            }
          />
          <ActionIcon
            aria-label={t('tenant-api.editTitle', { name })}
            data-hint={t('tenant-api.edit')}
            onClick={onEdit}
          >
            <Pencil size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={t('tenant-api.removeTitle', { name })}
            data-hint={t('tenant-api.remove')}
            onClick={() => void askToRemove()}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {isOrphan && mayEdit && <p className="api-key-orphan">{t('tenant-api.takeOver')}</p>}
      {!isOrphan && lost.length > 0 && (
        <p className="api-key-orphan">
          {t('tenant-api.lost', {
            name: keeper,
            scopes: lost.map((scope) => t(`tenant-api.scope.${scope}`)).join(', '),
          })}
        </p>
      )}
    </li>
  );
}
