import { Button, Group, Modal, Text } from '@mantine/core';
import { formatOf } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { useFocusReturn } from '#platform/web/ui/focus-return.ts';
import { browserZone } from '#platform/web/zone.ts';
import { openPanel } from '../panels.ts';
import type { Reminder } from './use-zone-reminder.ts';

/** Reminds of a saved zone whose clock differs from this machine's. */
export function ZoneReminder({ due, saved, now, close }: Reminder) {
  const t = useText();
  useFocusReturn(due);
  const language = useLanguage();
  const go = () => {
    close();
    openPanel('zone');
  };
  const timeIn = (zone: string) => formatOf(language, zone).time(now);
  const place = (zone: string) => zone.replaceAll('_', ' ');
  const words = {
    saved: saved && place(saved),
    savedTime: saved && timeIn(saved),
    browser: place(browserZone()),
    browserTime: timeIn(browserZone()),
  };
  return (
    <Modal
      opened={due}
      onClose={close}
      title={t('shell.zoneReminder.title')}
      size={440}
      withCloseButton={false}
      returnFocus={false}
    >
      <Text c="dimmed">{t('shell.zoneReminder.body', words)}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close}>
          {t('shell.zoneReminder.notNow')}
        </Button>
        <Button onClick={go}>{t('shell.zoneReminder.go')}</Button>
      </Group>
    </Modal>
  );
}
