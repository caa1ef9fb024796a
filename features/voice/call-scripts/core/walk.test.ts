import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerKinds, fitsAnswer, stepProblems, walk, type Answers, type WalkStep } from './walk.ts';

const say = (id: string): WalkStep => ({ id, kind: 'say', text: id });
const ask = (id: string, more: Partial<WalkStep & { kind: 'ask' }> = {}): WalkStep & { kind: 'ask' } => ({
  id,
  kind: 'ask',
  text: id,
  answer: 'text',
  required: false,
  choices: [],
  ...more,
});
const steps = [
  say('hello'),
  ask('customer', { answer: 'yesNo', required: true, choices: [{ value: 'yes' }, { value: 'no', next: 'offer' }] }),
  ask('contract', { required: true }),
  ask('content', { answer: 'choice', choices: [{ value: 'good', next: 'end' }, { value: 'bad' }] }),
  say('sorry'),
  say('offer'),
];
const seen = (answers: Answers) => walk(steps, answers).shown.map(({ id }) => id);

test('[CC-13] a question that decides the way holds back what comes after it', () => {
  expect(seen({})).toEqual(['hello', 'customer']);
  expect(seen({ customer: 'yes' })).toEqual(['hello', 'customer', 'contract', 'content']);
  expect(seen({ customer: 'no' })).toEqual(['hello', 'customer', 'offer']);
  expect(seen({ customer: 'yes', content: 'bad' })).toEqual([
    'hello',
    'customer',
    'contract',
    'content',
    'sorry',
    'offer',
  ]);
  expect(seen({ customer: 'yes', content: 'good' })).toEqual(['hello', 'customer', 'contract', 'content']);
});

test('[CC-13] a script is done when nothing is left to come and what has to be answered is', () => {
  expect(walk(steps, {}).done).toBe(false);
  expect(walk(steps, { customer: 'no' }).done).toBe(true);
  expect(walk(steps, { customer: 'yes', content: 'good' }).done, 'the contract is missing').toBe(false);
  expect(walk(steps, { customer: 'yes', content: 'good', contract: '17' }).done).toBe(true);
});

test('[CC-13] answers of a way that was left are kept, and known as such', () => {
  expect(walk(steps, { customer: 'no', contract: '17' }).left).toEqual(['contract']);
  expect(walk(steps, { customer: 'yes', contract: '17' }).left).toEqual([]);
});

test.each([
  ['two steps of one name', [say('a'), say('a')], [{ id: 'a', problem: 'sameId' }]],
  ['a step called end', [say('end')], [{ id: 'end', problem: 'sameId' }]],
  [
    'a choice with nothing to choose',
    [ask('a', { answer: 'choice', choices: [{ value: 'x' }] })],
    [{ id: 'a', problem: 'noChoices' }],
  ],
  [
    'a choice twice',
    [ask('a', { answer: 'choice', choices: [{ value: 'x' }, { value: 'x' }] })],
    [{ id: 'a', problem: 'sameChoice' }],
  ],
  [
    'a way back',
    [say('a'), ask('b', { answer: 'yesNo', choices: [{ value: 'yes', next: 'a' }] })],
    [{ id: 'b', problem: 'backwards' }],
  ],
  [
    'a way to nowhere',
    [ask('b', { answer: 'yesNo', choices: [{ value: 'yes', next: 'z' }] })],
    [{ id: 'b', problem: 'unknownStep' }],
  ],
  ['a good script', steps, []],
])('[CC-13] %s', (_what, list, problems) => {
  expect(stepProblems(list)).toEqual(problems);
});

test.each([
  ['number', '1,5', true],
  ['number', 'ten', false],
  ['date', '2026-02-28', true],
  ['date', 'soon', false],
  ['yesNo', 'yes', true],
  ['yesNo', 'perhaps', false],
  ['text', ' ', false],
  ['text', 'Hello', true],
] as const)('[CC-13] as %s, %j is an answer: %s', (answer, value, fits) => {
  expect(fitsAnswer(ask('a', { answer }), value)).toBe(fits);
});

const anyStep = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'end'),
  kind: fc.constantFrom('say', 'ask'),
  text: fc.constant('x'),
  answer: fc.constantFrom(...answerKinds),
  required: fc.boolean(),
  choices: fc.array(
    fc.record({
      value: fc.constantFrom('1', '2'),
      next: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'end'), { nil: undefined }),
    }),
    { maxLength: 3 },
  ),
}) as fc.Arbitrary<WalkStep>;

test('[CC-13] no script and no answers keep anybody walking: each step is seen at most once, in order', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 8 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'z'), fc.constantFrom('1', '2', '3')),
      (list, answers) => {
        const { shown, left } = walk(list, answers);
        const places = shown.map((step) => list.indexOf(step));
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
        expect(Object.keys(answers).toSorted()).toEqual(
          [...new Set([...left, ...shown.map(({ id }) => id).filter((id) => id in answers)])].toSorted(),
        );
      },
    ),
  );
});
