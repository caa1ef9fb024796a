import { failures } from './errors.ts';

/**
 * How SIP carries a refused call. Its own statuses end at 699, so a refusal 8NN travels as 6NN (610 to 624)
 * and the two network errors, 800 and 801, as 690 and 691: no status that SIP itself gives a meaning. Refusals of our
 * own say theirs (692 to 694).
 */
const rejections = Object.values(failures).filter((row) => 'rejectsCall' in row);
/** Those of the specification. */
export const rejectionCodes: readonly number[] = rejections
  .filter((row) => !('sipStatus' in row))
  .map(({ code }) => code);

const NETWORK_ERRORS_BELOW = 810;
const statusByCode = new Map<number, number>(
  rejections.map((row) => [
    row.code,
    'sipStatus' in row ? row.sipStatus : row.code < NETWORK_ERRORS_BELOW ? row.code - 110 : row.code - 200,
  ]),
);
const codeByStatus = new Map([...statusByCode].map(([code, status]) => [status, code]));

/** The SIP status of a failure code; null for failures that do not refuse a call. */
export const sipStatusOf = (failureCode: number): number | null => statusByCode.get(failureCode) ?? null;

/** The failure code behind a SIP status; null for statuses with a meaning of their own, such as 603. */
export const rejectionOfSipStatus = (sipStatus: number): number | null => codeByStatus.get(sipStatus) ?? null;
