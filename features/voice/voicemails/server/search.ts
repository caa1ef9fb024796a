import { nextDay, startOfDay, type TimeRange } from '#core/calendar/day-range.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { VoicemailFilter } from '../contract.ts';
import type { Keeper } from './mailboxes.repo.ts';
import type { MessageSearch } from './voicemails.repo.ts';

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '9998-12-31';

export const keeperOf = (caller: Pick<Caller, 'userId' | 'isOwner' | 'functions'>): Keeper => ({
  userId: caller.userId,
  seesAll: mayUse(caller, 'voicemails.all'),
});

/** A filter with moments instead of days. */
export function searchOf({ box, state, startDate, endDate }: VoicemailFilter, zone: string): MessageSearch {
  const range: TimeRange | null =
    startDate || endDate
      ? { fromMs: startOfDay(startDate ?? FIRST_DAY, zone), toMs: startOfDay(nextDay(endDate ?? LAST_DAY), zone) }
      : null;
  return { box, state, range };
}
