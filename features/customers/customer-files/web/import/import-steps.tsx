import { useText } from '#platform/web/i18n.ts';
import { WorkSteps } from '#platform/web/ui/work-steps.tsx';

const steps = ['file', 'columns', 'check', 'write'] as const;
export type ImportStep = (typeof steps)[number];

/** The four steps of an import, and the one it stands at. */
export function ImportSteps({ at }: { at: ImportStep }) {
  const t = useText();
  const nameOf = (step: ImportStep) => t(`customer-files.step.${step}`);
  return <WorkSteps label={t('customer-files.steps')} steps={steps} at={at} nameOf={nameOf} />;
}
