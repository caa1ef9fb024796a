import { useText } from '#platform/web/i18n.ts';

const steps = ['file', 'columns', 'check', 'write'] as const;
export type ImportStep = (typeof steps)[number];

/** The four steps of an import, and the one it stands at. */
export function ImportSteps({ at }: { at: ImportStep }) {
  const t = useText();
  const place = steps.indexOf(at);
  return (
    <ol className="import-steps" aria-label={t('customer-files.steps')}>
      {steps.map((step, index) => (
        <li key={step} aria-current={step === at ? 'step' : undefined} data-behind={index < place || undefined}>
          <b aria-hidden>{index + 1}</b> {t(`customer-files.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
