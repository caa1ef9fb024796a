import type { ReactNode } from 'react';
import { CampaignSetup } from '#features/outbound/campaigns/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { aiSetupSteps, type AiSetupStep } from '../address.ts';
import '../ai-tasks.css';

interface AiTaskSetupProps {
  at: AiSetupStep;
  name?: string;
  /** Only a file has columns. */
  withFile?: boolean;
  children: ReactNode;
}

/** The frame around the steps of making a task. */
export function AiTaskSetup({ at, name, withFile = true, children }: AiTaskSetupProps) {
  const t = useText();
  const steps = aiSetupSteps
    .filter((step) => withFile || (step !== 'columns' && step !== 'check'))
    .map((step) => ({ step, name: t(`ai-tasks.step.${step}`) }));
  return (
    <CampaignSetup steps={steps} at={at} {...(name === undefined ? {} : { name })}>
      {children}
    </CampaignSetup>
  );
}
