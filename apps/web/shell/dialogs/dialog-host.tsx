import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { queueDialogFor } from '#core/shell/seats.ts';
import { shellDialogs, useShellDialog } from '#platform/web/shell-dialogs.ts';
import { BusyDialog } from './busy-dialog.tsx';
import { IdleNotice } from './idle-notice.tsx';
import { PermissionGuide } from './permission-guide.tsx';
import { ZoneReminder } from './zone-reminder.tsx';

/** Draws the dialogs of `shellDialogs`, and the reminder of the time zone when nothing else is on show. */
export function DialogHost() {
  const dialog = useShellDialog();
  const { pathname } = useLocation();
  const left = dialog?.kind === 'busy' && !queueDialogFor(pathname, dialog.seat);
  useEffect(() => {
    if (left) shellDialogs.close('busy');
  }, [left]);
  if (dialog === null || left) return <ZoneReminder />;
  switch (dialog.kind) {
    case 'permission':
      return <PermissionGuide blocked={dialog.blocked} onClose={() => shellDialogs.close('permission')} />;
    case 'idle':
      return <IdleNotice onClose={() => shellDialogs.close('idle')} />;
    case 'busy':
      return <BusyDialog {...dialog} onClose={() => { shellDialogs.close('busy'); dialog.onClose?.(); }} />;
  }
}
