import { expect, test } from 'vitest';
import { callFacts } from './call-facts.ts';
import type { CallLifeEvent } from '#core/call/call-life.ts';

const at = (sec: number) => 1_000_000 + sec * 1_000;
const play = (events: CallLifeEvent[], endSec: number) => callFacts(at(0), events, at(endSec));

test('[CC-15] a call through the queue adds up: waiting, ringing, talking, hold', () => {
  const facts = play(
    [
      { type: 'queued', groupId: 7, position: 1, atMs: at(1) },
      { type: 'agentRang', userId: 1, sipNum: '8001', atMs: at(10) },
      { type: 'agentMissed', userId: 1, reason: 'missed', atMs: at(25) },
      { type: 'agentRang', userId: 2, sipNum: '8002', atMs: at(25) },
      { type: 'answered', userId: 2, atMs: at(31) },
      { type: 'held', userId: 2, atMs: at(60) },
      { type: 'resumed', userId: 2, atMs: at(75) },
      { type: 'held', userId: 2, atMs: at(90) },
    ],
    100,
  );
  expect(facts).toEqual({
    answeredMs: at(31),
    queueSec: 30,
    ringSec: 21,
    talkSec: 100 - 31 - 25,
    holdSec: 25,
    durationSec: 100,
    userId: 2,
    talkedUserId: 2,
    sipNum: '8002',
    groupId: 7,
    surveyScore: null,
    surveyScale: null,
    lastPlace: 'line',
  });
});

test('[CC-10] a caller is lost at the last place they came to', () => {
  const after = (...events: object[]) =>
    play(
      events.map((event, place) => ({ ...event, atMs: at(place) }) as CallLifeEvent),
      60,
    ).lastPlace;
  const rang = { type: 'agentRang', userId: 1, sipNum: '8001' };
  const queued = { type: 'queued', groupId: 7, position: 1 };
  expect(after()).toBe('before');
  expect(after({ type: 'menuBegan' })).toBe('menu');
  expect(after({ type: 'menuBegan' }, { type: 'menuChosen', key: '1' }, queued, rang)).toBe('line');
  expect(after({ type: 'flowBegan', flowId: 3 })).toBe('flow');
  expect(after({ type: 'flowBegan', flowId: 3 }, rang)).toBe('ringing');
  expect(after(queued, { type: 'voicemailBegan' })).toBe('voicemail');
});

test('[CC-15] a caller who gave up says at which second', () => {
  expect(play([{ type: 'queued', groupId: 7, position: 3, atMs: at(2) }], 49)).toMatchObject({
    answeredMs: null,
    queueSec: 47,
    talkSec: 0,
    userId: null,
  });
});

test('a call nobody took belongs to whoever was rung last', () => {
  const facts = play(
    [
      { type: 'agentRang', userId: 1, sipNum: '8001', atMs: at(0) },
      { type: 'agentRang', userId: 2, sipNum: '8002', atMs: at(5) },
    ],
    9,
  );
  expect(facts).toMatchObject({ userId: 2, talkedUserId: null, sipNum: '8002' });
});

test('after a transfer the call belongs to who talked last', () => {
  const facts = play(
    [
      { type: 'answered', userId: 1, atMs: at(3) },
      { type: 'agentRang', userId: 2, sipNum: '8002', atMs: at(10) },
      { type: 'answered', userId: 2, atMs: at(12) },
      { type: 'agentRang', userId: 3, sipNum: '8003', atMs: at(20) },
      { type: 'agentMissed', userId: 3, reason: 'rejected', atMs: at(21) },
    ],
    30,
  );
  expect(facts).toMatchObject({ userId: 2, sipNum: '8002', answeredMs: at(3), talkSec: 27 });
});

test('[CALL-22] somebody whom a phone joined to the call was rung in another one, and has a phone all the same', () => {
  const facts = play(
    [
      { type: 'agentRang', userId: 1, sipNum: '8001', atMs: at(1) },
      { type: 'answered', userId: 1, atMs: at(3) },
      { type: 'answered', userId: 2, atMs: at(12) },
      { type: 'transferred', kind: 'attended', to: '8002', userId: 2, atMs: at(12) },
    ],
    30,
  );
  expect(facts).toMatchObject({ userId: 2, talkedUserId: 2, sipNum: '8002', answeredMs: at(3) });
});

test('clocks that disagree make no negative time', () => {
  expect(play([{ type: 'answered', userId: 1, atMs: at(5) }], -10)).toMatchObject({
    talkSec: 0,
    durationSec: 0,
    ringSec: 0,
  });
});
