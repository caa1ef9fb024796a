import { useState } from 'react';
import { zoneReminderDue } from '#core/shell/reminders.ts';
import { browserZone, isZone, offsetMinutes } from '#platform/web/zone.ts';
import { useInfo } from '../shell-data.ts';

const SHOWN = 'openseat.zoneReminderShown';

/** Nobody needs to be told what they have just been told, or have just chosen. */
export const zoneIsKnown = (): void => sessionStorage.setItem(SHOWN, '1');

/** Whether to remind, of which saved zone, and how to have done with it. */
export interface Reminder {
  due: boolean;
  saved: string | null;
  now: Date;
  close: () => void;
}

/** A saved zone whose clock differs from this machine's is told once per session of the browser. */
export function useZoneReminder(): Reminder {
  const { timeZone } = useInfo();
  const [now] = useState(() => new Date());
  const [closed, setClosed] = useState(false);
  const saved = timeZone && isZone(timeZone) ? timeZone : null;
  const due = zoneReminderDue({
    browserOffsetMin: offsetMinutes(browserZone(), now),
    savedZoneOffsetMin: saved === null ? null : offsetMinutes(saved, now),
    // Asked at every drawing: choosing a zone answers the reminder too.
    alreadyShownThisSession: closed || sessionStorage.getItem(SHOWN) !== null,
  });
  const close = () => {
    zoneIsKnown();
    setClosed(true);
  };
  return { due, saved, now, close };
}
