import { Globe } from 'lucide-react';
import { Suspense } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Dropdown, useDropdown } from '#platform/web/ui/dropdown.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { usePanel } from '../panels.ts';
import { HeaderButton } from './header-button.tsx';

const ZoneList = lazy(async () => ({ default: (await import('./zone-list.tsx')).ZoneList }));

/** The time-zone dropdown of the header. */
export function ZoneMenu() {
  const t = useText();
  const [opened, setOpened] = usePanel('zone');
  const { button, opening } = useDropdown('dialog', opened, setOpened);
  return (
    <>
      <HeaderButton {...button} label={t('shell.timeZone')}>
        <Globe size={17} aria-hidden />
      </HeaderButton>
      <Dropdown opening={opening} label={t('shell.timeZone')} width={220} padding={0}>
        <Suspense fallback={<LoadingLines lines={4} />}>
          <ZoneList onChosen={() => setOpened(false)} />
        </Suspense>
      </Dropdown>
    </>
  );
}
