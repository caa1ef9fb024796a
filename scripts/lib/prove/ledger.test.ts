import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { callTallyOf, longestPauseMs, outOfOrder, tallyOf, type CallOfRecord, type NotedCall } from './ledger.ts';

test('what was acknowledged and is not there is lost, what no answer came for is neither', () => {
  const tally = tallyOf(
    [
      { key: 'a', fate: 'acknowledged' },
      { key: 'b', fate: 'acknowledged' },
      { key: 'c', fate: 'unknown' },
      { key: 'd', fate: 'refused' },
    ],
    ['a', 'c'],
  );
  expect(tally).toEqual({
    asked: 4,
    acknowledged: 2,
    refused: 1,
    unknown: 1,
    lost: ['b'],
    twice: [],
    unasked: [],
  });
});

test('what stands there twice, and what nobody asked for or was refused, is told', () => {
  const journal = [
    { key: 'a', fate: 'acknowledged' },
    { key: 'b', fate: 'refused' },
  ] as const;
  expect(tallyOf(journal, ['a', 'a', 'b', 'c'])).toMatchObject({ twice: ['a'], unasked: ['b', 'c'], lost: [] });
});

test('asked again under the same key, an acknowledgement stands', () => {
  const journal = [
    { key: 'a', fate: 'unknown' },
    { key: 'a', fate: 'acknowledged' },
    { key: 'a', fate: 'unknown' },
  ] as const;
  expect(tallyOf(journal, [])).toMatchObject({ asked: 1, acknowledged: 1, unknown: 0, lost: ['a'] });
});

test('a product that keeps what it acknowledges, and may keep what it did not answer, has no fault', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.record({
          key: fc.string(),
          fate: fc.constantFrom('acknowledged' as const, 'refused' as const, 'unknown' as const),
          isKept: fc.boolean(),
        }),
        { selector: ({ key }) => key },
      ),
      (lines) => {
        const found = lines.filter(({ fate, isKept }) => fate === 'acknowledged' || (fate === 'unknown' && isKept));
        const tally = tallyOf(
          lines,
          found.map(({ key }) => key),
        );
        expect([tally.lost, tally.twice, tally.unasked]).toEqual([[], [], []]);
        expect(tally.acknowledged + tally.refused + tally.unknown).toBe(tally.asked);
      },
    ),
  );
});

test('messages of one sender stand in the order they were sent in', () => {
  expect(outOfOrder(['a', 'b', 'c'], ['a', 'x', 'b', 'c'])).toEqual([]);
  expect(outOfOrder(['a', 'b', 'c'], ['b', 'c', 'a'])).toEqual(['a']);
});

const aCall = (change: Partial<NotedCall> = {}): NotedCall => ({
  callId: 'one',
  phone: '1001',
  rangMs: 1_000,
  answeredMs: 2_000,
  overMs: 9_000,
  ...change,
});
const aRecord = (change: Partial<CallOfRecord> = {}): CallOfRecord => ({
  callId: 'one',
  phones: ['1001'],
  answeredMs: 2_010,
  endedMs: 9_020,
  outcome: CallOutcome.talked,
  ...change,
});
const held = (phones: NotedCall[], records: CallOfRecord[]) => callTallyOf(phones, records, { withinMs: 2_000 });

test('a call is answered twice at two phones, but not where the first was cut off and a colleague took it after that', () => {
  const next = { phone: 'another', answeredMs: 9_500, overMs: 12_000 };
  const calls = (hasLeft: boolean): NotedCall[] => [aCall({ hasLeft }), aCall(next)];
  expect(held(calls(false), [aRecord()]).twice).toEqual([aCall().callId]);
  expect(held(calls(true), [aRecord()]).twice).toEqual([]);
});

test('two phones that had a call at once are told, also where one of them was cut off later', () => {
  const first = aCall({ hasLeft: true });
  const twice = (...calls: NotedCall[]) => held(calls, [aRecord()]).twice;
  const second = (answeredMs: number, hasLeft = false) =>
    aCall({ phone: 'another', answeredMs, overMs: 12_000, hasLeft });
  expect(twice(first, second(3_000))).toEqual(['one']);
  expect(twice(first, second(3_000, true))).toEqual(['one']);
  expect(twice(second(7_900), first), 'whichever is told first').toEqual(['one']);
  // It noticed a little late that it was cut off.
  expect(twice(first, second(8_100))).toEqual([]);
  expect(twice(aCall(), second(9_500, true)), 'the second was cut off, the first hung up').toEqual(['one']);
  expect(twice(aCall({ hasLeft: true, overMs: null }), second(9_500))).toEqual(['one']);
});

