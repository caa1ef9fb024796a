import { useText } from '#platform/web/i18n.ts';
import { WorkSteps } from '#platform/web/ui/work-steps.tsx';
import { setupSteps, type SetupStep } from '../address.ts';

/** The steps of making a task, and the one it stands at; customers of a saved condition need no columns. */
export function SetupSteps({ at, withFile = true }: { at: SetupStep; withFile?: boolean }) {
  const t = useText();
  const steps: readonly SetupStep[] = withFile
    ? setupSteps
    : setupSteps.filter((step) => step !== 'columns' && step !== 'check');
  return <WorkSteps label={t('preview.steps')} steps={steps} at={at} nameOf={(step) => t(`preview.step.${step}`)} />;
}
