import { Alert, Button, Menu } from '@mantine/core';
import { CirclePause, CirclePlay, EllipsisVertical, PowerOff, Trash2, TriangleAlert } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { PageHeader } from '#platform/web/ui/page.tsx';
import type { TenantDetail } from '../../contract.ts';
import { useTenantDeeds, type TenantDeeds } from '../use-tenant-deeds.ts';
import { CloseDialog } from './close-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { StandingBadge, TenantTroubles } from './tenant-standing.tsx';

/** Whose page this is, how it stands, and what can be done about it. */
export function TenantHead({ tenant }: { tenant: TenantDetail }) {
  const t = useText();
  const deeds = useTenantDeeds(tenant);
  const { name, company, companyDomain, isDemo, isMine } = tenant;
  return (
    <>
      <PageHeader
        title={
          <span className="tenant-title">
            {name} <StandingBadge state={tenant.state} />
            {isMine && <Badge tone="blue">{t('tenants.mine')}</Badge>}
            {isDemo && <Badge>{t('tenants.demo')}</Badge>}
          </span>
        }
        hint={[`#${tenant.id}`, company === name ? '' : company, companyDomain].filter(Boolean).join(' · ')}
        actions={<Deeds tenant={tenant} deeds={deeds} />}
      />
      <Standing tenant={tenant} deeds={deeds} />
      {deeds.asked === 'suspend' && <SuspendDialog tenant={tenant} onClose={deeds.put} />}
      {deeds.asked === 'close' && <CloseDialog tenant={tenant} onClose={deeds.put} />}
    </>
  );
}

interface Given {
  tenant: TenantDetail;
  deeds: TenantDeeds;
}

function Deeds({ tenant: { state, isMine, campaignsStopped }, deeds }: Given) {
  const t = useText();
  if (state !== 'active')
    return (
      <>
        {state === 'suspended' && (
          <Button
            variant="default"
            leftSection={<Trash2 size={15} aria-hidden />}
            disabled={isMine}
            onClick={() => deeds.ask('close')}
          >
            {t('tenants.close')}
          </Button>
        )}
        <Button leftSection={<CirclePlay size={16} aria-hidden />} loading={deeds.isPending} onClick={deeds.resume}>
          {t(state === 'closed' ? 'tenants.reopen' : 'tenants.resume')}
        </Button>
      </>
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={campaignsStopped ? <CirclePlay size={15} aria-hidden /> : <CirclePause size={15} aria-hidden />}
        loading={deeds.isPending}
        onClick={() => void deeds.switchCampaigns()}
      >
        {t(campaignsStopped ? 'tenants.campaigns.goOn' : 'tenants.campaigns.stop')}
      </Button>
      {/* Where one sits oneself can be neither suspended nor closed: the reason stands beside. */}
      {!isMine && (
        <>
          <Button
            variant="default"
            leftSection={<PowerOff size={15} aria-hidden />}
            onClick={() => deeds.ask('suspend')}
          >
            {t('tenants.suspend')}
          </Button>
          <Menu>
            <Menu.Target>
              <Button variant="default" px={9} aria-label={t('ui.more')}>
                <EllipsisVertical size={16} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item color="red" leftSection={<Trash2 size={15} aria-hidden />} onClick={() => deeds.ask('close')}>
                {t('tenants.close')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
    </>
  );
}

/** What everybody should know of it, above all else. */
function Standing({ tenant }: Given) {
  const t = useText();
  const format = useFormat();
  const { state, stateAt, stateWhy, deleteAt, troubles, campaignsStopped, awaitsExport } = tenant;
  if (state === 'active')
    return troubles.length === 0 && !campaignsStopped ? null : (
      <div className="tenant-notes">
        <TenantTroubles row={tenant} />
      </div>
    );
  const since = format.dateTime(stateAt);
  return (
    <Alert
      className="tenant-standing"
      variant="light"
      color={state === 'closed' ? 'red' : 'yellow'}
      icon={<TriangleAlert size={18} aria-hidden />}
      title={
        state === 'closed'
          ? t('tenants.closedSince', { since, at: format.dateTime(deleteAt) })
          : t('tenants.suspendedSince', { since })
      }
    >
      {stateWhy || t('tenants.noReason')}
      {awaitsExport && <p>{t('tenants.export.awaited')}</p>}
    </Alert>
  );
}
