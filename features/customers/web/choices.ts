import { useMemo } from 'react';
import { fieldConfigApi, type CustomField, type FieldColumn } from '#features/field-config/contract.ts';
import { seatsApi } from '#features/seats/contract.ts';
import { tagsApi, type Tag } from '#features/tags/contract.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { countries } from '#shared/countries.ts';
import { countryName } from '#platform/web/country.ts';
import { useLanguage } from '#platform/web/i18n.ts';
import { codeChoices } from '#platform/web/ui/code-badge.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';

export interface Choice {
  value: string;
  label: string;
}

const SELDOM_MS = 60_000;
const none: never[] = [];

/** The tags of the tenant; none for whoever may not see them. */
export function useTags(): readonly Tag[] {
  const can = useCan();
  return useEndpoint(tagsApi.list, {}, { enabled: can('tags.use'), staleMs: SELDOM_MS, handlesFailures: true }).data ?? none;
}

/** The tags as choices of a list. */
export const useTagChoices = (): Choice[] => useTags().map(({ id, name }) => ({ value: String(id), label: name }));

/** The people customers and follow-ups can be given to. */
export function usePeople(): Choice[] {
  const { data } = useEndpoint(seatsApi.seatUsers, {}, { staleMs: SELDOM_MS, handlesFailures: true });
  return (data ?? none).map(({ id, name }) => ({ value: String(id), label: name }));
}

/** The columns of customers as the tenant arranged them; undefined while nobody knows. */
export function useFieldColumns(): readonly FieldColumn[] | undefined {
  const can = useCan();
  return useEndpoint(fieldConfigApi.list, {}, { enabled: can('field-config.use'), staleMs: SELDOM_MS, handlesFailures: true }).data;
}

/** The fields the tenant has invented, in its order. */
export const useCustomFields = (): CustomField[] => (useFieldColumns() ?? none).flatMap(({ custom }) => custom ?? []);

/** Languages customers speak, in the reader's words. */
export function useLanguageChoices(): Choice[] {
  useLanguage();
  return codeChoices(CustomerLanguage);
}

/** Every country with numbers of its own, by name. */
export function useCountryChoices(): Choice[] {
  const language = useLanguage();
  return useMemo(() => countries.map(({ iso2 }) => ({ value: iso2, label: countryName(iso2, language) })).sort((a, b) => a.label.localeCompare(b.label, language)), [language]);
}
