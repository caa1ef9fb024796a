import { Button } from '@mantine/core';
import { BellRing, Monitor, Smartphone } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { IconRow, IconRows } from '#platform/web/ui/icon-rows.tsx';
import { EmptyState } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { pushNoticesApi, type NoticeDevice } from '../../contract.ts';

/** Every device that gets notices of the viewer; each can be tried and taken off. */
export function DeviceRows({ devices }: { devices: readonly NoticeDevice[] }) {
  const t = useText();
  if (devices.length === 0)
    return (
      <EmptyState
        icon={<BellRing size={22} />}
        title={t('push-notices.devices.empty')}
        hint={t('push-notices.devices.emptyHint')}
      />
    );
  return (
    <IconRows>
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </IconRows>
  );
}

function DeviceRow({ device: { id, name, createdAt, lastUsedAt, failedAt, current } }: { device: NoticeDevice }) {
  const t = useText();
  const format = useFormat();
  const remove = useCommand(pushNoticesApi.remove, {
    invalidates: [pushNoticesApi.list],
    done: 'push-notices.device.removed',
  });
  const trial = useCommand(pushNoticesApi.trial, {
    invalidates: [pushNoticesApi.list],
    onDone: ({ outcome }) =>
      toast({ tone: outcome === 'sent' ? 'success' : 'error', text: t(`push-notices.trial.${outcome}`) }),
  });
  async function takeOff(): Promise<void> {
    const question = {
      title: t('push-notices.confirm.title', { name }),
      body: t('push-notices.confirm.body'),
      yes: t('push-notices.device.remove'),
      danger: true,
    };
    if (await confirm(question)) remove.mutate({ id });
  }
  return (
    <IconRow
      icon={/iPhone|iPad|Android/.test(name) ? Smartphone : Monitor}
      name={
        <>
          {name}
          {current && <Badge tone="green">{t('push-notices.device.current')}</Badge>}
          {failedAt && <Badge tone="warning">{t('push-notices.device.failed')}</Badge>}
        </>
      }
      detail={
        lastUsedAt
          ? t('push-notices.device.used', { when: format.relative(lastUsedAt) })
          : t('push-notices.device.unused', { when: format.relative(createdAt) })
      }
      action={
        <div className="notices-actions">
          <Button
            variant="default"
            size="xs"
            loading={trial.isPending}
            aria-label={t('push-notices.device.testLabel', { name })}
            onClick={() => trial.mutate({ id })}
          >
            {t('push-notices.device.test')}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={t('push-notices.device.removeLabel', { name })}
            onClick={() => void takeOff()}
          >
            {t('push-notices.device.remove')}
          </Button>
        </div>
      }
    />
  );
}
