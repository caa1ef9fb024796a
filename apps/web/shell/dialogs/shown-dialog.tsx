import { shellDialogs, type ShellDialog } from '#platform/web/shell-dialogs.ts';
import { BusyDialog } from './busy-dialog.tsx';
import { IdleNotice } from './idle-notice.tsx';
import { PermissionGuide } from './permission-guide.tsx';
import type { Reminder } from './use-zone-reminder.ts';
import { ZoneReminder } from './zone-reminder.tsx';

/** The dialog on show; fetched with the first one. */
export default function ShownDialog({ dialog, reminder }: { dialog: ShellDialog | null; reminder: Reminder }) {
  switch (dialog?.kind) {
    case undefined:
      return <ZoneReminder {...reminder} />;
    case 'permission':
      return <PermissionGuide blocked={dialog.blocked} onClose={() => shellDialogs.close('permission')} />;
    case 'idle':
      return <IdleNotice onClose={() => shellDialogs.close('idle')} />;
    case 'busy':
      return <BusyDialog key={dialog.seat} {...dialog} onClose={() => shellDialogs.close('busy')} />;
  }
}
