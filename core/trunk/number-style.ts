import { readDialled } from '#core/call/dialled-number.ts';
import { diallingCode } from '#shared/countries.ts';

/** `plus`: +4930123456; `digits`: 4930123456; `national`: 030123456 in its country, 00… elsewhere; `asGiven`: as it comes. */
export const numberForms = ['plus', 'digits', 'national', 'asGiven'] as const;

/** How a carrier wants numbers written. */
export interface NumberStyle {
  form: (typeof numberForms)[number];
  /** Whose numbers are written the national way (ISO 3166, two letters). */
  country?: string | undefined;
  /** Cut off in front first, where it stands there; put in front at last. */
  cut?: string | undefined;
  prefix?: string | undefined;
}

/** `international`: with the country's code, with or without a plus; `national`: of a country unless it says otherwise. */
export const incomingForms = ['international', 'national', 'asGiven'] as const;

/** How a carrier writes the numbers of calls that come in. */
export interface IncomingStyle {
  form: (typeof incomingForms)[number];
  country?: string | undefined;
  /** Cut off in front first, where it stands there; then put in front; then read. */
  cut?: string | undefined;
  prefix?: string | undefined;
}

/** Numbers up to here are of a service or call for help: they have no country's code. */
const SHORT_DIGITS = 5;
const WORLD = /^\d{7,15}$/;

/** A call for help: numbers of services are never called, and all others are longer. */
export const isShortNumber = (number: string): boolean => /^\d+$/.test(number) && number.length <= SHORT_DIGITS;

/**
 * Writes a number of ours as a carrier wants it. Rules:
 * 1. What stands in front and is to be cut goes first; nothing is cut from what is too short for a country's code.
 * 2. What is no number (an account, a name) and what is too short for a country's code stays as it is.
 * 3. The rest is written in the form; the prefix comes before all of it.
 */
export function styledNumber(number: string, { form, country = '', cut = '', prefix = '' }: NumberStyle): string {
  const bare = cut && !isShortNumber(number) && number.startsWith(cut) ? number.slice(cut.length) : number;
  const digits = bare.replace(/[^\d*#]/g, '');
  if (!digits || /[A-Za-z]/.test(bare)) return prefix + bare;
  if (form === 'asGiven') return prefix + bare;
  if (digits.length <= SHORT_DIGITS && !bare.startsWith('+')) return prefix + digits;
  if (form === 'national' && /^\d+$/.test(digits)) return prefix + nationalNumber(digits, country);
  return prefix + (form === 'plus' ? `+${digits}` : digits);
}

/** Reads a number as a carrier wrote it: `+` and digits where it is one of the world, else as it came. */
export function readIncomingNumber(
  written: string,
  { form, country = '', cut = '', prefix = '' }: IncomingStyle,
): string {
  const bare = prefix + (cut && written.startsWith(cut) ? written.slice(cut.length) : written);
  const plain = bare.replace(/[\s().\-/]/g, '');
  if (form === 'asGiven' || !/^\+?\d+$/.test(plain)) return bare;
  const code = diallingCode(country) ?? '';
  const world = form === 'international' || plain.startsWith('+') ? plain.replace(/^(?:\+|00)/, '') : null;
  if (world !== null) return WORLD.test(world) ? `+${world}` : bare;
  const international = internationalPrefix(code);
  if (plain.startsWith(international) && WORLD.test(plain.slice(international.length)))
    return `+${plain.slice(international.length)}`;
  const trunk = trunkPrefix(code);
  // The prefix may also be how a number begins: then what is left is too short.
  const candidates = trunk && plain.startsWith(trunk) ? [plain.slice(trunk.length), plain] : [plain];
  for (const candidate of candidates) {
    const read = readDialled(candidate, code);
    if (read.is === 'number') return `+${read.number}`;
  }
  return bare;
}

function nationalNumber(digits: string, country: string): string {
  const code = diallingCode(country);
  if (code === null) return digits;
  return digits.startsWith(code) ? trunkPrefix(code) + digits.slice(code.length) : internationalPrefix(code) + digits;
}

/** Dialling codes of countries whose numbers are dialled the same at home, without anything in front. */
const WITHOUT_TRUNK = new Set(
  '30 34 39 45 47 48 52 56 57 65 351 352 354 356 357 371 372 378 420 501 502 503 504 505 506 507 509 852 853 965 968 973 974'.split(
    ' ',
  ),
);
const OTHER_TRUNK: Readonly<Record<string, string>> = { 1: '1', 7: '8', 36: '06' };

/** What is dialled at home before a number of the country. */
const trunkPrefix = (code: string): string => (WITHOUT_TRUNK.has(code) ? '' : (OTHER_TRUNK[code] ?? (code ? '0' : '')));

const internationalPrefix = (code: string): string => (code === '1' ? '011' : '00');
