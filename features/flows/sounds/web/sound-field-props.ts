import type { ReactNode } from 'react';

/** A field that chooses one of the team's sounds. */
export interface SoundFieldProps {
  label: string;
  hint?: string;
  /** What is heard where none is chosen. */
  none: string;
  /** Its id; null: none. */
  value: number | null;
  error?: ReactNode;
  onChange: (soundId: number | null) => void;
}
