const DAY_MS = 86_400_000;

/** Until when a plan is paid, by the date somebody set: through that day, in UTC. Null: nobody set an end. */
export function paidUntilMs(date: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return null;
  const startMs = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(startMs) ? null : startMs + DAY_MS;
}
