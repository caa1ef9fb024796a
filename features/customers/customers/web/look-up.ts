import { joinedName } from '../core/full-name.ts';
import { call, type InputOf } from '#platform/web/call.ts';
import { customersApi, type Customer } from '../contract.ts';

/** What a customer is called: the full name, else its parts. */
export const nameOf = ({
  full_name: full,
  first_name: first,
  last_name: last,
}: Pick<Customer, 'full_name' | 'first_name' | 'last_name'>): string => full || joinedName(first, last);

/**
 * What stands for a caller in a lookup: `countrycode-number`, or the word for a number that is hidden. Whether the code
 * is part of the number already depends on who called whom: where it may be, both are asked for.
 */
export function phoneKeys(countryCode: string, number: string): string[] {
  if (number.startsWith('enc.')) return [number];
  const [code, digits] = [countryCode.replace(/\D/g, ''), number.replace(/\D/g, '')];
  if (code === '') return [digits];
  const isWhole = number.startsWith('+') && digits.startsWith(code);
  const maybeWhole = digits.startsWith(code) && digits.length > code.length + SHORTEST;
  return [
    ...(isWhole ? [] : [`${code}-${digits}`]),
    ...(isWhole || maybeWhole ? [`${code}-${digits.slice(code.length)}`] : []),
  ];
}

/** Digits of the shortest number one calls from abroad. */
const SHORTEST = 5;

interface Caller {
  countryCode: string;
  number: string;
  pageSize: number;
  callId: string | null;
}

/** How the customer of a call is asked for; null while there is nothing to ask with. Whoever sees stars asks by the call. */
export function lookUpOf({ countryCode, number, pageSize, callId }: Caller): InputOf<typeof customersApi.list> | null {
  const page = { page_number: 1, page_size: pageSize };
  if (!number.includes('*') && /\d{3}/.test(number))
    return {
      ...page,
      sms_phones: phoneKeys(countryCode, number),
      hasEncrypt: number.startsWith('enc.'),
      // Whoever does not see all customers sees those of their call.
      ...(callId === null ? {} : { call_id: callId }),
    };
  return callId === null ? null : { ...page, call_id: callId, hasEncrypt: true };
}

/** [PHONE-20] Who has a number, for the phone. Nobody is named where several people share it: the workbench lets the agent choose. */
export async function nameOfCaller(caller: Caller): Promise<string | null> {
  const asked = lookUpOf(caller);
  if (!asked) return null;
  const { list } = await call(customersApi.list, { ...asked, field_names: ['full_name'] });
  const names = new Set(list.map(nameOf).filter((name) => name !== ''));
  return names.size === 1 ? [...names][0]! : null;
}
