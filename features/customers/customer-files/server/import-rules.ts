import { sql } from 'kysely';
import type { ImportRules } from '../core/import-row.ts';
import { whysWrong, type WhyWrong } from '../core/why-wrong.ts';
import type { NamedField } from '../core/import-guess.ts';
import { IMPORT_FIELDS } from '../core/import-fields.ts';
import { readTenantFields } from '#features/customers/customers/server/index.ts';
import { tagRows } from '#features/customers/tags/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerTexts } from '#platform/server/texts.ts';
import { Consent } from '#shared/codes/consent.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { countries } from '#shared/countries.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { ImportWish } from './imports.repo.ts';
import type { ReadWish } from './reading/read-in-thread.ts';

/** Lists call it otherwise. */
const listKey = (field: string): string => (field === 'tags' ? 'tag' : field);
const fieldOfList = (key: string): string => (key === 'tag' ? 'tags' : key);

/** What columns can be called: the tenant's own names first, then those of the product in every language. */
export async function namedFields(tx: TenantTx, texts: ServerTexts): Promise<NamedField[]> {
  const { custom } = await readTenantFields(tx);
  return [
    ...[...custom.values()].map(({ id, name }) => ({ field: `custom:${id}`, name })),
    ...languages.flatMap((language) =>
      IMPORT_FIELDS.map((field) => ({
        field: field as string,
        name: texts.say(language, `customers.field.${listKey(field)}`),
      })),
    ),
  ];
}

const yes = ['1', 'true', 'yes', 'y', 'x', 'sí', 'si', 's', 'verdadero', 'ya', 'benar', '是', '真'];
const no = ['0', 'false', 'no', 'n', 'falso', 'tidak', 'salah', '否', '假'];

/** Everything the thread that reads needs to know of the tenant. */
export async function readRules(tx: TenantTx, texts: ServerTexts, wish: ImportWish): Promise<ImportRules> {
  const { custom, requiredColumns } = await readTenantFields(tx);
  const { rows: tags } = await sql<{ name: string; id: number }>`select lower(name) name, id from ${tagRows} t`.execute(
    tx.as(),
  );
  const { rows: people } = await sql<{
    name: string;
    id: number;
  }>`select lower(nick_name) name, user_id id from member where enabled`.execute(tx.as());
  const labels = <C>(rows: readonly { code: C; key: string }[]): [string, C][] =>
    rows.flatMap(({ code, key }) =>
      languages.map((language): [string, C] => [texts.say(language, key).toLowerCase(), code]),
    );
  return {
    mapping: wish.mapping,
    country: wish.country,
    tagIds: wish.tag_ids.toSorted((a, b) => a - b),
    ownerId: wish.owner_id,
    custom: [...custom.values()].map(({ id, type, options, format }) => ({
      id,
      type,
      options,
      format: String(format ?? ''),
    })),
    // Rows that only change customers need not say everything about them.
    required:
      wish.duplicates === 'update'
        ? []
        : [
            ...requiredColumns.map(fieldOfList).filter((field) => (IMPORT_FIELDS as readonly string[]).includes(field)),
            ...[...custom.values()].filter(({ required }) => required).map(({ id }) => `custom:${id}`),
          ],
    tags: unambiguous(tags.map(({ name, id }) => [name, id])),
    people: unambiguous(people.map(({ name, id }) => [name, id])),
    languages: new Map([
      ...labels(CustomerLanguage.rows),
      ...CustomerLanguage.rows.map(({ code }): [string, string] => [code, code]),
    ]),
    countries: countryNames(),
    zones: new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/UTC']),
    flags: new Map([
      ...yes.map((word): [string, boolean] => [word, true]),
      ...no.map((word): [string, boolean] => [word, false]),
    ]),
    consents: new Map<string, number>([
      ...labels(Consent.rows),
      ...yes.map((word): [string, number] => [word, Consent.given]),
      ...no.map((word): [string, number] => [word, Consent.withdrawn]),
    ]),
  };
}

let namesOfCountries: Map<string, string> | null = null;
/** Countries by their codes and by their names in every language of the product; made once, because it takes a while. */
function countryNames(): Map<string, string> {
  namesOfCountries ??= new Map([
    ...languages.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' });
      return countries.map(({ iso2 }): [string, string] => [(names.of(iso2) ?? iso2).toLowerCase(), iso2]);
    }),
    ...countries.map(({ iso2 }): [string, string] => [iso2.toLowerCase(), iso2]),
  ]);
  return namesOfCountries;
}

/** A name two share stands for nobody. */
function unambiguous(pairs: readonly (readonly [string, number])[]): Map<string, number | null> {
  const found = new Map<string, number | null>();
  for (const [name, id] of pairs) found.set(name, found.has(name) && found.get(name) !== id ? null : id);
  return found;
}

/** The words of the file of wrong rows. */
export const errorWords = (texts: ServerTexts, language: Language): ReadWish['words'] => ({
  line: texts.say(language, 'customer-files.errors.line'),
  column: texts.say(language, 'customer-files.errors.column'),
  reason: texts.say(language, 'customer-files.errors.reason'),
  why: Object.fromEntries(whysWrong.map((why) => [why, texts.say(language, `customer-files.wrong.${why}`)])) as Record<
    WhyWrong,
    string
  >,
});
