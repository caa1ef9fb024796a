import type { Format } from '#platform/web/format.ts';
import { fromWire } from '#platform/web/zone.ts';
import type { StatStep } from '../contract.ts';

const LAST_MOMENT_MS = 1_000;

/** What a stretch of time is called. */
export function timeName({ start, end }: { start: string; end: string }, step: StatStep, format: Format): string {
  if (step === 'hour') return format.dateTime(start);
  if (step === 'day') return format.date(start);
  return `${format.date(start)} – ${format.date(new Date(fromWire(end).getTime() - LAST_MOMENT_MS))}`;
}
