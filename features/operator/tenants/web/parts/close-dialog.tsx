import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type TenantDetail } from '../../contract.ts';
import { seenTenants } from '../use-tenant-deeds.ts';
import { TypedDeed } from './typed-deed.tsx';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
const MOST_DAYS = 365;

/** Closes a tenant: suspended now, deleted after a term until which it can be taken back. */
export function CloseDialog({ tenant, onClose }: { tenant: TenantDetail; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const { id, name, members, storageBytes } = tenant;
  const [days, setDays] = useState<number | string>(USUAL_DAYS);
  const [openedMs] = useState(() => Date.now());
  const close = useCommand(tenantsApi.close, {
    invalidates: seenTenants,
    done: 'tenants.closed',
    handlesFailures: true,
  });
  const afterDays = Math.min(MOST_DAYS, Math.max(1, Math.round(Number(days) || USUAL_DAYS)));
  const at = format.date(new Date(openedMs + afterDays * DAY_MS));
  return (
    <TypedDeed
      title={t('tenants.close.title', { name })}
      effects={[
        t('tenants.close.now', { count: members }),
        t('tenants.close.export'),
        t('tenants.close.deleted', { at, size: format.bytes(storageBytes) }),
        t('tenants.close.back', { at }),
      ]}
      word={name}
      reason={{ label: t('tenants.deed.why'), hint: t('tenants.suspend.whyHint'), isNeeded: true }}
      yes={t('tenants.close.go')}
      isDanger
      onDo={(why) => close.mutateAsync({ id, why, afterDays })}
      onClose={onClose}
    >
      <NumberInput
        label={t('tenants.close.days')}
        min={1}
        max={MOST_DAYS}
        allowDecimal={false}
        allowNegative={false}
        value={days}
        onChange={setDays}
      />
    </TypedDeed>
  );
}
