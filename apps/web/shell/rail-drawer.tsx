import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { useFocusReturn } from '#platform/web/ui/focus-return.ts';

/** The menu of narrow windows. */
export default function RailDrawer({
  opened,
  isConsole,
  onClose,
  children,
}: {
  opened: boolean;
  isConsole: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useText();
  useFocusReturn(opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size={264}
      withCloseButton={false}
      attributes={{
        content: {
          'aria-label': t(isConsole ? 'shell.console.menu' : 'shell.mainMenu'),
          ...(isConsole ? { 'data-console': '' } : {}),
        },
      }}
      classNames={{ content: 'rail-drawer', body: 'rail-drawer-body' }}
    >
      {children}
    </Drawer>
  );
}
