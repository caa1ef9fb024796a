import { Monitor, Moon, Sun } from 'lucide-react';
import type { Theme } from '#features/office/preferences/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useScheme, useThemeChoice } from '#platform/web/theme/scheme.ts';
import { switchTheme } from '../preferences.ts';
import { ChoiceMenu } from './choice-menu.tsx';

/** The themes with their pictures. */
export const themes = [
  { theme: 'light', name: 'shell.theme.light', icon: Sun },
  { theme: 'dark', name: 'shell.theme.dark', icon: Moon },
  { theme: 'system', name: 'shell.theme.system', icon: Monitor },
] as const satisfies readonly { theme: Theme; name: string; icon: unknown }[];

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const t = useText();
  const Shown = useScheme() === 'dark' ? Moon : Sun;
  const choices = themes.map(({ theme, name, icon: Icon }) => ({
    value: theme,
    label: t(name),
    icon: <Icon size={15} aria-hidden />,
  }));
  return (
    <ChoiceMenu
      label={t('shell.theme')}
      icon={<Shown size={17} aria-hidden />}
      choices={choices}
      value={useThemeChoice()}
      onChoose={(theme) => void switchTheme(theme as Theme)}
    />
  );
}
