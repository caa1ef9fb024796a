/** The languages the product speaks. The wire writes them with `_` (`zh_CN`) where the specification does. */
export const languages = ['en-US', 'zh-CN', 'es-MX', 'id-ID'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
  'es-MX': 'Español (México)',
  'id-ID': 'Bahasa Indonesia',
};

export const isLanguage = (value: string): value is Language => (languages as readonly string[]).includes(value);

/** `zh_CN` or `zh-CN` to `zh-CN`; null for a language we do not speak. */
export function languageFromWire(value: string): Language | null {
  const spelled = value.replace('_', '-');
  return isLanguage(spelled) ? spelled : null;
}

export const languageToWire = (language: Language): string => language.replace('-', '_');

/** The first of the browser's languages that we speak, by language alone if need be. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const exact = languages.find((language) => language.toLowerCase() === tag.toLowerCase());
    const near = exact ?? languages.find((language) => language.slice(0, 2) === tag.slice(0, 2).toLowerCase());
    if (near) return near;
  }
  return 'en-US';
}
