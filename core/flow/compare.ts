import { z } from 'zod';
import type { Value } from './flow.ts';

export const comparisons = [
  'is',
  'isNot',
  'contains',
  'startsWith',
  'moreThan',
  'lessThan',
  'atLeast',
  'atMost',
  'isEmpty',
  'isNotEmpty',
  'anyOf',
] as const;
export const Comparison = z.enum(comparisons);
export type Comparison = z.infer<typeof Comparison>;

/** Those that need nothing to compare with. */
export const needsNothing = (comparison: Comparison): boolean =>
  comparison === 'isEmpty' || comparison === 'isNotEmpty';

/**
 * Whether a value is what is asked. Numbers compare as numbers where both are; everything else as text, small and capital letters alike, which
 * orders dates and times rightly. `anyOf` takes several, separated by commas.
 */
export function isSo(value: Value | undefined, comparison: Comparison, than: string): boolean {
  const [one, two] = [
    String(value ?? '')
      .trim()
      .toLowerCase(),
    than.trim().toLowerCase(),
  ];
  const order = (first: string, second: string): number =>
    orderOf(typeof value === 'number' ? value : numberIn(first), numberIn(second)) ??
    (first < second ? -1 : first > second ? 1 : 0);
  switch (comparison) {
    case 'is':
      return order(one, two) === 0;
    case 'isNot':
      return order(one, two) !== 0;
    case 'contains':
      return two !== '' && one.includes(two);
    case 'startsWith':
      return two !== '' && one.startsWith(two);
    case 'moreThan':
      return one !== '' && order(one, two) > 0;
    case 'lessThan':
      return one !== '' && order(one, two) < 0;
    case 'atLeast':
      return one !== '' && order(one, two) >= 0;
    case 'atMost':
      return one !== '' && order(one, two) <= 0;
    case 'isEmpty':
      return one === '';
    case 'isNotEmpty':
      return one !== '';
    case 'anyOf':
      return two.split(',').some((choice) => order(one, choice.trim()) === 0);
  }
}

/** Of more digits it is a name, such as an account's; those that differ in the last one are two. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/;
const numberIn = (text: string): number | null => (NUMBER.test(text) ? Number(text) : null);
const orderOf = (one: number | null, two: number | null): number | null =>
  one === null || two === null ? null : one - two;
