import { countryOf, diallingCodeOf } from '#core/call/number-country.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { countries } from '#shared/countries.ts';
import { issuedAtMs } from '../core/list-age.ts';
import { registersRepo, type RegisterRow } from './registers.repo.ts';

/** What the registers of a team say of a number. */
export interface ListedNumber {
  hasNumber: boolean;
  /** Of the oldest of its country's lists. */
  issuedAtMs: number;
}

const codes = new Map(countries.map(({ iso2, code }) => [iso2, code]));
/** Digits that fit the database's numbers; nothing longer is a telephone number. */
const isNumber = (text: string): boolean => /^\d{3,18}$/.test(text);

type InForce = RegisterRow & { fileId: number; issuedOn: string };
const isInForce = (row: RegisterRow): row is InForce => row.fileId !== null && row.issuedOn !== null;

/**
 * Which registers say something of each number: those of its country, and whichever has it. A list holds numbers of all places that are
 * dialled like its country, as that of the United States does those of Puerto Rico.
 */
export async function registersOf(
  tx: TenantTx,
  numbers: readonly string[],
): Promise<Map<string, { register: InForce; hasNumber: boolean }[]>> {
  const repo = registersRepo(tx);
  const registers = (await repo.all()).filter(isInForce);
  const answer = new Map<string, { register: InForce; hasNumber: boolean }[]>();
  if (registers.length === 0) return answer;
  const asked = [...new Set(numbers)].filter(isNumber).flatMap((number) => {
    const code = diallingCodeOf(number);
    return registers.filter(({ country }) => codes.get(country) === code).map((register) => ({ register, number }));
  });
  const found = new Set(
    (await repo.found(asked.map(({ register: { fileId }, number }) => ({ fileId, number })))).map(
      ({ fileId, number }) => `${fileId} ${number}`,
    ),
  );
  for (const { register, number } of asked) {
    const hasNumber = found.has(`${register.fileId} ${number}`);
    if (!hasNumber && countryOf(number) !== register.country) continue;
    answer.set(number, [...(answer.get(number) ?? []), { register, hasNumber }]);
  }
  return answer;
}

/** What is known of many numbers in two questions; those of countries without a register are not there. */
export async function nationalLists(tx: TenantTx, numbers: readonly string[]): Promise<Map<string, ListedNumber>> {
  return new Map(
    [...(await registersOf(tx, numbers))].map(([number, listings]) => [
      number,
      {
        hasNumber: listings.some(({ hasNumber }) => hasNumber),
        issuedAtMs: Math.min(...listings.map(({ register }) => issuedAtMs(register.issuedOn))),
      },
    ]),
  );
}
