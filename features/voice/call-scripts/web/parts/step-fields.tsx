import { ActionIcon, Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react';
import { answerKinds, END, stepProblems, YES_NO, type AnswerKind } from '../../core/walk.ts';
import { useText } from '#platform/web/i18n.ts';
import { STEPS_MOST, type ScriptStep } from '../../contract.ts';
import { answerText } from '../answer-text.ts';

type Question = ScriptStep & { kind: 'ask' };
const SHOWN_OF_A_STEP = 40;
/** Where nothing is chosen the step that follows comes next. */
const FOLLOWING = '';

function freeId(steps: readonly ScriptStep[]): string {
  for (let number = steps.length + 1; ; number += 1)
    if (!steps.some(({ id }) => id === `s${number}`)) return `s${number}`;
}

/** What is said and asked after the text, in order; an answer may lead further down. */
export function StepFields({
  steps,
  onChange,
}: {
  steps: readonly ScriptStep[];
  onChange: (steps: ScriptStep[]) => void;
}) {
  const t = useText();
  const problems = stepProblems(steps);
  const replace = (at: number, step: ScriptStep) => onChange(steps.map((one, place) => (place === at ? step : one)));
  const move = (at: number, by: number) => {
    const moved = [...steps];
    moved.splice(at + by, 0, ...moved.splice(at, 1));
    onChange(moved);
  };
  const add = (step: ScriptStep) => onChange([...steps, step]);
  return (
    <fieldset className="form-group">
      <legend>{t('scripts.steps')}</legend>
      <div className="script-steps">
        {steps.map((step, at) => (
          <div key={step.id} className="script-step" role="group" aria-label={t('scripts.step', { place: at + 1 })}>
            <header>
              <b>{t(step.kind === 'say' ? 'scripts.step.say' : 'scripts.step.ask', { place: at + 1 })}</b>
              <ActionIcon
                ml="auto"
                variant="subtle"
                disabled={at === 0}
                aria-label={t('scripts.step.up', { place: at + 1 })}
                onClick={() => move(at, -1)}
              >
                <ArrowUp size={15} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                disabled={at === steps.length - 1}
                aria-label={t('scripts.step.down', { place: at + 1 })}
                onClick={() => move(at, 1)}
              >
                <ArrowDown size={15} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('scripts.step.delete', { place: at + 1 })}
                onClick={() => onChange(steps.filter((_, place) => place !== at))}
              >
                <Trash2 size={15} />
              </ActionIcon>
            </header>
            <Textarea
              aria-label={t(step.kind === 'say' ? 'scripts.step.words' : 'scripts.step.question')}
              rows={2}
              maxLength={2_000}
              value={step.text}
              onChange={({ currentTarget: { value } }) => replace(at, { ...step, text: value })}
            />
            {step.kind === 'ask' && (
              <QuestionFields steps={steps} at={at} step={step} onChange={(next) => replace(at, next)} />
            )}
            {problems
              .filter(({ id }) => id === step.id)
              .map(({ problem }, index) => (
                <small key={index} role="alert" className="form-error">
                  {t(`scripts.problem.${problem}`)}
                </small>
              ))}
          </div>
        ))}
      </div>
      <div>
        <Button
          size="compact-sm"
          variant="default"
          mr={6}
          leftSection={<Plus size={13} aria-hidden />}
          disabled={steps.length >= STEPS_MOST}
          onClick={() =>
            add({ id: freeId(steps), kind: 'ask', text: '', answer: 'yesNo', required: false, choices: [] })
          }
        >
          {t('scripts.step.addQuestion')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={13} aria-hidden />}
          disabled={steps.length >= STEPS_MOST}
          onClick={() => add({ id: freeId(steps), kind: 'say', text: '' })}
        >
          {t('scripts.step.addWords')}
        </Button>
      </div>
    </fieldset>
  );
}

function QuestionFields({
  steps,
  at,
  step,
  onChange,
}: {
  steps: readonly ScriptStep[];
  at: number;
  step: Question;
  onChange: (step: Question) => void;
}) {
  const t = useText();
  const { answer, choices } = step;
  const branches = answer === 'choice' || answer === 'yesNo';
  const options =
    answer === 'yesNo' ? YES_NO.map((value) => choices.find((one) => one.value === value) ?? { value }) : choices;
  const ways = [
    { value: FOLLOWING, label: t('scripts.way.following') },
    ...steps
      .slice(at + 1)
      .map(({ id, text }, index) => ({ value: id, label: `${at + 2 + index}. ${text.slice(0, SHOWN_OF_A_STEP)}` })),
    { value: END, label: t('scripts.way.end') },
  ];
  const set = (place: number, change: { value?: string; next?: string }) =>
    onChange({
      ...step,
      choices: options.map(({ value, next }, index) => {
        if (index !== place) return { value, ...(next === undefined ? {} : { next }) };
        const way = change.next ?? next ?? FOLLOWING;
        return { value: change.value ?? value, ...(way === FOLLOWING ? {} : { next: way }) };
      }),
    });
  const kindChosen = (kind: AnswerKind) =>
    onChange({
      ...step,
      answer: kind,
      choices: kind === 'choice' ? (answer === 'choice' ? choices : [{ value: '1' }, { value: '2' }]) : [],
    });
  return (
    <>
      <Select
        aria-label={t('scripts.step.kind')}
        allowDeselect={false}
        data={answerKinds.map((kind) => ({ value: kind, label: t(`scripts.answer.${kind}`) }))}
        value={answer}
        onChange={(kind) => kind && kindChosen(kind as AnswerKind)}
      />
      {branches &&
        options.map(({ value, next }, place) => (
          <div key={place} className="script-choice">
            {answer === 'yesNo' ? (
              <span>{answerText(t, answer, value)}</span>
            ) : (
              <TextInput
                aria-label={t('scripts.step.choice', { place: place + 1 })}
                maxLength={100}
                value={value}
                onChange={({ currentTarget }) => set(place, { value: currentTarget.value })}
              />
            )}
            <Select
              aria-label={t('scripts.step.way', { choice: answerText(t, answer, value) })}
              allowDeselect={false}
              data={ways}
              value={ways.some((way) => way.value === next) ? next! : FOLLOWING}
              onChange={(way) => set(place, { next: way ?? FOLLOWING })}
            />
            {answer === 'choice' && (
              <ActionIcon
                variant="subtle"
                disabled={choices.length <= 2}
                aria-label={t('scripts.step.deleteChoice', { choice: value })}
                onClick={() => onChange({ ...step, choices: choices.filter((_, index) => index !== place) })}
              >
                <X size={15} />
              </ActionIcon>
            )}
          </div>
        ))}
      {answer === 'choice' && (
        <div>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Plus size={12} aria-hidden />}
            disabled={choices.length >= 30}
            onClick={() => onChange({ ...step, choices: [...choices, { value: String(choices.length + 1) }] })}
          >
            {t('scripts.step.addChoice')}
          </Button>
        </div>
      )}
      <Checkbox
        label={t('scripts.step.required')}
        checked={step.required}
        onChange={({ currentTarget: { checked } }) => onChange({ ...step, required: checked })}
      />
    </>
  );
}
