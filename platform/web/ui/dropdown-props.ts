import type { ReactNode, RefObject } from 'react';

/** Ties what opens to its button. */
export interface DropdownOpening {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

export interface DropdownProps {
  opening: DropdownOpening;
  label: string;
  width: number;
  className?: string;
  padding?: number;
  children: ReactNode;
}

export interface ChoiceListProps {
  opening: DropdownOpening;
  label: string;
  choices: readonly { value: string; label: string; icon?: ReactNode; lang?: string }[];
  value: string;
  onChoose: (value: string) => void;
}
