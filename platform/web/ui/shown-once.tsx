import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialogs.tsx';
import './shown-once.css';

interface ShownOnceProps {
  title: string;
  /** Why it should be kept now. */
  hint: string;
  value: string;
  copy: string;
  done: string;
  onClose: () => void;
  children?: ReactNode;
}

/** A secret that was just made and is never shown again. */
export function ShownOnce({ title, hint, value, copy, done, onClose, children }: ShownOnceProps) {
  return (
    <Dialog opened onClose={onClose} title={title} size={560}>
      <div className="shown-once">
        <p>{hint}</p>
        <div className="shown-once-value">
          <code>{value}</code>
          <CopyButton value={value} label={copy} />
        </div>
        {children}
        <div className="form-buttons">
          <Button onClick={onClose}>{done}</Button>
        </div>
      </div>
    </Dialog>
  );
}
