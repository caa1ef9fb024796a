import { countryOf } from '#core/call/number-country.ts';
import { BlacklistPattern } from '../contract.ts';
import type { KeptPattern } from './blacklist.repo.ts';

/** What somebody wrote, as it is kept: digits with the country's code. Null for what is no number. */
export function keptPattern(text: string): KeptPattern | null {
  if (!BlacklistPattern.safeParse(text).success) return null;
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  return digits.length < 2
    ? null
    : { pattern: digits, isShape: text.trim().endsWith('*'), country: countryOf(digits) ?? '' };
}
