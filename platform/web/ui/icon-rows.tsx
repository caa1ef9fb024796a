import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './icon-rows.css';

/** A short list of things with a picture, a name, a line about them and something to do. */
export const IconRows = ({ children }: { children: ReactNode }) => <ul className="icon-rows">{children}</ul>;

export interface IconRowProps {
  icon: LucideIcon;
  /** What the picture means, where the words do not say it. */
  iconLabel?: string;
  name: ReactNode;
  detail: ReactNode;
  /** More about the detail, on pointing at it. */
  detailHint?: string;
  action?: ReactNode;
}

export function IconRow({ icon: Icon, iconLabel, name, detail, detailHint, action }: IconRowProps) {
  return (
    <li>
      <Icon size={20} strokeWidth={1.75} {...(iconLabel ? { 'aria-label': iconLabel } : { 'aria-hidden': true })} />
      <div>
        <p className="icon-row-name">{name}</p>
        <p className="icon-row-detail" title={detailHint}>
          {detail}
        </p>
      </div>
      {action}
    </li>
  );
}
