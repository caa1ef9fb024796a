/** Where a choice leads: to a later step, or to the end. Nothing: to the step that follows. */
interface Choice {
  value: string;
  next?: string | undefined;
}

export const END = 'end';

/** One step of a script, in the order it is read. */
export type WalkStep =
  | { id: string; kind: 'say'; text: string }
  | { id: string; kind: 'ask'; text: string; answer: AnswerKind; required: boolean; choices: readonly Choice[] };

export const answerKinds = ['choice', 'yesNo', 'text', 'number', 'date'] as const;
export type AnswerKind = (typeof answerKinds)[number];
/** Stands for yes and no in answers, whatever language they are shown in. */
export const YES_NO = ['yes', 'no'] as const;

/** By step; what was answered. */
export type Answers = Readonly<Record<string, string>>;

export interface Walk<S extends WalkStep = WalkStep> {
  /** What the agent sees, in order. */
  shown: S[];
  /** Nothing is left to come and every question that has to be answered is. */
  done: boolean;
  /** Answered on a way that was left again. */
  left: string[];
}

/**
 * The way through a script with these answers. Rules:
 * 1. Ways lead forward only, so every walk ends.
 * 2. A question that decides the way holds back what comes after it until it is answered; others do not.
 * 3. An answer that fits no choice decides nothing: the way goes on in order.
 */
export function walk<S extends WalkStep>(steps: readonly S[], answers: Answers): Walk<S> {
  const shown: S[] = [];
  let waits = false;
  for (let at = 0; at >= 0 && at < steps.length;) {
    const step = steps[at]!;
    shown.push(step);
    const answer = answers[step.id];
    if (step.kind === 'ask' && decides(step) && answer === undefined) {
      waits = true;
      break;
    }
    at = nextOf(steps, at, answer);
  }
  const onWay = new Set(shown.map(({ id }) => id));
  const open = shown.some((step) => step.kind === 'ask' && step.required && answers[step.id] === undefined);
  return { shown, done: !waits && !open, left: Object.keys(answers).filter((id) => !onWay.has(id)) };
}

const decides = (step: WalkStep & { kind: 'ask' }): boolean => step.choices.some(({ next }) => next !== undefined);

/** -1: the end. */
function nextOf(steps: readonly WalkStep[], at: number, answer: string | undefined): number {
  const step = steps[at]!;
  const next =
    step.kind === 'ask' && answer !== undefined ? step.choices.find(({ value }) => value === answer)?.next : undefined;
  if (next === undefined) return at + 1;
  if (next === END) return -1;
  const there = steps.findIndex(({ id }) => id === next);
  return there > at ? there : at + 1;
}

export type StepProblem = 'sameId' | 'noChoices' | 'sameChoice' | 'backwards' | 'unknownStep';

/** What is wrong with the steps, by step; a script with any of these is not kept. */
export function stepProblems(steps: readonly WalkStep[]): { id: string; problem: StepProblem }[] {
  const places = new Map<string, number>();
  const problems: { id: string; problem: StepProblem }[] = [];
  steps.forEach(({ id }, at) =>
    places.has(id) || id === END ? problems.push({ id, problem: 'sameId' }) : places.set(id, at),
  );
  steps.forEach((step, at) => {
    if (step.kind !== 'ask') return;
    const { id, choices } = step;
    if (step.answer === 'choice' && choices.length < 2) problems.push({ id, problem: 'noChoices' });
    if (new Set(choices.map(({ value }) => value)).size < choices.length) problems.push({ id, problem: 'sameChoice' });
    for (const { next } of choices) {
      if (next === undefined || next === END) continue;
      const there = places.get(next);
      if (there === undefined) problems.push({ id, problem: 'unknownStep' });
      else if (there <= at) problems.push({ id, problem: 'backwards' });
    }
  });
  return problems;
}

/** Whether somebody may answer this; an empty answer takes the one before back. */
export function fitsAnswer({ answer, choices }: WalkStep & { kind: 'ask' }, value: string): boolean {
  switch (answer) {
    case 'choice':
      return choices.some((one) => one.value === value);
    case 'yesNo':
      return (YES_NO as readonly string[]).includes(value);
    case 'number':
      return /^-?\d{1,12}([.,]\d{1,6})?$/.test(value);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));
    case 'text':
      return value.trim() !== '';
  }
}
