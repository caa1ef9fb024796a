import { sql, type RawBuilder } from 'kysely';
import { searchFold } from '#core/search/search-fold.ts';
import {
  customerFields,
  operatorsOf,
  type Condition,
  type ConditionKind,
  type ConditionTree,
  type CustomerField,
} from '#core/customer/condition.ts';
import { lookedUpNumber } from '#core/customer/phone-number.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { Failure } from '#shared/errors.ts';

type Sql = RawBuilder<boolean>;

export interface ConditionWorld {
  /** The tenant's custom fields. */
  custom: ReadonlyMap<number, { type: VariableType }>;
  nowMs: number;
  /** Set for somebody who sees stars: the fields hidden from them beside numbers and addresses, as conditions name them. */
  hidden?: ReadonlySet<string>;
  /** Ranges over custom fields that few customers are in, with their ids as a statement takes them. See `narrow-ranges.ts`. */
  narrow?: ReadonlyMap<Condition, string>;
}

/** The columns behind the fields every customer has. Conditions name fields, never columns. */
const columns: Record<CustomerField, RawBuilder<unknown>> = {
  full_name: sql`c.full_name`,
  company: sql`c.company`,
  note: sql`c.note`,
  phone: sql`c.phones`,
  email: sql`c.emails`,
  owner: sql`c.owner_id`,
  source: sql`c.source`,
  language: sql`c.language`,
  time_zone: sql`c.time_zone`,
  country: sql`c.country`,
  tag: sql`c.tag_ids`,
  do_not_call: sql`c.do_not_call`,
  do_not_text: sql`c.do_not_text`,
  consent: sql`c.consent`,
  created_at: sql`c.created_at`,
  updated_at: sql`c.updated_at`,
  last_contact_at: sql`c.last_contact_at`,
};

const kinds: Partial<Record<VariableType, ConditionKind>> = {
  [VariableType.number]: 'number',
  [VariableType.price]: 'number',
  [VariableType.choice]: 'choice',
  [VariableType.date]: 'moment',
};

interface Field {
  kind: ConditionKind;
  column: RawBuilder<unknown>;
  /** A custom field, by its id. */
  custom: string | null;
}

/** Conditions of a filter as SQL about the customer `c`. Every value is a parameter; what is not known is refused. */
export function compileConditions(tree: ConditionTree, world: ConditionWorld): Sql {
  if (tree.items.length === 0) return sql<boolean>`true`;
  const parts = tree.items.map((item) => ('join' in item ? compileConditions(item, world) : compileOne(item, world)));
  return sql<boolean>`(${sql.join(parts, tree.join === 'and' ? sql` and ` : sql` or `)})`;
}

function fieldOf(name: string, { custom }: ConditionWorld): Field {
  if (name in customerFields)
    return { kind: customerFields[name as CustomerField], column: columns[name as CustomerField], custom: null };
  const id = /^custom:(\d+)$/.exec(name)?.[1];
  const known = id === undefined ? undefined : custom.get(Number(id));
  if (!known) throw new Failure('invalidInput', `no such field: ${name}`);
  const kind = kinds[known.type] ?? 'text';
  return {
    kind,
    custom: id!,
    column:
      kind === 'number'
        ? sql`(case when jsonb_typeof(c.fields->${id!}) = 'number' then (c.fields->>${id!})::numeric end)`
        : sql`(c.fields->>${id!})`,
  };
}

/** What a condition on a number or a day of a custom field means in `customer_number n`; null for any other. */
export function rangeOf({ field: name, operator, values }: Condition, world: ConditionWorld): Sql | null {
  const { kind, custom } = fieldOf(name, world);
  if (custom === null || (kind !== 'number' && kind !== 'moment') || !RANGES.includes(operator)) return null;
  const field = { kind, custom, column: sql`n.value` };
  const days = (day: string): RawBuilder<unknown> => sql`${Number(day.slice(0, 10).replaceAll('-', ''))}::float8`;
  const asked =
    kind === 'number'
      ? ofOrder(
          field,
          operator,
          values.map((value) => sql`${finite(value, name)}::float8`),
        )
      : operator === 'inLastDays'
        ? sql<boolean>`n.value >= ${days(daysAgo(values[0], world.nowMs))}`
        : ofOrder(
            field,
            operator,
            values.map((value) => days(moment(value))),
          );
  return sql<boolean>`n.field_id = ${Number(custom)}::bigint and ${asked}`;
}

const RANGES: readonly Condition['operator'][] = ['is', 'moreThan', 'lessThan', 'between', 'inLastDays'];

function compileOne(condition: Condition, world: ConditionWorld): Sql {
  const asked = compileAsked(condition, world);
  const ids = world.narrow?.get(condition);
  return ids ? sql<boolean>`(c.id = any(${ids}::bigint[]) and ${asked})` : asked;
}

