import { languageNames, languages, type Language } from '#shared/languages.ts';
import { changeLanguage, useLanguage, useText } from '#platform/web/i18n.ts';
import { chooseTheme, useScheme } from '#platform/web/theme/scheme.ts';

/** Language and theme, before anybody has signed in. */
export function PageChoices() {
  const t = useText();
  const language = useLanguage();
  const scheme = useScheme();
  return (
    <footer className="out-foot">
      <select
        aria-label={t('account.outside.language')}
        value={language}
        onChange={(event) => void changeLanguage(event.currentTarget.value as Language)}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
      <button type="button" onClick={() => chooseTheme(scheme === 'dark' ? 'light' : 'dark')}>
        {t(scheme === 'dark' ? 'account.outside.light' : 'account.outside.dark')}
      </button>
    </footer>
  );
}
