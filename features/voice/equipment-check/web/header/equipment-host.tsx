import { useEffect } from 'react';
import { lazy } from '#platform/web/lazy-part.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { asksForCheck, openEquipmentCheck, useEquipmentWindow } from '../check-window.ts';

const EquipmentDialog = lazy(() => import('../equipment-dialog.tsx'));

/** Above every page; the dialog's code comes when it is first opened. */
export default function EquipmentHost() {
  const { opened } = useEquipmentWindow();
  // Somebody came by the link of the guide, from another computer.
  useEffect(() => {
    if (asksForCheck(window.location.search)) openEquipmentCheck();
  }, []);
  return (
    <Later opened={opened}>
      <EquipmentDialog />
    </Later>
  );
}