function compileAsked({ field: name, operator, values }: Condition, world: ConditionWorld): Sql {
  const field = fieldOf(name, world);
  if (!operatorsOf[field.kind].includes(operator))
    throw new Failure('invalidInput', `${name} cannot be asked ${operator}`);
  const wanted =
    { isEmpty: 0, isNotEmpty: 0, between: 2 }[operator as string] ??
    (operator === 'anyOf' || operator === 'allOf' || operator === 'noneOf' ? null : 1);
  if (wanted === null ? values.length === 0 : values.length !== wanted)
    throw new Failure('invalidInput', `${name} ${operator} needs ${wanted ?? 'some'} values`);
  if (world.hidden && wanted !== 0) assertOpen(name, field, values, world.hidden);
  switch (field.kind) {
    case 'text':
      return name === 'full_name' || name === 'company'
        ? alsoSearched(
            ofText(field, operator, values),
            operator,
            String(values[0] ?? '')
              .trim()
              .toLowerCase(),
          )
        : ofText(field, operator, values);
    case 'numbers': {
      const numbers = values.map((value) =>
        operator === 'is' ? (lookedUpNumber(String(value)) ?? '') : String(value).replace(/\D/g, ''),
      );
      return alsoSearched(ofArray(field, operator, numbers), operator, numbers[0] ?? '');
    }
    case 'addresses': {
      const addresses = values.map((value) => String(value).trim().toLowerCase());
      return alsoSearched(ofArray(field, operator, addresses), operator, addresses[0] ?? '');
    }
    case 'number':
      return ofOrder(
        field,
        operator,
        values.map((value) => sql`${finite(value, name)}::numeric`),
      );
    case 'moment':
      return field.custom === null ? ofMoment(field, operator, values, world) : ofDate(field, operator, values, world);
    case 'choice':
      return ofChoice(field, operator, values, name);
    case 'person':
      return ofPerson(
        field,
        operator,
        values.map((value) => whole(value, name)),
      );
    case 'set':
      return ofSet(
        field,
        operator,
        values.map((value) => whole(value, name)),
      );
    case 'flag':
      return sql<boolean>`${field.column} = ${values[0] === true}`;
  }
}

/** Whoever may not see a value may not find it by trying either: only whether there is one. */
function assertOpen(
  name: string,
  { kind, custom }: Field,
  values: Condition['values'],
  hidden: ReadonlySet<string>,
): void {
  const isFreeText = name === 'note' || (custom !== null && kind === 'text');
  const isClosed =
    kind === 'numbers' ||
    kind === 'addresses' ||
    hidden.has(name) ||
    (isFreeText && values.some((value) => /\d/.test(String(value))));
  if (isClosed) throw new Failure('invalidInput', `${name} is hidden`);
}

const finite = (value: unknown, name: string): number => {
  const number = typeof value === 'number' ? value : Number(value);
  if (typeof value === 'boolean' || value === '' || !Number.isFinite(number))
    throw new Failure('invalidInput', `${name} is asked for a number`);
  return number;
};

/** An id or a code. */
const whole = (value: unknown, name: string): number => {
  const number = finite(value, name);
  if (!Number.isSafeInteger(number)) throw new Failure('invalidInput', `${name} is asked for a whole number`);
  return number;
};

const like = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Names, numbers and addresses also stand in `search`, whose index finds a part of them. */
const alsoSearched = (asked: Sql, operator: Condition['operator'], value: string): Sql =>
  ['is', 'contains', 'startsWith'].includes(operator) && Array.from(value).length >= 3
    ? sql<boolean>`(${asked} and c.search like ${`%${like(searchFold(value))}%`})`
    : asked;

/** A text nobody filled in is empty or, for custom fields, absent. Capitals and accents are nobody's question. */
function ofText({ column }: Field, operator: Condition['operator'], values: Condition['values']): Sql {
  const text = sql`search_fold(coalesce(${column}, ''))`;
  const value = searchFold(String(values[0] ?? '').trim());
  switch (operator) {
    case 'is':
      return sql<boolean>`${text} = ${value}`;
    case 'isNot':
      return sql<boolean>`${text} <> ${value}`;
    case 'contains':
      return sql<boolean>`${text} like ${`%${like(value)}%`}`;
    case 'startsWith':
      return sql<boolean>`${text} like ${`${like(value)}%`}`;
    case 'isEmpty':
      return sql<boolean>`${text} = ''`;
    default:
      return sql<boolean>`${text} <> ''`;
  }
}

function ofArray({ column }: Field, operator: Condition['operator'], values: readonly string[]): Sql {
  const value = values[0] ?? '';
  switch (operator) {
    case 'is':
      return sql<boolean>`${column} @> array[${value}]::text[]`;
    case 'contains':
      return sql<boolean>`exists (select 1 from unnest(${column}) one where one like ${`%${like(value)}%`})`;
    case 'startsWith':
      return sql<boolean>`exists (select 1 from unnest(${column}) one where one like ${`${like(value)}%`})`;
    case 'isEmpty':
      return sql<boolean>`${column} = '{}'`;
    default:
      return sql<boolean>`${column} <> '{}'`;
  }
}

