import { mostDaysOldOf } from '#core/call/national-lists.ts';

const DAY_MS = 86_400_000;

/** A day of the calendar as a moment: lists count by the world's clock, whichever zone their office has. */
export const issuedAtMs = (issuedOn: string): number => Date.parse(`${issuedOn}T00:00:00Z`);

/** How old a country's list is, and whether it still says anything (`mayEverCall` of the campaigns judges by the same). */
export function ageOf(
  country: string,
  issuedOn: string,
  nowMs: number,
): { daysOld: number; mostDaysOld: number; isTooOld: boolean } {
  const ageMs = nowMs - issuedAtMs(issuedOn);
  const mostDaysOld = mostDaysOldOf(country);
  return {
    daysOld: Math.max(0, Math.floor(ageMs / DAY_MS)),
    mostDaysOld,
    isTooOld: ageMs > mostDaysOld * DAY_MS,
  };
}

/** A list of tomorrow is a slip of the pen; somewhere it is tomorrow already. */
export const isOfTheFuture = (issuedOn: string, nowMs: number): boolean => issuedAtMs(issuedOn) > nowMs + DAY_MS;
