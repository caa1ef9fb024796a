/** How many days recordings are kept where a tenant says nothing: as long as complaints come, and not for ever. */
export const RETENTION_DEFAULT_DAYS = 365;
/** The longest a tenant may ask recordings to be kept: ten years. */
export const RETENTION_MAX_DAYS = 3_650;

const FOR_EVER = '0';

/** What the setting says; null: without end. Not set is the default, and what cannot be read deletes nothing. */
export function keptDays(value: string | undefined): number | null {
  if (value === undefined) return RETENTION_DEFAULT_DAYS;
  const days = /^\d+$/.test(value) ? Number(value) : 0;
  return days >= 1 && days <= RETENTION_MAX_DAYS ? days : null;
}

/** How the setting is kept. */
export const keptValue = (days: number | null): string => (days === null ? FOR_EVER : String(days));
