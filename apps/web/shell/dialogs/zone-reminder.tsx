import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { zoneReminderDue } from '#core/shell/reminders.ts';
import { formatOf } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { browserZone, isZone, offsetMinutes } from '#platform/web/zone.ts';
import { openPanel } from '../panels.ts';
import { useInfo } from '../shell-data.ts';

const SHOWN = 'openseat.zoneReminderShown';

/** Reminds of a saved zone whose clock differs from this machine's; once per session of the browser. */
export function ZoneReminder() {
  const t = useText();
  const language = useLanguage();
  const { timeZone } = useInfo();
  const [now] = useState(() => new Date());
  const [shownBefore, setShownBefore] = useState(() => sessionStorage.getItem(SHOWN) !== null);
  const saved = timeZone && isZone(timeZone) ? timeZone : null;
  const due = zoneReminderDue({
    browserOffsetMin: offsetMinutes(browserZone(), now),
    savedZoneOffsetMin: saved === null ? null : offsetMinutes(saved, now),
    alreadyShownThisSession: shownBefore,
  });
  const close = () => {
    sessionStorage.setItem(SHOWN, '1');
    setShownBefore(true);
  };
  const go = () => {
    close();
    openPanel('zone');
  };
  const timeIn = (zone: string) => formatOf(language, zone).time(now);
  const place = (zone: string) => zone.replaceAll('_', ' ');
  const words = { saved: saved && place(saved), savedTime: saved && timeIn(saved), browser: place(browserZone()), browserTime: timeIn(browserZone()) };
  return (
    <Modal opened={due} onClose={close} title={t('shell.zoneReminder.title')} size={440} withCloseButton={false} returnFocus={false}>
      <Text c="dimmed">{t('shell.zoneReminder.body', words)}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close}>{t('shell.zoneReminder.notNow')}</Button>
        <Button onClick={go}>{t('shell.zoneReminder.go')}</Button>
      </Group>
    </Modal>
  );
}
