import { expect, test } from 'vitest';
import { drive } from '#core/machine.ts';
import type { LineStatistics } from '#core/quality/line-statistics.ts';
import {
  bestLine,
  isWorthSaying,
  lineToOffer,
  newLineCheck,
  TALK_MS,
  type CheckedLine,
  type LineCheck,
  type LineCheckEffect,
  type LineCheckEvent,
} from './line-check.ts';
import { lineCheckMachine, scoreOf } from './line-check-machine.ts';

const second = (mos: number | null, remoteMos: number | null = null): LineStatistics => ({
  atMs: 0,
  mos,
  remoteMos,
  bars: null,
  roundTripMs: 40,
  jitterMs: 2,
  lossPercent: 1,
  packetsReceived: 50,
  packetsSent: 50,
});
const LINES = [
  { id: 1, name: 'Main', isCurrent: true },
  { id: 2, name: 'Second', isCurrent: false },
  { id: 3, name: 'Third', isCurrent: false },
];

/** A check that is played by hand: `pass` lets the time of the last `wake` be over. */
function play(lines = LINES) {
  const effects: LineCheckEffect[] = [];
  const driven = drive(lineCheckMachine, newLineCheck, (effect) => void effects.push(effect));
  const send = (...events: LineCheckEvent[]) => events.forEach((event) => driven.send(event));
  const waked = () => effects.filter((effect) => effect.type === 'wake').at(-1)!;
  send({ type: 'begun', lines });
  return {
    send,
    check: driven.current,
    waked,
    pass: () => send(waked().event),
    deeds: () =>
      effects
        .filter(({ type }) => type !== 'wake')
        .map((effect) => ('lineId' in effect ? `${effect.type} ${effect.lineId}` : effect.type)),
    talk(mos: number | null) {
      send({ type: 'registered' }, { type: 'answered' }, { type: 'heard', statistics: second(mos) });
      send(waked().event);
    },
  };
}
const stages = ({ lines }: LineCheck) => lines.map(({ at }) => at);

test('[LINE-01] lines are tested in turn: registered, called, hung up after seven seconds, and their score is kept', () => {
  const stage = play();
  expect(stages(stage.check())).toEqual(['registering', 'waiting', 'waiting']);
  stage.send({ type: 'registered' });
  expect(stages(stage.check())).toEqual(['calling', 'waiting', 'waiting']);
  stage.send({ type: 'answered' });
  expect(stage.waked()).toMatchObject({ afterMs: TALK_MS });
  expect(TALK_MS).toBe(7_000);
  stage.send({ type: 'heard', statistics: second(4.2) }, { type: 'heard', statistics: second(4.4) });
  stage.pass();
  expect(stage.check().lines[0]).toMatchObject({
    at: 'done',
    score: { mos: 4.3, roundTripMs: 40, jitterMs: 2, lossPercent: 1 },
  });
  expect(stages(stage.check())).toEqual(['done', 'registering', 'waiting']);
  stage.talk(4.4);
  stage.talk(2.1);
  expect(stage.check().at).toBe('done');
  expect(stage.deeds()).toEqual([
    'open 1',
    'call 1',
    'close 1',
    'open 2',
    'call 2',
    'close 2',
    'open 3',
    'call 3',
    'close 3',
    'finished',
  ]);
});

test.each([
  ['no connection', [{ type: 'failed', why: 'connect' }], 'connect'],
  ['an exchange that says no', [{ type: 'failed', why: 'register' }], 'register'],
  ['nobody who takes the call', [{ type: 'registered' }, { type: 'failed', why: 'unanswered' }], 'unanswered'],
  [
    'a call that breaks off',
    [
      { type: 'registered' },
      { type: 'answered' },
      { type: 'heard', statistics: second(4) },
      { type: 'failed', why: 'lost' },
    ],
    'lost',
  ],
] as [string, LineCheckEvent[], string][])(
  '[LINE-01] %s marks the line and the next one is tested',
  (_what, events, why) => {
    const stage = play();
    stage.send(...events);
    expect(stage.check().lines[0]).toMatchObject({ at: 'failed', why, score: null });
    expect(stages(stage.check())[1]).toBe('registering');
  },
);