function ofOrder({ column }: Field, operator: Condition['operator'], values: readonly RawBuilder<unknown>[]): Sql {
  const [one, two] = values;
  switch (operator) {
    case 'is':
      return sql<boolean>`${column} = ${one!}`;
    case 'isNot':
      return sql<boolean>`${column} is distinct from ${one!}`;
    case 'moreThan':
      return sql<boolean>`${column} > ${one!}`;
    case 'lessThan':
      return sql<boolean>`${column} < ${one!}`;
    case 'between':
      return sql<boolean>`${column} between ${one!} and ${two!}`;
    case 'isEmpty':
      return sql<boolean>`${column} is null`;
    default:
      return sql<boolean>`${column} is not null`;
  }
}

const MOMENT = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;
const DAY_MS = 86_400_000;

/** Days that no calendar has are no moments, though a program would count on into the next month. */
function isMoment(text: string): boolean {
  const ms = Date.parse(`${text.length > 10 ? text.replace(' ', 'T') : `${text}T00:00:00`}Z`);
  return !Number.isNaN(ms) && text >= '0001' && new Date(ms).toISOString().startsWith(text.slice(0, 10));
}

const DAYS_MOST = 100_000;
const daysAgo = (value: unknown, nowMs: number): string =>
  new Date(nowMs - Math.min(DAYS_MOST, Math.max(0, finite(value, 'days'))) * DAY_MS).toISOString();

function moment(value: unknown): string {
  if (typeof value !== 'string' || !MOMENT.test(value) || !isMoment(value))
    throw new Failure('invalidInput', 'a moment is YYYY-MM-DD HH:mm:ss');
  return value;
}

function ofMoment(
  field: Field,
  operator: Condition['operator'],
  values: Condition['values'],
  { nowMs }: ConditionWorld,
): Sql {
  if (operator === 'inLastDays') return sql<boolean>`${field.column} >= ${daysAgo(values[0], nowMs)}::timestamptz`;
  return ofOrder(
    field,
    operator,
    values.map((value) => sql`${moment(value)}::timestamptz`),
  );
}

/** Dates of custom fields are kept as `YYYY-MM-DD`, whose order is that of their letters. */
function ofDate(
  field: Field,
  operator: Condition['operator'],
  values: Condition['values'],
  { nowMs }: ConditionWorld,
): Sql {
  if (operator === 'inLastDays') return sql<boolean>`${field.column} >= ${daysAgo(values[0], nowMs).slice(0, 10)}`;
  return ofOrder(
    field,
    operator,
    values.map((value) => sql`${moment(value).slice(0, 10)}::text`),
  );
}

const NUMERIC_CHOICES: readonly string[] = ['source', 'consent'];
const SMALLINT_MOST = 32_767;

function ofChoice(
  { column, custom }: Field,
  operator: Condition['operator'],
  values: Condition['values'],
  name: string,
): Sql {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') {
    const isEmpty = NUMERIC_CHOICES.includes(name) ? sql<boolean>`false` : sql<boolean>`coalesce(${column}, '') = ''`;
    return operator === 'isEmpty' ? isEmpty : sql<boolean>`not (${isEmpty})`;
  }
  // Equality of a custom field is what its index knows.
  if (operator === 'is' && custom !== null)
    return sql<boolean>`c.fields @> ${JSON.stringify({ [custom]: String(values[0]) })}::jsonb`;
  const list = NUMERIC_CHOICES.includes(name)
    ? sql`${values.map((value) => whole(value, name)).filter((code) => Math.abs(code) <= SMALLINT_MOST)}::smallint[]`
    : sql`${values.map(String)}::text[]`;
  const isOne = sql<boolean>`${column} = any(${list})`;
  // Asked as it stands, an index may answer; what is absent is no answer, and nobody is found by it.
  return operator === 'is' || operator === 'anyOf' ? isOne : sql<boolean>`not coalesce(${isOne}, false)`;
}

function ofPerson({ column }: Field, operator: Condition['operator'], values: readonly number[]): Sql {
  switch (operator) {
    case 'isEmpty':
      return sql<boolean>`${column} is null`;
    case 'isNotEmpty':
      return sql<boolean>`${column} is not null`;
    case 'isNot':
      return sql<boolean>`${column} is distinct from ${values[0]!}::bigint`;
    default:
      return sql<boolean>`${column} = any(${values}::bigint[])`;
  }
}

function ofSet({ column }: Field, operator: Condition['operator'], values: readonly number[]): Sql {
  switch (operator) {
    case 'isEmpty':
      return sql<boolean>`${column} = '{}'`;
    case 'isNotEmpty':
      return sql<boolean>`${column} <> '{}'`;
    case 'allOf':
      return sql<boolean>`${column} @> ${values}::bigint[]`;
    case 'noneOf':
      return sql<boolean>`not ${column} && ${values}::bigint[]`;
    default:
      return sql<boolean>`${column} && ${values}::bigint[]`;
  }
}
