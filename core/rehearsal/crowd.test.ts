import { describe, expect, test } from 'vitest';
import { crowdAnswer, crowdHour, crowdNumbers, isOfCrowd, type CrowdAnswer } from './crowd.ts';

/** Everybody called at an hour, so many times each. */
const called = (hour: number, attempts = 4): CrowdAnswer[] =>
  crowdNumbers.flatMap((number) =>
    Array.from({ length: attempts }, (_, attempt) => crowdAnswer(number, { attempt, hour })),
  );
const percentOf = (answers: readonly CrowdAnswer[], is: CrowdAnswer['is']): number =>
  (answers.filter((one) => one.is === is).length / answers.length) * 100;
const persons = (answers: readonly CrowdAnswer[]) => answers.filter((one) => one.is === 'person');

describe('the crowd', () => {
  test.each([
    [3, 5, 12],
    [8, 25, 35],
    [11, 35, 48],
    [15, 32, 44],
    [18, 40, 54],
    [23, 8, 19],
  ])('at %i o’clock of its day between %i and %i of a hundred answer', (hour, least, most) => {
    const percent = percentOf(called(hour), 'person');
    expect(percent).toBeGreaterThan(least);
    expect(percent).toBeLessThan(most);
  });

  test.each([
    ['machine', 10, 25],
    ['busy', 4, 12],
    ['refuses', 4, 12],
    ['ringsOut', 15, 40],
    ['notInService', 2, 6],
  ] as const)('at noon a call ends as %s in %i to %i of a hundred', (is, least, most) => {
    const percent = percentOf(called(12), is);
    expect(percent).toBeGreaterThan(least);
    expect(percent).toBeLessThan(most);
  });

  test('the same call is taken in the same way, the next one and another hour in others', () => {
    const [number] = crowdNumbers;
    const at = { attempt: 3, hour: 10 };
    expect(crowdAnswer(number!, at)).toEqual(crowdAnswer(number!, at));
    const ways = (attempts: readonly number[], hours: readonly number[]) =>
      new Set(
        attempts.flatMap((attempt) => hours.map((hour) => JSON.stringify(crowdAnswer(number!, { attempt, hour })))),
      );
    expect(ways([0, 1, 2, 3, 4, 5, 6, 7], [18]).size).toBeGreaterThan(1);
    expect(ways([0], [8, 10, 12, 14, 16, 18, 20]).size).toBeGreaterThan(1);
  });

  test('each person has a character: some answer often, some hardly ever, some have no number any more', () => {
    const shares = crowdNumbers.map((number) =>
      percentOf(
        Array.from({ length: 60 }, (_, attempt) => crowdAnswer(number, { attempt, hour: 18 })),
        'person',
      ),
    );
    expect(shares.filter((share) => share > 65).length).toBeGreaterThan(100);
    expect(shares.filter((share) => share > 0 && share < 35).length).toBeGreaterThan(100);
    expect(shares.filter((share) => share === 0).length).toBeGreaterThan(20);
  });

  test('who answers rings a while and talks five to forty seconds, mostly briefly; a quarter waits for us to end it', () => {
    const people = persons(called(18));
    expect(people.every(({ talkMs }) => talkMs >= 5_000 && talkMs <= 40_000)).toBe(true);
    const brief = people.filter(({ talkMs }) => talkMs < 14_000).length / people.length;
    expect(brief).toBeGreaterThan(0.55);
    expect(brief).toBeLessThan(0.75);
    expect(people.some(({ afterMs }) => afterMs < 2_000)).toBe(true);
    expect(people.some(({ afterMs }) => afterMs > 18_000)).toBe(true);
    const waits = people.filter(({ leaves }) => leaves === 'second').length / people.length;
    expect(waits).toBeGreaterThan(0.2);
    expect(waits).toBeLessThan(0.3);
  });

  test('the second half answers an offer with keys, the first half talks', () => {
    const keys = (numbers: readonly string[]) =>
      persons(numbers.map((number) => crowdAnswer(number, { attempt: 0, hour: 18 }))).map(({ key }) => key);
    expect(new Set(keys(crowdNumbers.slice(0, 500)))).toEqual(new Set([null]));
    expect(new Set(keys(crowdNumbers.slice(500)))).toEqual(new Set([null, '1', '2']));
  });

  test.each([
    ['525555500000', true],
    ['525555500999', true],
    ['525555501000', false],
    ['52555550099', false],
    ['14155500123', false],
    ['52555550012x', false],
  ])('%s is one of them: %s', (number, is) => {
    expect(isOfCrowd(number)).toBe(is);
  });

  test.each([
    ['2026-11-18T05:59:59Z', 23],
    ['2026-11-18T06:00:00Z', 0],
    ['2026-07-01T18:30:00Z', 12],
  ])('at %s it is %i o’clock there', (moment, hour) => {
    expect(crowdHour(Date.parse(moment))).toBe(hour);
  });
});
