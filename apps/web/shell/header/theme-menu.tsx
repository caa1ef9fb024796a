import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Check, Monitor, Moon, Sun } from 'lucide-react';
import type { Theme } from '#features/preferences/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useScheme, useThemeChoice } from '#platform/web/theme/scheme.ts';
import { switchTheme } from '../preferences.ts';

/** The themes with their pictures. */
export const themes = [
  { theme: 'light', name: 'shell.theme.light', icon: Sun },
  { theme: 'dark', name: 'shell.theme.dark', icon: Moon },
  { theme: 'system', name: 'shell.theme.system', icon: Monitor },
] as const satisfies readonly { theme: Theme; name: string; icon: unknown }[];

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const t = useText();
  const chosen = useThemeChoice();
  const Shown = useScheme() === 'dark' ? Moon : Sun;
  return (
    <Menu width={180}>
      <Menu.Target>
        <Tooltip label={t('shell.theme')}>
          <ActionIcon aria-label={t('shell.theme')}><Shown size={17} aria-hidden /></ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {themes.map(({ theme, name, icon: Icon }) => (
          <Menu.Item key={theme} role="menuitemradio" aria-checked={theme === chosen} leftSection={<Icon size={15} aria-hidden />} rightSection={theme === chosen ? <Check size={15} aria-hidden /> : null} onClick={() => void switchTheme(theme)}>
            {t(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
