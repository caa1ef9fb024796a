import { Alert, Button } from '@mantine/core';
import { Archive, FileDown } from 'lucide-react';
import { useState } from 'react';
import type { Tone } from '#shared/codes.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { EmptyState } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type TenantDetail, type TenantExport } from '../../contract.ts';

const tones: Record<TenantExport['state'], Tone> = {
  waiting: 'grey',
  making: 'blue',
  ready: 'green',
  failed: 'red',
  expired: 'grey',
  refused: 'grey',
};
const isOnItsWay = ({ state }: TenantExport): boolean => state === 'waiting' || state === 'making';

/** Everything a tenant has as one archive: asked for, made, fetched. */
export function DataTab({ tenant: { id, name, exports, state, awaitsExport } }: { tenant: TenantDetail }) {
  const t = useText();
  const isMaking = exports.some(isOnItsWay);
  const isActive = state === 'active';
  const begin = useCommand(tenantsApi.beginExport, { invalidates: [tenantsApi.detail], done: 'tenants.export.begun' });
  const refuse = useCommand(tenantsApi.refuseExport, {
    invalidates: [tenantsApi.detail],
    done: 'tenants.export.refused',
  });
  const doWithout = async (): Promise<void> => {
    const question = {
      title: t('tenants.export.refuseTitle', { name }),
      body: t('tenants.export.refuseBody'),
      yes: t('tenants.export.refuse'),
      danger: true,
    };
    if (await confirm(question)) refuse.mutate({ id });
  };
  return (
    <Card
      title={t('tenants.export.title')}
      actions={
        <Button
          variant="default"
          leftSection={<Archive size={15} aria-hidden />}
          loading={begin.isPending}
          disabled={isMaking || isActive}
          onClick={() => begin.mutate({ id })}
        >
          {t('tenants.export.begin')}
        </Button>
      }
    >
      <p className="tenant-lead">{t('tenants.export.lead')}</p>
      {awaitsExport && (
        <Alert className="tenant-standing" variant="light" color="yellow" role="status">
          <p className="tenant-lead">{t('tenants.export.awaited')}</p>
          <Button variant="default" size="xs" loading={refuse.isPending} onClick={() => void doWithout()}>
            {t('tenants.export.refuse')}
          </Button>
        </Alert>
      )}
      {isActive && <p className="tenant-lead">{t('tenants.export.active')}</p>}
      {exports.length === 0 ? (
        <EmptyState icon={<Archive size={22} />} title={t('tenants.export.none')} />
      ) : (
        <ul className="tenant-exports">
          {exports.map((one) => (
            <Made key={one.id} tenantId={id} one={one} isActive={isActive} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Made({ tenantId, one, isActive }: { tenantId: number; one: TenantExport; isActive: boolean }) {
  const t = useText();
  const format = useFormat();
  const [isFetching, setFetching] = useState(false);
  const fetch = () => {
    setFetching(true);
    void download(tenantsApi.fetchExport, { id: tenantId, exportId: one.id })
      .catch(handleFailure)
      .finally(() => setFetching(false));
  };
  const facts = [
    t('tenants.export.asked', { name: one.askedBy, when: format.dateTime(one.askedAt) }),
    one.bytes === null ? '' : format.bytes(one.bytes),
    one.state === 'ready' && one.expiresAt ? t('tenants.export.until', { when: format.dateTime(one.expiresAt) }) : '',
  ];
  return (
    <li>
      <span>
        <Badge look="dot" tone={tones[one.state]}>
          {t(`tenants.export.state.${one.state}`)}
        </Badge>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      {isOnItsWay(one) && <progress className="tenant-progress" aria-label={t('tenants.export.state.making')} />}
      {one.state === 'ready' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<FileDown size={14} aria-hidden />}
          loading={isFetching}
          disabled={isActive}
          onClick={fetch}
        >
          {t('tenants.export.fetch')}
        </Button>
      )}
    </li>
  );
}
