import type { ReactNode } from 'react';
import { CampaignSetup } from '#features/outbound/campaigns/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { setupSteps, type SetupStep } from '../address.ts';

interface TaskSetupProps {
  at: SetupStep;
  name?: string;
  /** Customers of a saved condition need no columns. */
  withFile?: boolean;
  children: ReactNode;
}

/** The frame around the steps of making a task. */
export function TaskSetup({ at, name, withFile = true, children }: TaskSetupProps) {
  const t = useText();
  const steps = setupSteps
    .filter((step) => withFile || (step !== 'columns' && step !== 'check'))
    .map((step) => ({ step, name: t(`preview.step.${step}`) }));
  return (
    <CampaignSetup steps={steps} at={at} {...(name === undefined ? {} : { name })}>
      {children}
    </CampaignSetup>
  );
}
