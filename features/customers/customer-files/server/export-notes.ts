import type { Condition, ConditionTree } from '#core/customer/condition.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import type { CustomerSearch } from '#features/customers/customers/contract.ts';
import type { FieldColumn } from '#features/customers/field-config/contract.ts';
import type { Cell } from '#platform/server/table-file.ts';
import type { ServerTexts } from '#platform/server/texts.ts';
import type { ExportNames, ExportReader } from './export-names.ts';

/** What the words of a file are made of. */
interface Wording {
  texts: ServerTexts;
  reader: ExportReader & { needsMasking: boolean };
  names: ExportNames;
  /** All columns of the list, those the file leaves out too: filters name them. */
  columns: readonly FieldColumn[];
}

/** Zone, filters and currencies of a file in the reader's words, for its first lines or second sheet. `search` has its saved filter among its conditions. */
export function exportNotes(
  search: CustomerSearch,
  isMine: boolean,
  chosen: readonly FieldColumn[],
  wording: Wording,
): [string, Cell][] {
  const { texts, reader, names } = wording;
  const say = (key: string, values?: Record<string, string | number>): string =>
    texts.say(reader.language, key, values);
  const field = (key: string): string => nameOf(key, wording);
  const several = (all: readonly (string | number)[] | undefined, name: (one: string) => string): string =>
    listed(all?.map((one) => name(String(one))) ?? [], reader);
  const tagsOf = several(search.tag_ids, (id) => names.tags(`{${id}}`) || id);
  const numbers = search.sms_phones?.map((one) => (reader.needsMasking ? maskNumbersIn(one) : one));
  const used: [string, string][] = [
    [say('customer-files.export.zone'), reader.timeZone],
    [
      say('customers.view'),
      say(search.deleted ? 'customers.view.deleted' : isMine ? 'customers.view.mine' : 'customers.view.all'),
    ],
    [say('customers.filter.words'), search.words ?? ''],
    [field('phone'), listed(numbers ?? [], reader)],
    [say('customer-files.export.chosen'), search.ids ? String(search.ids.length) : ''],
    [
      field('tag'),
      tagsOf && (search.tag_match === 'any' ? tagsOf : `${tagsOf} (${say(`customers.match.${search.tag_match}`)})`),
    ],
    [field('owner'), several(search.owner_ids, (id) => names.person(id) || id)],
    [field('owner'), search.without_owner ? say('customers.noOwner') : ''],
    [field('source'), several(search.sources, names.source)],
    [field('language'), several(search.languages, names.language)],
    [field('country'), several(search.countries, names.country)],
    [field('do_not_call'), search.do_not_call === undefined ? '' : names.flag(search.do_not_call ? 't' : 'f')],
    [field('created_at'), between(search.created, names)],
    [field('last_contact_at'), between(search.last_contact, names)],
    [say('customers.condition.title'), search.condition ? conditionWords(search.condition, wording) : ''],
    ...chosen.flatMap(({ name, custom }): [string, string][] =>
      custom?.currency ? [[say('customer-files.export.currency', { name }), custom.currency]] : [],
    ),
  ];
  return used.filter(([, value]) => value !== '');
}

const nameOf = (key: string, { columns, texts, reader }: Wording): string =>
  columns.find((column) => column.key === key)?.name ?? texts.say(reader.language, 'customers.field.custom');
const listed = (words: readonly string[], { language }: ExportReader): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(words);
const between = (
  range: { from?: string | undefined; to?: string | undefined } | undefined,
  { at }: ExportNames,
): string => (range?.from || range?.to ? `${range.from ? at(range.from) : ''} – ${range.to ? at(range.to) : ''}` : '');

/** Conditions as a sentence; groups inside stand in brackets. */
function conditionWords(tree: ConditionTree, wording: Wording, isInside = false): string {
  const parts = tree.items
    .map((item) => ('join' in item ? conditionWords(item, wording, true) : oneCondition(item, wording)))
    .filter((part) => part !== '');
  const joined = parts.join(
    wording.texts.say(
      wording.reader.language,
      tree.join === 'and' ? 'customers.condition.and' : 'customers.condition.or',
    ),
  );
  return isInside && parts.length > 1 ? `(${joined})` : joined;
}

function oneCondition({ field, operator, values }: Condition, wording: Wording): string {
  const { texts, reader, names } = wording;
  const say = (key: string, filled: Record<string, string | number>): string =>
    texts.say(reader.language, `customers.condition.${key}`, filled);
  const label = nameOf(field, wording);
  if (field === 'do_not_call' || field === 'do_not_text')
    return say(values[0] === true ? 'flagOn' : 'flagOff', { field: label });
  const isMoment = field.endsWith('_at');
  const words: Partial<Record<string, (value: string) => string>> = {
    owner: names.person,
    source: names.source,
    language: names.language,
    consent: names.consent,
    country: names.country,
    tag: (id) => names.tags(`{${id}}`),
  };
  const written = (value: Condition['values'][number]): string => {
    if (isMoment && operator !== 'inLastDays' && typeof value === 'string' && value.length > 10) return names.at(value);
    const known = words[field]?.(String(value));
    // Somebody who sees no numbers may be using a filter of somebody who does.
    return known
      ? known
      : reader.needsMasking
        ? `“${maskNumbersIn(String(value))}”`
        : typeof value === 'number'
          ? String(value)
          : `“${String(value)}”`;
  };
  const isSeveral = operator === 'anyOf' || operator === 'allOf' || operator === 'noneOf';
  const filled = {
    field: label,
    value: isSeveral ? listed(values.map(written), reader) : values[0] === undefined ? '' : written(values[0]),
    second: values[1] === undefined ? '' : written(values[1]),
    days: Number(values[0] ?? 0),
  };
  if (isMoment && operator === 'moreThan') return say('after', filled);
  return isMoment && operator === 'lessThan' ? say('before', filled) : say(operator, filled);
}
