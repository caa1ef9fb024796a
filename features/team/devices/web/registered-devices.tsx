import { Button } from '@mantine/core';
import { Monitor, Phone } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { IconRow, IconRows } from '#platform/web/ui/icon-rows.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { devicesApi, type Device } from '../contract.ts';

/** Devices with when and where each was last used; any but this one can be removed. */
export default function RegisteredDevices({ userId }: { userId?: number }) {
  const t = useText();
  const can = useCan();
  const mine = useEndpoint(devicesApi.list, {}, { enabled: userId === undefined, handlesFailures: true });
  const theirs = useEndpoint(
    devicesApi.listOf,
    { userId: userId ?? 0 },
    { enabled: userId !== undefined, handlesFailures: true },
  );
  const removeMine = useCommand(devicesApi.remove, { done: 'devices.removed', invalidates: [devicesApi.list] });
  const removeTheirs = useCommand(devicesApi.removeOf, { done: 'devices.removed', invalidates: [devicesApi.listOf] });
  const { data, error, refetch } = userId === undefined ? mine : theirs;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  if (data.length === 0)
    return <EmptyState icon={<Monitor size={22} />} title={t('devices.empty.title')} hint={t('devices.empty.hint')} />;

  async function remove({ id, name }: Device): Promise<void> {
    const question = {
      title: t('devices.confirm.title', { name }),
      body: t('devices.confirm.body'),
      yes: t('devices.remove'),
      danger: true,
    };
    if (!(await confirm(question))) return;
    if (userId === undefined) removeMine.mutate({ id });
    else removeTheirs.mutate({ userId, id });
  }
  const removable = userId === undefined || can('devices.edit');
  return (
    <IconRows>
      {data.map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          {...(removable && !device.current ? { onRemove: () => void remove(device) } : {})}
        />
      ))}
    </IconRows>
  );
}

function DeviceRow({ device, onRemove }: { device: Device; onRemove?: () => void }) {
  const t = useText();
  const format = useFormat();
  const { kind, name, address, lastSeen, firstSeen, signedIn, current } = device;
  const Icon = kind === 'phone' ? Phone : Monitor;
  return (
    <IconRow
      icon={Icon}
      iconLabel={t(`devices.kind.${kind}`)}
      name={
        <>
          {name}
          {current ? (
            <Badge tone="green">{t('devices.current')}</Badge>
          ) : (
            signedIn && <Badge>{t('devices.signedIn')}</Badge>
          )}
        </>
      }
      detail={t('devices.seen', { when: format.relative(lastSeen), address: address || '–' })}
      detailHint={t('devices.since', { when: format.dateTime(firstSeen) })}
      action={
        onRemove && (
          <Button variant="default" size="xs" aria-label={t('devices.removeLabel', { name })} onClick={onRemove}>
            {t('devices.remove')}
          </Button>
        )
      }
    />
  );
}
