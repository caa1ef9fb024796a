import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { retryCountdown, type RetryCountdown, type RetryEffect, type RetryEvent } from '#core/shell/retry-countdown.ts';
import { driveTimed, type TimedMachine } from '#core/timed-machine.ts';
import { useText } from '#platform/web/i18n.ts';
import { useFocusReturn } from '#platform/web/ui/focus-return.ts';
import { pageTimer } from '#platform/web/timer.ts';

interface BusyProps {
  seat: 'text' | 'voice';
  /** How many wait in front; null when nobody counts. */
  ahead: number | null;
  waitSec: number;
  retry: () => Promise<boolean>;
  giveUp: () => void;
  onClose: () => void;
}

const openCountdown = (
  waitSec: number,
  retry: () => Promise<boolean>,
  onGiven: () => void,
): TimedMachine<RetryCountdown, RetryEvent> =>
  driveTimed<RetryCountdown, RetryEvent, RetryEffect>(
    retryCountdown(waitSec),
    { at: 'ready' },
    (_ask, send) => {
      // A retry that fails is told by the shared handler; here it counts as still busy.
      retry().then(
        (given) => (given ? onGiven() : send({ type: 'stillBusy' })),
        () => send({ type: 'stillBusy' }),
      );
    },
    { after: pageTimer },
  );

/** No seat is free: says how long the queue is and lets the agent ask again, not too often. */
export function BusyDialog({ seat, ahead, waitSec, retry, giveUp, onClose }: BusyProps) {
  const t = useText();
  useFocusReturn(true);
  const [countdown] = useState(() => openCountdown(waitSec, retry, onClose));
  const [now, setNow] = useState(countdown.current);
  useEffect(() => {
    const unwatch = countdown.watch(setNow);
    return () => {
      unwatch();
      countdown.clearTimers();
    };
  }, [countdown]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(seat === 'text' ? 'shell.busy.text.title' : 'shell.busy.voice.title')}
      size={420}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      {ahead !== null && <output className="busy-ahead">{t('shell.busy.waiting', { ahead })}</output>}
      <Text c="dimmed">{t('shell.busy.body')}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button
          variant="default"
          onClick={() => {
            onClose();
            giveUp();
          }}
        >
          {t('shell.busy.giveUp')}
        </Button>
        <Button
          disabled={now.at === 'counting'}
          loading={now.at === 'asking'}
          onClick={() => countdown.send({ type: 'pressed' })}
        >
          {now.at === 'counting' ? t('shell.busy.retryIn', { seconds: now.leftSec }) : t('shell.busy.retry')}
        </Button>
      </Group>
    </Modal>
  );
}
