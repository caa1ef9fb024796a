import { describe, expect, test } from 'vitest';
import { countTalk, figuresOf, ratingOf, spreadOf, type Counted, type TalkEvent } from './report.ts';

const [ANA, BEA] = [1, 2];
const at = (sec: number) => sec * 1_000;
const begun: TalkEvent = { what: 'begun', atMs: 0, groupId: 7 };

/** What happened → what counts, for the whole and for Ana and Bea. */
const talks: {
  name: string;
  events: TalkEvent[];
  whole: Partial<Counted>;
  ana?: Partial<Counted>;
  bea?: Partial<Counted>;
  groupId?: number;
}[] = [
  {
    name: 'nobody had it yet',
    events: [begun],
    whole: { answered: false, unanswered: false, waitSec: null, answerSec: null, handleSec: null },
  },
  {
    name: 'one agent, answered, closed, rated',
    events: [
      begun,
      { what: 'assigned', atMs: at(10), userId: ANA },
      { what: 'wrote', atMs: at(40.9), userId: ANA },
      { what: 'wrote', atMs: at(60), userId: ANA },
      { what: 'closed', atMs: at(100) },
      { what: 'rated', rating: 4 },
    ],
    whole: { answered: true, unanswered: false, waitSec: 10, answerSec: 40, handleSec: 90, transfers: 0, rating: 4 },
    ana: { answered: true, unanswered: false, waitSec: null, answerSec: 30, handleSec: 90, transfers: 0, rating: 4 },
  },
  {
    name: 'handed to a colleague, who closes it: each has their own share, the rating is hers who ended it',
    events: [
      begun,
      { what: 'assigned', atMs: at(10), userId: ANA },
      { what: 'wrote', atMs: at(20), userId: ANA },
      { what: 'transferred', atMs: at(50), userId: BEA },
      { what: 'wrote', atMs: at(55), userId: BEA },
      { what: 'closed', atMs: at(100) },
      { what: 'rated', rating: 1 },
    ],
    whole: { answerSec: 20, handleSec: 90, transfers: 1, rating: 1 },
    ana: { answered: true, unanswered: false, answerSec: 10, handleSec: 40, transfers: 1, rating: null },
    bea: { answered: true, answerSec: 5, handleSec: 50, transfers: 0, rating: 1 },
  },
  {
    name: 'let pass, given again to the same agent: their first word counts from the time they got it then',
    events: [
      begun,
      { what: 'assigned', atMs: at(0), userId: ANA },
      { what: 'queued', atMs: at(60), transferred: false },
      { what: 'assigned', atMs: at(70), userId: ANA },
      { what: 'wrote', atMs: at(75), userId: ANA },
      { what: 'closed', atMs: at(80) },
    ],
    whole: { waitSec: 0, answerSec: 75, handleSec: 70, transfers: 0 },
    ana: { answerSec: 5, handleSec: 70, transfers: 0 },
  },
  {
    name: 'handed to another line and closed there while it waited: nobody is to blame who did not have it',
    events: [
      begun,
      { what: 'assigned', atMs: at(5), userId: ANA },
      { what: 'queued', atMs: at(9), transferred: true, groupId: 8 },
      { what: 'closed', atMs: at(30) },
    ],
    whole: { answered: false, unanswered: true, waitSec: 5, answerSec: null, handleSec: 4, transfers: 1 },
    ana: { answered: false, unanswered: false, answerSec: null, handleSec: 4, transfers: 1 },
    groupId: 8,
  },
  {
    name: 'closed with an agent who said nothing',
    events: [begun, { what: 'taken', atMs: at(5), userId: ANA }, { what: 'closed', atMs: at(30) }],
    whole: { unanswered: true, answerSec: null, handleSec: 25 },
    ana: { answered: false, unanswered: true },
  },
  {
    name: 'the visitor gave up in the line',
    events: [begun, { what: 'closed', atMs: at(30) }],
    whole: { unanswered: true, waitSec: null, handleSec: null },
  },
  {
    name: 'not over: its handling does not count yet',
    events: [begun, { what: 'assigned', atMs: at(5), userId: ANA }, { what: 'wrote', atMs: at(6), userId: ANA }],
    whole: { answered: true, handleSec: null },
    ana: { answered: true, answerSec: 1, handleSec: null },
  },
];

describe('[chat reports] what of a conversation counts', () => {
  test.each(talks)('$name', ({ events, whole, ana, bea, groupId = 7 }) => {
    const counted = countTalk(events);
    expect(counted.whole).toMatchObject(whole);
    expect(counted.groupId).toBe(groupId);
    expect(counted.parts.size).toBe([ana, bea].filter(Boolean).length);
    if (ana) expect(counted.parts.get(ANA)).toMatchObject(ana);
    if (bea) expect(counted.parts.get(BEA)).toMatchObject(bea);
  });
});

test('[chat reports] the middle and the nine tenths are values that were', () => {
  expect(spreadOf([])).toEqual({ count: 0, meanSec: null, medianSec: null, ninetySec: null });
  expect(spreadOf([4, null, 1, 100, 3])).toEqual({ count: 4, meanSec: 27, medianSec: 3, ninetySec: 100 });
  expect(spreadOf(Array.from({ length: 10 }, (_, n) => n + 1))).toEqual({
    count: 10,
    meanSec: 5.5,
    medianSec: 5,
    ninetySec: 9,
  });
});

test('[chat reports] the promise is kept to the second', () => {
  const answeredAfter = (answerSec: number): Counted => ({
    answered: true,
    unanswered: false,
    waitSec: 0,
    answerSec,
    handleSec: null,
    transfers: 0,
    rating: null,
  });
  expect(figuresOf([answeredAfter(119), answeredAfter(120), answeredAfter(121)], 120)).toMatchObject({
    begun: 3,
    answered: 3,
    kept: 2,
  });
});

test('[chat reports] the mean of ratings leaves out whoever gave none', () => {
  expect(ratingOf([0, 0, 0, 0, 0])).toEqual({ rated: 0, mean: null });
  expect(ratingOf([1, 0, 0, 0, 3])).toEqual({ rated: 4, mean: 4 });
});
