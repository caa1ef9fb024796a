import { Languages } from 'lucide-react';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { switchLanguage } from '../preferences.ts';
import { ChoiceMenu } from './choice-menu.tsx';

const choices = languages.map((language) => ({ value: language, label: languageNames[language], lang: language }));

/** The four languages, each in its own words. */
export function LanguageMenu() {
  const t = useText();
  return (
    <ChoiceMenu
      label={t('shell.language')}
      icon={<Languages size={17} aria-hidden />}
      choices={choices}
      value={useLanguage()}
      onChoose={(language) => void switchLanguage(language as Language)}
    />
  );
}
