import { Popover } from '@mantine/core';
import { Globe } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { usePanel } from '../panels.ts';
import { HeaderButton } from './header-button.tsx';
import { ZoneList } from './zone-list.tsx';

/** The time-zone dropdown of the header. */
export function ZoneMenu() {
  const t = useText();
  const [opened, setOpened] = usePanel('zone');
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={220} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <HeaderButton label={t('shell.timeZone')} onClick={() => setOpened(!opened)}><Globe size={17} aria-hidden /></HeaderButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('shell.timeZone')}>
        <ZoneList onChosen={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
