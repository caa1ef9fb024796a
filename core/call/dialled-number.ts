import { isEmergencyNumber } from './emergency-numbers.ts';
import { countryOf, diallingCodeOf } from './number-country.ts';

/** What somebody dialled, read. */
export type Dialled =
  /** A number of the world: digits with the country's code. */
  | { is: 'number'; number: string; country: string }
  /** No number at all, or none this long in its country. */
  | { is: 'wrong'; why: 'characters' | 'tooLong' | 'tooShort' | 'noSuchCountry' | 'wrongLength' }
  /** A call for help, as dialled: such numbers have no country's code. */
  | { is: 'emergency'; number: string }
  /** A number that is never called from here: service numbers, those that cost extra, extensions nobody has. */
  | { is: 'barred'; why: 'service' | 'premium' | 'extension' };

/** Specification W5. */
export const MAX_DIALLED = 20;
const MAX_WORLD = 15;
const MIN_WORLD = 7;
const USUAL_NATIONAL = 10;
const SERVICE_DIGITS = 5;
/** Agents are numbered with seven digits. */
const EXTENSION_DIGITS = 7;

/**
 * Reads a number as it was dialled. Rules:
 * 1. `+` or `00` (`011` in North America) begin a number with its country's code.
 * 2. Otherwise the country of the call is given by its dialling code, and the number is one of that country; its
 *    trunk prefix goes. One that begins with the code carries it already if it is too long otherwise, or longer than
 *    numbers of one country usually are.
 * 3. Without a country the number carries its code. Seven digits are then an extension, and nobody has this one.
 * 4. Numbers people call for help in the country of the call, or everywhere, are such calls.
 */
export function readDialled(to: string, countryCode: string): Dialled {
  const digits = to.replace(/^\+/, '');
  const code = countryCode.replace(/^\+/, '');
  if (!/^\d+$/.test(digits)) return { is: 'wrong', why: 'characters' };
  if (digits.length > MAX_DIALLED) return { is: 'wrong', why: 'tooLong' };
  if (to.startsWith('+')) return ofWorld(digits);
  if (isEmergencyNumber(digits, code)) return { is: 'emergency', number: digits };
  if (digits.length < 3) return { is: 'wrong', why: 'tooShort' };
  if (digits.length <= SERVICE_DIGITS) return { is: 'barred', why: 'service' };
  if (digits.startsWith('00')) return ofWorld(digits.slice(2));
  if (code === '1' && digits.startsWith('011')) return ofWorld(digits.slice(3));
  if (code !== '')
    return diallingCodeOf(code) === code ? ofCountry(digits, code) : { is: 'wrong', why: 'noSuchCountry' };
  return digits.length === EXTENSION_DIGITS ? { is: 'barred', why: 'extension' } : ofWorld(digits);
}

function ofCountry(digits: string, code: string): Dialled {
  const national = withoutTrunk(digits, code);
  const isLong = digits.length > USUAL_NATIONAL || !fits(national, code);
  const carriesCode = isLong && digits.startsWith(code) && fits(withoutTrunk(digits.slice(code.length), code), code);
  return ofWorld(carriesCode ? digits : code + national);
}

function ofWorld(digits: string): Dialled {
  if (isPremium(digits)) return { is: 'barred', why: 'premium' };
  const code = diallingCodeOf(digits);
  if (code === null) return { is: 'wrong', why: digits.length < MIN_WORLD ? 'tooShort' : 'noSuchCountry' };
  const national = withoutTrunk(digits.slice(code.length), code);
  if (national.length > 0 && national.length < SERVICE_DIGITS) return { is: 'barred', why: 'service' };
  const number = code + national;
  // Asked again of what will be called: zeros in between hide nothing.
  if (isPremium(number)) return { is: 'barred', why: 'premium' };
  if (number.length < MIN_WORLD) return { is: 'wrong', why: 'tooShort' };
  if (number.length > MAX_WORLD || !fits(national, code)) return { is: 'wrong', why: 'wrongLength' };
  return { is: 'number', number, country: countryOf(number)! };
}

/** Where a zero belongs to the number. */
const keepsZero = new Set(['39', '378', '225', '241', '242']);

function withoutTrunk(national: string, code: string): string {
  // Mexico once asked for a 1 before mobile numbers from abroad, and 01, 044 or 045 at home.
  if (code === '52') return national.replace(/^(?:1|01|044|045)(?=\d{10}$)/, '');
  return keepsZero.has(code) ? national : national.replace(/^0+/, '');
}

/** Shortest and longest numbers of a country without its code, where they are known to be narrow. */
const lengths: Readonly<Record<string, readonly [number, number]>> = {
  1: [10, 10],
  7: [10, 10],
  27: [9, 9],
  30: [10, 10],
  31: [9, 9],
  32: [8, 9],
  33: [9, 9],
  34: [9, 9],
  36: [8, 9],
  39: [6, 11],
  40: [9, 9],
  41: [9, 9],
  44: [9, 10],
  45: [8, 8],
  46: [7, 10],
  47: [8, 8],
  48: [9, 9],
  51: [8, 9],
  52: [10, 10],
  54: [10, 11],
  55: [10, 11],
  56: [9, 9],
  57: [10, 10],
  58: [10, 10],
  60: [8, 10],
  61: [9, 9],
  62: [7, 12],
  63: [8, 10],
  64: [8, 10],
  65: [8, 8],
  66: [8, 9],
  81: [9, 10],
  82: [8, 10],
  84: [9, 10],
  86: [10, 11],
  90: [10, 10],
  91: [10, 10],
  92: [9, 10],
  351: [9, 9],
  353: [7, 9],
  380: [9, 9],
  420: [9, 9],
  502: [8, 8],
  503: [8, 8],
  506: [8, 8],
  507: [7, 8],
  593: [8, 9],
  852: [8, 8],
  853: [8, 8],
  886: [8, 9],
  966: [9, 9],
  971: [8, 9],
};

function fits(national: string, code: string): boolean {
  const [shortest, longest] = lengths[code] ?? [SERVICE_DIGITS, MAX_WORLD - code.length];
  return national.length >= shortest && national.length <= longest;
}

/** Shared-cost, satellite and premium numbers, by their first digits. */
const premium = [
  '1900',
  '3190',
  '3389',
  '34803',
  '34806',
  '34807',
  '34905',
  '34907',
  '3989',
  '449',
  '49900',
  '52900',
  '55900',
  '6119',
  '62809',
  '870',
  '878',
  '881',
  '882',
  '883',
  '888',
  '979',
];

const isPremium = (digits: string): boolean => premium.some((prefix) => digits.startsWith(prefix));
