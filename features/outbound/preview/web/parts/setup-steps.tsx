import { useText } from '#platform/web/i18n.ts';
import { setupSteps, type SetupStep } from '../address.ts';

/** The steps of making a task, and the one it stands at; customers of a saved condition need no columns. */
export function SetupSteps({ at, withFile = true }: { at: SetupStep; withFile?: boolean }) {
  const t = useText();
  const steps: readonly SetupStep[] = withFile
    ? setupSteps
    : setupSteps.filter((step) => step !== 'columns' && step !== 'check');
  const place = steps.indexOf(at);
  return (
    <ol className="preview-steps" aria-label={t('preview.steps')}>
      {steps.map((step, index) => (
        <li key={step} aria-current={step === at ? 'step' : undefined} data-behind={index < place || undefined}>
          <b aria-hidden>{index + 1}</b> {t(`preview.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
