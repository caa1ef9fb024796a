import type { ReactNode } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { WorkSteps } from '#platform/web/ui/work-steps.tsx';
import '../campaign-page.css';

/** A step of making a campaign, and what it is called. */
export interface CampaignStep {
  step: string;
  name: string;
}

export interface CampaignSetupProps {
  /** In their order, and the one it stands at. */
  steps: readonly CampaignStep[];
  at: string;
  /** Of the campaign that is being made, once it has one. */
  name?: string;
  children: ReactNode;
}

/** The frame around each step of making a campaign. */
export default function CampaignSetup({ steps, at, name, children }: CampaignSetupProps) {
  const t = useText();
  return (
    <div className="campaign-setup">
      <WorkSteps
        label={t('campaigns.steps')}
        steps={steps.map(({ step }) => step)}
        at={at}
        nameOf={(step) => steps.find((one) => one.step === step)?.name ?? step}
      />
      {name !== undefined && <h2>{name}</h2>}
      {children}
    </div>
  );
}
