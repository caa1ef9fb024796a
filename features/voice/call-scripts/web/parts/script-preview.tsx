import { useState } from 'react';
import type { Answers } from '../../core/walk.ts';
import type { ScriptStep } from '../../contract.ts';
import { ScriptSteps, withAnswer } from '../call-steps.tsx';

/** A script as the agent sees it; answers given here are kept nowhere. */
export function ScriptPreview({ steps }: { steps: readonly ScriptStep[] }) {
  const [given, setGiven] = useState<Answers>({});
  return (
    <ScriptSteps
      steps={steps}
      given={given}
      onAnswer={(stepId, answer) => setGiven(withAnswer(given, stepId, answer))}
    />
  );
}
