import type { WireTime } from '#shared/endpoint.ts';
import { toWireTime } from '#shared/wire-time.ts';

/** For so many days a number can be kept out; 0 is for good. */
export const expiryDays = [0, 1, 7, 30, 90, 365] as const;
/** The entry's own end stays. */
export const KEEP = 'keep';

const DAY_MS = 86_400_000;

/** When a choice of days is over. */
export const expiryOf = (choice: string, kept: WireTime | null, nowMs: number): WireTime | null =>
  choice === KEEP ? kept : choice === '0' ? null : toWireTime(nowMs + Number(choice) * DAY_MS);
