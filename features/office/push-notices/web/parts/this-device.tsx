import { Button, Checkbox } from '@mantine/core';
import { BellOff, BellRing, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { noticeKinds, type NoticeKind } from '#core/push/notice-kinds.ts';
import { useText } from '#platform/web/i18n.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { toast } from '#platform/web/toast.ts';
import { invalidate, useCommand } from '#platform/web/use-endpoint.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { pushNoticesApi, type NoticeDevice } from '../../contract.ts';
import { thisDevice } from '../device/this-device.ts';

const guide = () => shellDialogs.show({ kind: 'permission', blocked: BlockedMedia.notification });

/** Notices at this browser: on or off, what keeps them away, and what they are about. */
export function ThisDevice({ userId, device }: { userId: number; device: NoticeDevice | null }) {
  const t = useText();
  const here = useMemo(() => thisDevice(userId), [userId]);
  const [state, setState] = useState(here.state);
  const [busy, setBusy] = useState(false);

  async function change(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
      await invalidate(pushNoticesApi.list);
    } finally {
      setState(here.state());
      setBusy(false);
    }
  }
  const turnOn = () =>
    change(async () => {
      const outcome = await here.turnOn();
      if (outcome === 'granted') toast({ tone: 'success', text: t('push-notices.here.turnedOn') });
      else if (outcome === 'failed') toast({ tone: 'error', text: t('push-notices.failed') });
      else if (outcome === 'denied') guide();
    });
  const turnOff = () =>
    change(async () => {
      await here.turnOff(device?.id ?? null);
      toast({ tone: 'success', text: t('push-notices.here.turnedOff') });
    });

  const isOn = device !== null && state === 'granted';
  if (state !== 'granted' && state !== 'prompt')
    return (
      <div className="notices-state" role="status" data-tone="warning">
        <TriangleAlert size={18} aria-hidden />
        <p>{t(`push-notices.state.${state}`)}</p>
        {state === 'denied' && (
          <Button size="xs" variant="default" onClick={guide}>
            {t('push-notices.here.how')}
          </Button>
        )}
      </div>
    );
  return (
    <>
      <div className="notices-state" data-on={isOn || undefined}>
        {isOn ? <BellRing size={18} aria-hidden /> : <BellOff size={18} aria-hidden />}
        <p>{t(isOn ? 'push-notices.here.on' : 'push-notices.here.off')}</p>
        <Button
          size="xs"
          variant={isOn ? 'default' : 'filled'}
          loading={busy}
          onClick={() => void (isOn ? turnOff() : turnOn())}
        >
          {t(isOn ? 'push-notices.here.turnOff' : 'push-notices.here.turnOn')}
        </Button>
      </div>
      {isOn && <Kinds device={device} />}
      <p className="notices-hint">{t('push-notices.here.hint')}</p>
    </>
  );
}

function Kinds({ device: { id, kinds } }: { device: NoticeDevice }) {
  const t = useText();
  const choose = useCommand(pushNoticesApi.choose, { invalidates: [pushNoticesApi.list], done: 'ui.saved' });
  const toggle = (kind: NoticeKind, isWanted: boolean) =>
    choose.mutate({ id, kinds: noticeKinds.filter((one) => (one === kind ? isWanted : kinds.includes(one))) });
  return (
    <div className="notices-kinds">
      {noticeKinds.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`push-notices.kind.${kind}`)}
          checked={kinds.includes(kind)}
          disabled={choose.isPending}
          onChange={(event) => toggle(kind, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}