test('a phone that takes a call back has a record, which need not say that the customer answered', () => {
  const unanswered = aRecord({ answeredMs: null, outcome: CallOutcome.noAnswer });
  expect(held([aCall({ isCallback: true })], [unanswered]).lost).toEqual([]);
  expect(held([aCall({ isCallback: true })], []).lost).toEqual([aCall().callId]);
  expect(held([aCall()], [unanswered]).lost).toEqual([aCall().callId]);
});

test('a call of ours whose record says that its customer was talked to, or says nothing, and not since when, is lost', () => {
  const lost = (change: Partial<CallOfRecord>) =>
    held([aCall({ isCallback: true })], [aRecord({ answeredMs: null, ...change })]).lost;
  expect(lost({ outcome: CallOutcome.talked })).toEqual(['one']);
  expect(lost({ outcome: CallOutcome.lasting, endedMs: null })).toEqual(['one']);
});

test('a call that phone and record agree about is no fault', () => {
  expect(held([aCall()], [aRecord()])).toEqual({
    rang: 1,
    answered: 1,
    records: 1,
    lost: [],
    twice: [],
    twoAtOnce: [],
    open: [],
    wrongSeconds: [],
    heardLateMs: 0,
  });
});

test('an answered call without a record of its answer is lost', () => {
  expect(held([aCall()], []).lost).toEqual(['one']);
  expect(held([aCall()], [aRecord({ answeredMs: null })]).lost).toEqual(['one']);
  expect(held([aCall({ answeredMs: null })], []).lost).toEqual([]);
});

test('two records of a call, or two phones that answered it, are told as twice', () => {
  expect(held([aCall()], [aRecord(), aRecord()]).twice).toEqual(['one']);
  expect(held([aCall(), aCall({ phone: '1002' })], [aRecord()]).twice).toEqual(['one']);
});

test('a phone with two calls at once is told, one that had them in turn is not', () => {
  const next = aCall({ callId: 'two', rangMs: 9_500, answeredMs: null, overMs: 9_900 });
  expect(held([aCall(), next], [aRecord()]).twoAtOnce).toEqual([]);
  expect(held([aCall(), { ...next, rangMs: 8_000 }], [aRecord()]).twoAtOnce).toEqual(['two']);
});

test('a record that stays open, or ends at another second, is told, but for a call that was cut by what was done to the product', () => {
  expect(held([aCall()], [aRecord({ endedMs: null })]).open).toEqual(['one']);
  expect(held([aCall()], [aRecord({ endedMs: 14_000 })]).wrongSeconds).toEqual(['one']);
  expect(held([aCall({ isCut: true })], [aRecord({ endedMs: 14_000 })]).wrongSeconds).toEqual([]);
  expect(held([aCall({ heardMs: null })], [aRecord({ endedMs: 14_000 })]).wrongSeconds).toEqual([]);
});

test('a record ends between hanging up and the word that it was heard, and how long that took is told', () => {
  const tally = (endedMs: number, heardMs: number) => held([aCall({ overMs: 9_000, heardMs })], [aRecord({ endedMs })]);
  expect(tally(14_000, 14_100)).toMatchObject({ wrongSeconds: [], heardLateMs: 5_100 });
  expect(tally(17_000, 14_100)).toMatchObject({ wrongSeconds: ['one'] });
  expect(tally(14_000, 9_100)).toMatchObject({ wrongSeconds: ['one'], heardLateMs: 100 });
  expect(tally(6_000, 14_100), 'before anybody hung up').toMatchObject({ wrongSeconds: ['one'] });
});

test('the longest pause is between two moments, or from a bound to one', () => {
  expect(longestPauseMs([], 0, 5_000)).toBe(5_000);
  expect(longestPauseMs([1_000, 1_500, 4_000], 0, 5_000)).toBe(2_500);
  expect(longestPauseMs([4_000, 9_000], 3_000, 8_000)).toBe(4_000);
});
