import { language, text } from '#platform/web/i18n.ts';
import type { PublicChannel } from '../../contract.ts';

const HOUR_MIN = 60;

/** 2 minutes, 1 hour: in the visitor's language. */
function lengthOf(minutes: number): string {
  const [unit, count] = minutes < HOUR_MIN ? ['minute', minutes] : ['hour', Math.round(minutes / HOUR_MIN)];
  return new Intl.NumberFormat(language(), { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(
    Number(count),
  );
}

/** What somebody who has not written yet can expect: who answers and how soon, or that nobody is there. */
export function expectationOf({
  team,
  open,
  staffed,
  answers_in: minutes,
}: Pick<PublicChannel, 'team' | 'open' | 'staffed' | 'answers_in'>): string {
  if (!open || !staffed) return text('chat-channels.visitor.nobody', { team });
  return minutes === null
    ? text('chat-channels.visitor.team', { team })
    : text('chat-channels.visitor.teamWithin', { team, time: lengthOf(minutes) });
}
