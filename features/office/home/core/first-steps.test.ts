import { expect, test } from 'vitest';
import { chanceOf } from '#core/chance.ts';
import { firstWay, type StepFacts } from './first-steps.ts';

const step = (key: string, order: number, more: Partial<StepFacts> = {}): StepFacts => ({
  key,
  order,
  after: [],
  isOptional: false,
  isDone: false,
  ...more,
});
const states = (facts: readonly StepFacts[]) =>
  Object.fromEntries(firstWay(facts).steps.map(({ key, state }) => [key, state]));

const people = step('people', 10);
const group = step('group', 20, { after: ['people'] });
const trunk = step('trunk', 30);
const number = step('number', 40, { after: ['group', 'trunk'] });
const hours = step('hours', 15, { isOptional: true });
const done = (one: StepFacts): StepFacts => ({ ...one, isDone: true });

test.each<[string, StepFacts[], Record<string, string>]>([
  [
    'nothing is done',
    [number, trunk, group, people],
    { people: 'next', group: 'waits', trunk: 'open', number: 'waits' },
  ],
  [
    'the first is done',
    [done(people), group, trunk, number],
    { people: 'done', group: 'next', trunk: 'open', number: 'waits' },
  ],
  [
    'a later one came first',
    [people, group, done(trunk), number],
    { people: 'next', group: 'waits', trunk: 'done', number: 'waits' },
  ],
  [
    'one that was undone',
    [people, done(group), done(trunk), number],
    { people: 'next', group: 'done', trunk: 'done', number: 'open' },
  ],
  [
    'a necessary one goes before one that can be left out',
    [hours, done(people), group],
    { people: 'done', hours: 'open', group: 'next' },
  ],
  ['only what can be left out is left', [hours, done(people)], { people: 'done', hours: 'next' }],
  ["what it comes after is nobody's", [step('a', 1, { after: ['gone'] })], { a: 'next' }],
  ['a step after itself', [step('a', 1, { after: ['a'] })], { a: 'next' }],
  [
    'two that wait for each other',
    [step('a', 1, { after: ['b'] }), step('b', 2, { after: ['a'] })],
    { a: 'next', b: 'waits' },
  ],
])('[CC-02] where one is when %s', (_name, facts, expected) => {
  expect(states(facts)).toEqual(expected);
});

test('[CC-02] steps stand in their order, whatever order they came in', () => {
  expect(firstWay([number, people, trunk, group]).steps.map(({ key }) => key)).toEqual([
    'people',
    'group',
    'trunk',
    'number',
  ]);
});

test('[CC-02] who waits says for what, and only for what is open', () => {
  const { steps } = firstWay([people, group, done(trunk), number]);
  expect(steps.find(({ key }) => key === 'number')!.waitsFor).toEqual(['group']);
});

test('[CC-02] the way is behind one when every necessary step is done', () => {
  expect(firstWay([done(people), hours]).isBehind).toBe(true);
  expect(firstWay([people, done(hours)]).isBehind).toBe(false);
  expect(firstWay([]).isBehind).toBe(true);
});

test('[CC-02] as long as something is open exactly one step is next, and going on from next to next always arrives', () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const chance = chanceOf(seed);
    const keys = Array.from({ length: 1 + Math.floor(chance() * 9) }, (_, at) => `s${at}`);
    let facts = keys.map((key) =>
      step(key, Math.floor(chance() * 5), {
        after: keys.filter(() => chance() < 0.25),
        isOptional: chance() < 0.3,
        isDone: chance() < 0.3,
      }),
    );
    for (let left = facts.filter(({ isDone }) => !isDone).length; left > 0; left -= 1) {
      const next = firstWay(facts).steps.filter(({ state }) => state === 'next');
      expect(next).toHaveLength(1);
      facts = facts.map((one) => (one.key === next[0]!.key ? done(one) : one));
    }
    const { steps, isBehind } = firstWay(facts);
    expect([steps.every(({ state }) => state === 'done'), isBehind]).toEqual([true, true]);
  }
});
