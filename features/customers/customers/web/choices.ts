import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { ListChoice } from '#platform/web/country-choices.ts';
import { useLanguage } from '#platform/web/i18n.ts';
import { codeChoices } from '#platform/web/ui/code-badge.tsx';

export { useCustomFields, useFieldColumns } from '#features/customers/field-config/web/index.ts';
export { usePeople } from '#features/team/seats/web/index.ts';
export { useTagChoices, useTags } from '#features/customers/tags/web/index.ts';
export { useCountryChoices, type ListChoice } from '#platform/web/country-choices.ts';

/** Languages customers speak, in the reader's words. */
export function useLanguageChoices(): ListChoice[] {
  useLanguage();
  return codeChoices(CustomerLanguage);
}

let zones: ListChoice[] | null = null;

/** Every zone a clock can show. */
export const zoneChoices = (): ListChoice[] =>
  (zones ??= Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })));
