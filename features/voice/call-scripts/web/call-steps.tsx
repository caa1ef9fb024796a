import { NumberInput, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fitsAnswer, walk, YES_NO, type Answers, type WalkStep } from '../core/walk.ts';
import { useText } from '#platform/web/i18n.ts';
import { invalidate, useCommand } from '#platform/web/use-endpoint.ts';
import { scriptsApi, type ShownScript } from '../contract.ts';
import { answerText } from './answer-text.ts';

type Question = WalkStep & { kind: 'ask' };

/** The questions of a script during a call: each answer is kept as it is given. */
export function CallSteps({ callId, script }: { callId: string; script: ShownScript }) {
  const [given, setGiven] = useState<Answers>(script.answers);
  const save = useCommand(scriptsApi.answer, { onFailed: () => void invalidate(scriptsApi.scriptInfo) });
  return (
    <ScriptSteps
      steps={script.steps}
      given={given}
      onAnswer={(stepId, answer) => {
        setGiven(withAnswer(given, stepId, answer));
        save.mutate({ callId, scriptId: script.id, stepId, answer });
      }}
    />
  );
}

/** The answers with this one; an empty one takes the one before back. */
export function withAnswer(given: Answers, stepId: string, answer: string): Answers {
  const { [stepId]: _before, ...others } = given;
  return answer === '' ? others : { ...others, [stepId]: answer };
}

/** A script as the agent sees it: answers decide what comes next. */
export function ScriptSteps({
  steps,
  given,
  onAnswer,
}: {
  steps: readonly WalkStep[];
  given: Answers;
  onAnswer: (stepId: string, answer: string) => void;
}) {
  const t = useText();
  const { shown, done } = walk(steps, given);
  const answered = (step: Question, value: string) => {
    if (value !== (given[step.id] ?? '') && (value === '' || fitsAnswer(step, value))) onAnswer(step.id, value);
  };
  return (
    <div className="call-steps">
      {shown.map((step) =>
        step.kind === 'say' ? (
          <p key={step.id}>{step.text}</p>
        ) : (
          <QuestionField
            key={step.id}
            step={step}
            value={given[step.id] ?? ''}
            onAnswer={(value) => answered(step, value)}
          />
        ),
      )}
      {done && <small role="status">{t('scripts.done')}</small>}
    </div>
  );
}

/** One question, in the form its answer takes. */
function QuestionField({
  step,
  value,
  onAnswer,
}: {
  step: Question;
  value: string;
  onAnswer: (value: string) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState(value);
  const { answer, text, required, choices } = step;
  if (answer === 'choice' || answer === 'yesNo') {
    const options = answer === 'yesNo' ? YES_NO : choices.map((one) => one.value);
    return (
      <Radio.Group label={text} required={required} value={value} onChange={onAnswer}>
        <div className="call-choices">
          {options.map((option) => (
            <Radio key={option} value={option} label={answerText(t, answer, option)} size="xs" />
          ))}
        </div>
      </Radio.Group>
    );
  }
  const kept = { label: text, required, value: typed, onBlur: () => onAnswer(typed.trim()), size: 'xs' as const };
  if (answer === 'number') return <NumberInput {...kept} hideControls onChange={(next) => setTyped(String(next))} />;
  return (
    <TextInput
      {...kept}
      type={answer === 'date' ? 'date' : 'text'}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
