import type { ReactNode } from 'react';
import { CampaignSetup } from '#features/outbound/campaigns/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { dialerSteps, type DialerStep } from '../address.ts';

interface DialerSetupProps {
  at: DialerStep;
  name?: string;
  /** Customers of a saved condition need no columns. */
  withFile?: boolean;
  children: ReactNode;
}

/** The frame around the steps of making a task. */
export function DialerSetup({ at, name, withFile = true, children }: DialerSetupProps) {
  const t = useText();
  const steps = dialerSteps
    .filter((step) => withFile || (step !== 'columns' && step !== 'check'))
    .map((step) => ({ step, name: t(`dialer.step.${step}`) }));
  return (
    <CampaignSetup steps={steps} at={at} {...(name === undefined ? {} : { name })}>
      {children}
    </CampaignSetup>
  );
}
