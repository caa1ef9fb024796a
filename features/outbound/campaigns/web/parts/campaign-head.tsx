import type { ReactNode } from 'react';
import CampaignProgress from './campaign-progress.tsx';
import '../campaign-page.css';

export interface CampaignHeadProps {
  name: string;
  /** What whoever made it wants others to know. */
  note: string;
  /** Beside the name, in words: how far it is. */
  status: ReactNode;
  customers: number;
  completed: number;
  /** What can be done with it. */
  children: ReactNode;
}

/** What stands above everything of one campaign. */
export default function CampaignHead({ name, note, status, children, ...counts }: CampaignHeadProps) {
  return (
    <header className="campaign-head">
      <div>
        <h2>{name}</h2>
        {status}
      </div>
      <CampaignProgress {...counts} />
      {note !== '' && <p className="campaign-note">{note}</p>}
      <div className="page-actions">{children}</div>
    </header>
  );
}
