import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { queueDialogFor } from '#core/shell/seats.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { shellDialogs, useShellDialog } from '#platform/web/shell-dialogs.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { useZoneReminder } from './use-zone-reminder.ts';

const load = () => import('./shown-dialog.tsx');
const Shown = lazy(load);
/** Not in the first load, yet there when the connection is gone. */
const FETCHED_AFTER_MS = 4_000;

/** Draws the dialogs of `shellDialogs`, and the reminder of the time zone when nothing else is on show. */
export function DialogHost() {
  const dialog = useShellDialog();
  const reminder = useZoneReminder();
  const { pathname } = useLocation();
  const left = dialog?.kind === 'busy' && !queueDialogFor(pathname, dialog.seat);
  useEffect(() => {
    if (left) shellDialogs.close('busy');
  }, [left]);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), FETCHED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const shown = left ? null : dialog;
  return (
    <Later opened={shown !== null || reminder.due}>
      <Shown dialog={shown} reminder={reminder} />
    </Later>
  );
}
