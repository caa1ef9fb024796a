import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** How something stands with the browser, and what to do about it. */
export const StateLine = ({ isGood, text, children }: { isGood: boolean; text: string; children?: ReactNode }) => (
  <div className="state-line" data-good={isGood || undefined} role={isGood ? undefined : 'status'}>
    {isGood ? <CircleCheck size={16} aria-hidden /> : <TriangleAlert size={16} aria-hidden />}
    <p>{text}</p>
    {children}
  </div>
);
