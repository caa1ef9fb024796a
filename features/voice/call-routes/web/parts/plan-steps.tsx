import { Check, CircleDot, Minus, X } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import type { PlanAnswer } from '../../contract.ts';
import { useStepWords } from './plan-words.ts';

const signs = { passed: Check, chosen: CircleDot, skipped: Minus, refused: X } as const;
const tones = { passed: 'grey', chosen: 'green', skipped: 'grey', refused: 'red' } as const;

/** What the plan looked at, one thing after the other. */
export function PlanSteps({ answer }: { answer: PlanAnswer }) {
  const t = useText();
  const wordsOf = useStepWords(answer);
  return (
    <section>
      <h3>{t('routes.answer.steps')}</h3>
      <ol className="plan-steps">
        {answer.steps.map((step, place) => {
          const Sign = signs[step.outcome];
          return (
            // Steps have no id, and stay as they are.
            // oxlint-disable-next-line no-array-index-key
            <li key={place} data-outcome={step.outcome} data-tone={tones[step.outcome]}>
              <Sign size={15} aria-hidden />
              <span>{wordsOf(step)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
