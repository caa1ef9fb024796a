import { lazy } from '#platform/web/lazy-part.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { useEquipmentWindow } from '../check-window.ts';

const EquipmentDialog = lazy(() => import('../equipment-dialog.tsx'));

/** Above every page; the dialog's code comes when it is first opened. */
export default function EquipmentHost() {
  const { opened } = useEquipmentWindow();
  return (
    <Later opened={opened}>
      <EquipmentDialog />
    </Later>
  );
}
