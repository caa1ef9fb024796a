import { VariableType } from '#shared/codes/variable-type.ts';
import {
  customerFields,
  type Condition,
  type ConditionKind,
  type ConditionTree,
  type CustomerField,
} from './condition.ts';
import { lookedUpNumber } from './phone-number.ts';

/** A customer as far as conditions ask; moments are `YYYY-MM-DD HH:mm:ss`, UTC. */
export interface Matchable {
  full_name: string;
  company: string;
  note: string;
  phones: readonly string[];
  emails: readonly string[];
  owner_id: number | null;
  source: number;
  consent: number;
  language: string;
  time_zone: string;
  country: string;
  tag_ids: readonly number[];
  do_not_call: boolean;
  do_not_text: boolean;
  created_at: string;
  updated_at: string;
  last_contact_at: string | null;
  fields: Readonly<Record<string, string | number | null>>;
}

export interface MatchWorld {
  custom: ReadonlyMap<number, { type: VariableType }>;
  nowMs: number;
}

const DAY_MS = 86_400_000;
const customKinds: Partial<Record<VariableType, ConditionKind>> = {
  [VariableType.number]: 'number',
  [VariableType.price]: 'number',
  [VariableType.choice]: 'choice',
  [VariableType.date]: 'moment',
};

/** What a condition on this field sees; null for a field nobody knows. */
export function kindOfField(name: string, custom: MatchWorld['custom']): ConditionKind | null {
  if (Object.hasOwn(customerFields, name)) return customerFields[name as CustomerField];
  const field = custom.get(Number(/^custom:(\d+)$/.exec(name)?.[1]));
  return field ? (customKinds[field.type] ?? 'text') : null;
}

/** Whether a customer is one a filter finds: the same answer as the database's. */
export function matchesConditions(customer: Matchable, tree: ConditionTree, world: MatchWorld): boolean {
  const holds = (item: Condition | ConditionTree): boolean =>
    'join' in item ? matchesConditions(customer, item, world) : matchesOne(customer, item, world);
  if (tree.items.length === 0) return true;
  return tree.join === 'and' ? tree.items.every(holds) : tree.items.some(holds);
}

const columns = { phone: 'phones', email: 'emails', owner: 'owner_id', tag: 'tag_ids' } as const;

function matchesOne(
  customer: Matchable,
  { field, operator, values }: Condition,
  { custom, nowMs }: MatchWorld,
): boolean {
  const kind = kindOfField(field, custom);
  const id = /^custom:(\d+)$/.exec(field)?.[1];
  const value: unknown =
    id === undefined
      ? customer[(columns[field as keyof typeof columns] ?? field) as keyof Matchable]
      : (customer.fields[id] ?? null);
  const [one, two] = values;
  switch (kind) {
    case 'text':
      return ofText(
        String(value ?? '').toLowerCase(),
        operator,
        String(one ?? '')
          .trim()
          .toLowerCase(),
      );
    case 'numbers':
      return ofTexts(
        value as string[],
        operator,
        operator === 'is' ? (lookedUpNumber(String(one)) ?? '') : String(one ?? '').replace(/\D/g, ''),
      );
    case 'addresses':
      return ofTexts(
        value as string[],
        operator,
        String(one ?? '')
          .trim()
          .toLowerCase(),
      );
    case 'number':
      return ofOrder(typeof value === 'number' ? value : null, operator, Number(one), Number(two));
    case 'moment': {
      const whole = (given: unknown): string =>
        id === undefined
          ? String(given).length === 10
            ? `${String(given)} 00:00:00`
            : String(given)
          : String(given).slice(0, 10);
      const known = typeof value === 'string' ? value : null;
      if (operator !== 'inLastDays') return ofOrder(known, operator, whole(one), whole(two));
      const from = new Date(nowMs - Number(one) * DAY_MS).toISOString().replace('T', ' ');
      // A moment is known to the second: one that began with the range is in it.
      return known !== null && known >= (id === undefined ? from.slice(0, 19) : from.slice(0, 10));
    }
    case 'choice': {
      const isEmpty = value === null || value === '';
      if (operator === 'isEmpty') return isEmpty;
      if (operator === 'isNotEmpty') return !isEmpty;
      const isOne = value !== null && values.map(String).includes(String(value));
      return operator === 'is' || operator === 'anyOf' ? isOne : !isOne;
    }
    case 'person': {
      if (operator === 'isEmpty') return value === null;
      if (operator === 'isNotEmpty') return value !== null;
      const isOne = values.map(Number).includes(value as number);
      return operator === 'isNot' ? !isOne : isOne;
    }
    case 'set': {
      const has = new Set(value as number[]);
      const wanted = values.map(Number);
      if (operator === 'isEmpty') return has.size === 0;
      if (operator === 'isNotEmpty') return has.size > 0;
      return operator === 'allOf'
        ? wanted.every((tag) => has.has(tag))
        : wanted.some((tag) => has.has(tag)) === (operator === 'anyOf');
    }
    case 'flag':
      return value === (one === true);
    default:
      return false;
  }
}

function ofText(text: string, operator: Condition['operator'], value: string): boolean {
  switch (operator) {
    case 'is':
      return text === value;
    case 'isNot':
      return text !== value;
    case 'contains':
      return text.includes(value);
    case 'startsWith':
      return text.startsWith(value);
    case 'isEmpty':
      return text === '';
    default:
      return text !== '';
  }
}

function ofTexts(texts: readonly string[], operator: Condition['operator'], value: string): boolean {
  switch (operator) {
    case 'is':
      return texts.includes(value);
    case 'contains':
      return texts.some((text) => text.includes(value));
    case 'startsWith':
      return texts.some((text) => text.startsWith(value));
    case 'isEmpty':
      return texts.length === 0;
    default:
      return texts.length > 0;
  }
}

function ofOrder<V extends string | number>(value: V | null, operator: Condition['operator'], one: V, two: V): boolean {
  if (operator === 'isEmpty') return value === null;
  if (operator === 'isNotEmpty') return value !== null;
  if (value === null) return operator === 'isNot';
  switch (operator) {
    case 'is':
      return value === one;
    case 'isNot':
      return value !== one;
    case 'moreThan':
      return value > one;
    case 'lessThan':
      return value < one;
    default:
      return value >= one && value <= two;
  }
}
