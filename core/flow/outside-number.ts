import { z } from 'zod';
import { fill, namesIn } from './fill.ts';
import type { FlowRun } from './run.ts';

/** How numbers begin that the conversation may fill in; none: it may not fill in any. */
export const prefixesField = z
  .array(
    z
      .string()
      .trim()
      .regex(/^\+?\d{1,15}$/),
  )
  .max(50)
  .default([]);

/** A number as it is designed. */
export interface DesignedNumber {
  number: string;
  prefixes: readonly string[];
}

const CALLER = 'callerNumber';

/** Something is put into it that only the conversation knows; the number the caller calls from is the exchange's word. */
const isFilledIn = (template: string): boolean => namesIn(template).some((name) => name !== CALLER);

/**
 * Whom to call or write to outside. A caller must not choose that at our cost: what was typed, said or looked up for them counts only
 * where the designer said how such numbers begin.
 */
export function outsideNumber(
  { values, caller }: Pick<FlowRun, 'values' | 'caller'>,
  { number: template, prefixes }: DesignedNumber,
): { number: string } | { why: 'noDestination' | 'numberNotAllowed' } {
  const number = fill(template, { ...values, [CALLER]: caller.number }).replace(/[\s().\-/]/g, '');
  if (!/^\+?\d{3,20}$/.test(number)) return { why: 'noDestination' };
  const mayCall = !isFilledIn(template) || prefixes.some((prefix) => digits(number).startsWith(digits(prefix)));
  return mayCall ? { number } : { why: 'numberNotAllowed' };
}

const digits = (text: string): string => text.replace(/^\+/, '');

/** A number nobody could be called at. */
export const lacksPrefixes = ({ number, prefixes }: DesignedNumber): boolean =>
  isFilledIn(number) && prefixes.length === 0;
