import { IMPORT_FIELDS } from '../../core/import-fields.ts';
import { useFieldColumns } from '#features/customers/field-config/web/index.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { ListChoice } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';

export interface FieldChoices {
  group: string;
  items: ListChoice[];
}

/** Which of the fields the tenant invented are dates. */
export function useDateFields(): ReadonlySet<string> {
  const columns = useFieldColumns() ?? [];
  return new Set(columns.flatMap(({ custom }) => (custom?.type === VariableType.date ? [`custom:${custom.id}`] : [])));
}

/** What columns can become, in the tenant's own words: the fields of every customer, then those the tenant invented. */
export function useImportFields(): FieldChoices[] {
  const t = useText();
  const columns = useFieldColumns() ?? [];
  const named = new Map(columns.map(({ key, ownName }) => [key, ownName]));
  const own = columns.flatMap(({ custom }) => (custom ? [{ value: `custom:${custom.id}`, label: custom.name }] : []));
  return [
    {
      group: t('customer-files.fields'),
      items: IMPORT_FIELDS.map((field) => ({
        value: field,
        label: named.get(field === 'tags' ? 'tag' : field) || t(`customer-files.field.${field}`),
      })),
    },
    ...(own.length > 0 ? [{ group: t('customer-files.ownFields'), items: own }] : []),
  ];
}