test('[LINE-01] a line that says nothing for ten seconds failed, and a call without any sound did too', () => {
  const stage = play();
  stage.pass();
  expect(stage.check().lines[0]).toMatchObject({ at: 'failed', why: 'connect' });
  stage.send({ type: 'registered' });
  stage.pass();
  expect(stage.check().lines[1]).toMatchObject({ at: 'failed', why: 'unanswered' });
  stage.talk(null);
  expect(stage.check().lines[2]).toMatchObject({ at: 'failed', why: 'silent' });
  expect(stage.check().at).toBe('done');
});

test('[LINE-01] a clock of an earlier stage that comes late changes nothing', () => {
  const stage = play();
  const late = stage.waked().event;
  stage.send({ type: 'registered' }, late);
  expect(stages(stage.check())[0]).toBe('calling');
});

test('[LINE-01] stopping closes the line under test and keeps what was measured; nothing is heard afterwards', () => {
  const stage = play();
  stage.talk(4);
  stage.send({ type: 'registered' }, { type: 'stopped' }, { type: 'answered' });
  expect(stage.check()).toMatchObject({ at: 'stopped', lines: [{ at: 'done' }, { at: 'waiting' }, { at: 'waiting' }] });
  expect(stage.deeds().at(-1)).toBe('close 2');
  stage.send({ type: 'begun', lines: LINES });
  expect(stages(stage.check())).toEqual(['registering', 'waiting', 'waiting']);
});

test('[LINE-01] a score counts what the other side hears of us, too', () => {
  expect(scoreOf([second(4.4, 3), second(4.4, 2)])).toMatchObject({ mos: 2.5, sentMos: 2.5 });
  expect(scoreOf([second(4.4, 4.2)])).not.toHaveProperty('sentMos');
  expect(scoreOf([second(4.4, null)])!.mos).toBe(4.4);
  expect(scoreOf([second(null, 4)])).toBeNull();
});

const line = (id: number, mos: number | null, isCurrent = false): CheckedLine => ({
  id,
  name: String(id),
  isCurrent,
  at: mos === null ? 'failed' : 'done',
  score: mos === null ? null : { mos, roundTripMs: null, jitterMs: null, lossPercent: null },
  why: mos === null ? 'connect' : null,
});
const done = (...lines: CheckedLine[]): LineCheck => ({ ...newLineCheck, at: 'done', lines });

test.each([
  ['the highest score', [line(1, 4.1, true), line(2, 4.4), line(3, 2)], 2, 2],
  ['the one in use where they sound alike', [line(1, 4.4), line(2, 4.4, true)], 2, null],
  ['the first of those that sound alike', [line(1, 3, true), line(2, 4.4), line(3, 4.4)], 2, 2],
  ['none where none worked', [line(1, null, true), line(2, null)], null, null],
] as [string, CheckedLine[], number | null, number | null][])(
  '[LINE-02] the best line is %s',
  (_what, lines, best, offered) => {
    expect(bestLine(lines)?.id ?? null).toBe(best);
    expect(lineToOffer(done(...lines))?.id ?? null).toBe(offered);
  },
);

test('[LINE-02] nothing is offered before all lines were heard', () => {
  expect(lineToOffer({ ...done(line(1, 2, true), line(2, 4)), at: 'running' })).toBeNull();
});

test('[LINE-02] a quiet check speaks up for a line that fails or is clearly worse, and not for trifles', () => {
  expect(isWorthSaying(done(line(1, 3.4, true), line(2, 4.4)))).toBe(true);
  expect(isWorthSaying(done(line(1, null, true), line(2, 3)))).toBe(true);
  expect(isWorthSaying(done(line(1, 4.1, true), line(2, 4.4)))).toBe(false);
  expect(isWorthSaying(done(line(1, 3.9, true), line(2, 4.1)))).toBe(false);
  expect(isWorthSaying(done(line(1, 2, true), line(2, 1.5)))).toBe(false);
});
