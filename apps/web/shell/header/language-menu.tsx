import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Check, Languages } from 'lucide-react';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { languageNames, languages } from '#shared/languages.ts';
import { switchLanguage } from '../preferences.ts';

/** The four languages, each in its own words. */
export function LanguageMenu() {
  const t = useText();
  const shown = useLanguage();
  return (
    <Menu width={200}>
      <Menu.Target>
        <Tooltip label={t('shell.language')}>
          <ActionIcon aria-label={t('shell.language')}><Languages size={17} aria-hidden /></ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item key={language} lang={language} role="menuitemradio" aria-checked={language === shown} rightSection={language === shown ? <Check size={15} aria-hidden /> : null} onClick={() => void switchLanguage(language)}>
            {languageNames[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
