import { lazy } from '#platform/web/lazy-part.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { useSenderWindow } from '../sender-window.ts';

const SenderDialog = lazy(() => import('../sender-dialog.tsx'));

/** Above every page; the dialog's code comes when it is first opened. */
export default function SenderHost() {
  const { opened } = useSenderWindow();
  return (
    <Later opened={opened}>
      <SenderDialog />
    </Later>
  );
}
