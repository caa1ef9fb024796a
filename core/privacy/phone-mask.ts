import { countries } from '#shared/countries.ts';

const codes = new Set(countries.map(({ code }) => code));
const LONGEST_CODE = 3;
const SHORTEST_SHOWN = 7;

/** How many last digits of a number stay, by its length; of a shorter one none. */
export const shownEnds: readonly { from: number; to: number; digits: number }[] = [
  { from: SHORTEST_SHOWN, to: 9, digits: 2 },
  { from: 10, to: 100, digits: 4 },
];

/**
 * A number as people see it who may not know it: the country and the last digits stay, at least half is hidden.
 * `525512345678` is `52******5678`; what is too short to keep anything is stars alone.
 */
export function maskPhone(number: string): string {
  const plus = number.startsWith('+') ? '+' : '';
  const digits = number.replace(/\D/g, '');
  if (digits.length < SHORTEST_SHOWN) return number === '' ? '' : '*'.repeat(Math.max(3, digits.length));
  const tail = shownEnds.find(({ to }) => digits.length <= to)?.digits ?? 0;
  const head = Math.min(codeLength(digits), Math.floor(digits.length / 2) - tail);
  return `${plus}${digits.slice(0, head)}${'*'.repeat(digits.length - head - tail)}${digits.slice(-tail)}`;
}

function codeLength(digits: string): number {
  for (let length = 1; length <= LONGEST_CODE; length += 1) if (codes.has(digits.slice(0, length))) return length;
  return 1;
}
