/**
 * The way from an empty tenant to its first calls. Rules:
 * 1. Steps stand in their order; whether one is done is a fact and never remembered.
 * 2. A step waits while one it comes after is open; steps nobody has are not waited for.
 * 3. One open step is next: the first that waits for nothing, necessary ones before those that can be left out.
 *    If all wait for each other, the first of them is, so that nobody is stuck.
 * 4. The way is behind one when every necessary step is done.
 */
export interface StepFacts {
  key: string;
  order: number;
  after: readonly string[];
  isOptional: boolean;
  isDone: boolean;
}

export type StepState = 'done' | 'next' | 'open' | 'waits';

export interface PlacedStep {
  key: string;
  state: StepState;
  /** Keys of the open steps it waits for. */
  waitsFor: readonly string[];
}

export interface FirstWay {
  steps: readonly PlacedStep[];
  isBehind: boolean;
}

export function firstWay(facts: readonly StepFacts[]): FirstWay {
  const sorted = facts.toSorted((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1));
  const open = sorted.filter(({ isDone }) => !isDone);
  const openKeys = new Set(open.map(({ key }) => key));
  const waitsFor = ({ key, after }: StepFacts): string[] => after.filter((one) => one !== key && openKeys.has(one));
  const ready = open.filter((step) => waitsFor(step).length === 0);
  const next = ready.find(({ isOptional }) => !isOptional) ?? ready[0] ?? open[0];
  const stateOf = (step: StepFacts): StepState => {
    if (step.isDone) return 'done';
    if (step === next) return 'next';
    return waitsFor(step).length > 0 ? 'waits' : 'open';
  };
  return {
    steps: sorted.map((step) => {
      const state = stateOf(step);
      return { key: step.key, state, waitsFor: state === 'waits' ? waitsFor(step) : [] };
    }),
    isBehind: open.every(({ isOptional }) => isOptional),
  };
}
