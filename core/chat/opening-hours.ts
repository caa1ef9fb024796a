/** A stretch of one weekday, in minutes from midnight; 1 is Monday. */
export interface OpenStretch {
  day: number;
  from: number;
  to: number;
}

const DAY_MIN = 1_440;
const WEEK_MIN = 7 * DAY_MIN;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Minutes since Monday 00:00 on the clocks of a zone. */
function minuteOfWeek(atMs: number, timeZone: string): number {
  const parts = Object.fromEntries(new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).formatToParts(atMs).map(({ type, value }) => [type, value]));
  return WEEKDAYS.indexOf(parts['weekday']!) * DAY_MIN + Number(parts['hour']) * 60 + Number(parts['minute']);
}

/**
 * Whether it is open now, and in how many minutes it opens next (0 while open, null when never). A stretch that ends
 * before it begins goes over midnight. A week is counted without the hour that clocks may change in it.
 */
export function opening(hours: readonly OpenStretch[] | null, timeZone: string, nowMs: number): { open: boolean; opensIn: number | null } {
  if (hours === null) return { open: true, opensIn: 0 };
  const now = minuteOfWeek(nowMs, timeZone);
  let opensIn: number | null = null;
  for (const { day, from, to } of hours) {
    const begin = (day - 1) * DAY_MIN + from;
    const long = to > from ? to - from : to + DAY_MIN - from;
    const since = (now - begin + WEEK_MIN) % WEEK_MIN;
    if (since < long) return { open: true, opensIn: 0 };
    opensIn = Math.min(opensIn ?? WEEK_MIN, WEEK_MIN - since);
  }
  return { open: false, opensIn };
}
