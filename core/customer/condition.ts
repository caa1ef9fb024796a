import { z } from 'zod';

/** What a filter of customers can ask. Which of them a field understands: `operatorsOf`. */
export const ConditionOperator = z.enum([
  'is',
  'isNot',
  'contains',
  'startsWith',
  'isEmpty',
  'isNotEmpty',
  'moreThan',
  'lessThan',
  'between',
  'inLastDays',
  'anyOf',
  'allOf',
  'noneOf',
]);
export type ConditionOperator = z.infer<typeof ConditionOperator>;

/** What a field holds, as filters see it. `set`: several ids, such as tags. */
export type ConditionKind =
  | 'text'
  | 'number'
  | 'moment'
  | 'choice'
  | 'person'
  | 'set'
  | 'flag'
  | 'numbers'
  | 'addresses';

const scalar = z.union([z.string().max(200), z.number(), z.boolean()]);
export const Condition = z.object({
  /** A field of every customer (`customerFields`), or `custom:<id>`. */
  field: z.string().regex(/^(?:[a-z_]{1,40}|custom:\d{1,15})$/),
  operator: ConditionOperator,
  /** One, two for `between`, several for `anyOf`, `allOf` and `noneOf`; none for `isEmpty` and `isNotEmpty`. */
  values: z.array(scalar).max(100).default([]),
});
export type Condition = z.infer<typeof Condition>;

export interface ConditionTree {
  join: 'and' | 'or';
  items: (Condition | ConditionTree)[];
}

/** Deeper than this nobody reads. */
export const CONDITION_DEPTH = 3;
export const CONDITIONS_MOST = 50;

const tree = (depth: number): z.ZodType<ConditionTree> => {
  const item = depth <= 1 ? Condition : z.union([Condition, tree(depth - 1)]);
  return z.object({ join: z.enum(['and', 'or']), items: z.array(item).max(20) }) as z.ZodType<ConditionTree>;
};

/** Conditions joined by and/or, three levels deep at most. */
export const ConditionTree = tree(CONDITION_DEPTH).refine(
  (root) => conditionsOf(root).length <= CONDITIONS_MOST,
  'too many conditions',
);

/** Every single condition of a tree. */
export const conditionsOf = (root: ConditionTree): Condition[] =>
  root.items.flatMap((item) => ('join' in item ? conditionsOf(item) : [item]));

/** The fields every customer has, and what they hold. Custom fields come beside them. */
export const customerFields = {
  full_name: 'text',
  company: 'text',
  phone: 'numbers',
  email: 'addresses',
  owner: 'person',
  source: 'choice',
  language: 'choice',
  time_zone: 'choice',
  country: 'choice',
  tag: 'set',
  do_not_call: 'flag',
  do_not_text: 'flag',
  consent: 'choice',
  note: 'text',
  created_at: 'moment',
  updated_at: 'moment',
  last_contact_at: 'moment',
} as const satisfies Record<string, ConditionKind>;
export type CustomerField = keyof typeof customerFields;

const emptiness = ['isEmpty', 'isNotEmpty'] as const;

/** What may be asked about a kind of field. */
export const operatorsOf: Record<ConditionKind, readonly ConditionOperator[]> = {
  text: ['is', 'isNot', 'contains', 'startsWith', ...emptiness],
  numbers: ['is', 'contains', 'startsWith', ...emptiness],
  addresses: ['is', 'contains', ...emptiness],
  number: ['is', 'isNot', 'moreThan', 'lessThan', 'between', ...emptiness],
  moment: ['moreThan', 'lessThan', 'between', 'inLastDays', ...emptiness],
  choice: ['is', 'isNot', 'anyOf', 'noneOf', ...emptiness],
  person: ['is', 'isNot', 'anyOf', ...emptiness],
  set: ['anyOf', 'allOf', 'noneOf', ...emptiness],
  flag: ['is'],
};
