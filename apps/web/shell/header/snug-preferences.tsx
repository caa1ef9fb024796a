import { Popover, SegmentedControl, Select, UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Theme } from '#features/office/preferences/contract.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { useThemeChoice } from '#platform/web/theme/scheme.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { switchLanguage, switchTheme } from '../preferences.ts';
import { useInfo } from '../shell-data.ts';
import { useSystems } from './system-menu.tsx';
import { themes } from './theme-menu.tsx';
import { ZoneList } from './zone-list.tsx';

function ZonePicker() {
  const t = useText();
  const { timeZone } = useInfo();
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} width={220} position="bottom-end" withinPortal={false} trapFocus>
      <Popover.Target>
        <UnstyledButton
          className="snug-zone"
          aria-label={`${t('shell.timeZone')}: ${timeZone ?? '–'}`}
          onClick={() => setOpened(!opened)}
        >
          <span>{timeZone ?? '–'}</span>
          <ChevronDown size={15} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <ZoneList onChosen={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Language, time zone, theme and system, where the header has no room for them. */
export function SnugPreferences({ onDone }: { onDone: () => void }) {
  const t = useText();
  const shown = useLanguage();
  const theme = useThemeChoice();
  const { systems, choose } = useSystems();
  return (
    <div className="snug-preferences">
      <Select
        label={t('shell.language')}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={shown}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => value && void switchLanguage(value as Language)}
      />
      <div>
        <span className="snug-label">{t('shell.timeZone')}</span>
        <ZonePicker />
      </div>
      <div>
        <span className="snug-label">{t('shell.theme')}</span>
        <SegmentedControl
          fullWidth
          aria-label={t('shell.theme')}
          value={theme}
          data={themes.map((one) => ({ value: one.theme, label: t(one.name) }))}
          onChange={(value) => void switchTheme(value as Theme)}
        />
      </div>
      {systems.length > 0 && (
        <Select
          label={t('shell.system')}
          data={systems.map((system) => ({ value: String(system.system_id), label: system.name }))}
          value={String(systems.find((system) => system.current)?.system_id ?? '')}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => {
            if (value) {
              onDone();
              choose(Number(value));
            }
          }}
        />
      )}
    </div>
  );
}
