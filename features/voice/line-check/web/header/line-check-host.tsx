import { lazy } from '#platform/web/lazy-part.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { useCheckWindow } from '../check-window.ts';

const LineCheckDialog = lazy(() => import('../line-check-dialog.tsx'));

/** Above every page; the dialog's code comes when it is first opened. */
export default function LineCheckHost() {
  const { opened } = useCheckWindow();
  return (
    <Later opened={opened}>
      <LineCheckDialog />
    </Later>
  );
}
