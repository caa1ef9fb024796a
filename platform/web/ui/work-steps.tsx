import './work-steps.css';

interface WorkStepsProps<Step extends string> {
  label: string;
  steps: readonly Step[];
  /** Where it stands. */
  at: Step;
  nameOf: (step: Step) => string;
}

/** The steps of something that is made one after the other, and the one it stands at. */
export function WorkSteps<Step extends string>({ label, steps, at, nameOf }: WorkStepsProps<Step>) {
  const place = steps.indexOf(at);
  return (
    <ol className="work-steps" aria-label={label}>
      {steps.map((step, index) => (
        <li key={step} aria-current={step === at ? 'step' : undefined} data-behind={index < place || undefined}>
          <b aria-hidden>{index + 1}</b> {nameOf(step)}
        </li>
      ))}
    </ol>
  );
}
