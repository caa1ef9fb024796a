import type { ReactNode } from 'react';

export interface Question {
  title: string;
  body?: ReactNode;
  /** The word on the button that does it; names the deed, not "yes". */
  yes?: string;
  no?: string;
  /** Red: it destroys something. */
  danger?: boolean;
}

/** A question on the page. */
export interface AskedQuestion extends Question {
  answer: (yes: boolean) => void;
}
