import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { idField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({
  /** Null for the tenant's own. */
  calendarId: idField('calendar').nullable().default(null),
  /** Holidays leave by a way of their own; without it they count as closed, or open where the holiday has hours. */
  holidayApart: z.boolean().default(false),
});

/**
 * Goes by whether somebody is there. Who keeps no calendar is always there, as a group without hours is; hours that cannot be told are
 * closed ones, so that nobody waits for an office that may be dark.
 */
export const hours: NodeKind<z.infer<typeof Settings>> = {
  kind: 'hours',
  trigger: MessageType.hoursNode,
  group: 'decide',
  icon: 'clock',
  settings: Settings,
  fresh: () => ({ calendarId: null, holidayApart: false }),
  branches: ({ holidayApart }) => [{ key: 'open' }, { key: 'closed' }, ...(holidayApart ? [{ key: 'holiday' }] : [])],
  enter: (turn) => turn.ask({ what: 'hours', calendarId: turn.settings.calendarId }),
  on(turn, event) {
    if (event.type !== 'answered') return;
    const { answer } = event;
    if (!answer.ok && answer.why === 'noCalendar' && turn.settings.calendarId === null) return turn.leave('open');
    if (!answer.ok || answer.what !== 'open') {
      turn.addMessage(MessageType.note, { note: 'hoursUnknown' });
      return turn.leave('closed');
    }
    turn.leave(answer.isHoliday && turn.settings.holidayApart ? 'holiday' : answer.isOpen ? 'open' : 'closed');
  },
};
