import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../i18n.ts';
import { useFocusReturn } from './focus-return.ts';
import { mayLeave, useUnsavedWarning } from './form/unsaved.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Something in it is not saved: closing asks first. */
  dirty?: boolean;
  /** One of its buttons has to be pressed: Escape, a click beside it and the cross do not close it. */
  mustChoose?: boolean;
  /** Pixels; the whole window on phones. */
  size?: number;
  children: ReactNode;
}

function useClosing({ opened, onClose, dirty = false }: Pick<DialogProps, 'opened' | 'onClose' | 'dirty'>) {
  const t = useText();
  useUnsavedWarning(opened && dirty);
  useFocusReturn(opened);
  return {
    opened,
    closeButtonProps: { 'aria-label': t('ui.close') },
    onClose: () => void mayLeave(dirty).then((leave) => leave && onClose()),
  };
}

/** A side panel: to see and edit one thing while its list stays. */
export function SidePanel({ title, size = 440, children, ...rest }: Omit<DialogProps, 'mustChoose'>) {
  return (
    <Drawer {...useClosing(rest)} title={title} size={`min(${size}px, 100vw)`}>
      {children}
    </Drawer>
  );
}

/** A dialog: one short task that everything else waits for. */
export function Dialog({ title, size = 480, mustChoose = false, children, ...rest }: DialogProps) {
  return (
    <Modal
      {...useClosing(rest)}
      title={title}
      size={size}
      withCloseButton={!mustChoose}
      closeOnEscape={!mustChoose}
      closeOnClickOutside={!mustChoose}
    >
      {children}
    </Modal>
  );
}
