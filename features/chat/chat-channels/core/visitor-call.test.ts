import { describe, expect, test } from 'vitest';
import {
  noVisitorCall,
  SOUND_LOST_MS,
  visitorCall,
  type VisitorCall,
  type VisitorCallEffect,
  type VisitorCallEvent,
} from './visitor-call.ts';

/** Plays events; answers the state, and what was asked for by the last of them. */
function play(...events: VisitorCallEvent[]): { call: VisitorCall; asked: VisitorCallEffect[] } {
  let call = noVisitorCall;
  let asked: VisitorCallEffect[] = [];
  for (const event of events) ({ state: call, effects: asked } = visitorCall(call, event));
  return { call, asked };
}

const press = (what: 'call' | 'hangUp' | 'mute' | 'close'): VisitorCallEvent => ({ type: `${what}Pressed` });
const open = (turn = 1): VisitorCallEvent => ({ type: 'microphone', turn, is: 'open' });
const pass = (turn = 1): VisitorCallEvent => ({ type: 'passGiven', turn });
const answered: VisitorCallEvent = { type: 'answered', nowMs: 5 };
const calling = [press('call'), open(), pass()];
const talking = [...calling, answered];

describe('[CHAT-08] the call of a visitor', () => {
  test('asks for the microphone, then for a pass, then calls', () => {
    expect(play(press('call')).asked).toEqual([{ type: 'openMicrophone', turn: 1 }]);
    expect(play(press('call'), open()).asked).toEqual([{ type: 'askPass', turn: 1 }]);
    expect(play(...calling)).toEqual({ call: { at: 'calling', turn: 1, muted: false }, asked: [{ type: 'place' }] });
    expect(play(...talking).call).toEqual({ at: 'talking', turn: 1, muted: false, sinceMs: 5, isCut: false });
  });

  test('a link offers it, and calls nobody by itself', () => {
    expect(play({ type: 'invited' })).toEqual({ call: { at: 'offered' }, asked: [] });
    expect(play({ type: 'invited' }, press('close')).call).toEqual({ at: 'idle' });
    expect(play(...talking, { type: 'invited' }).call.at).toBe('talking');
  });

  test.each([
    ['the microphone is refused', [press('call'), { type: 'microphone', turn: 1, is: 'refused' }], 'micRefused'],
    ['there is no microphone', [press('call'), { type: 'microphone', turn: 1, is: 'missing' }], 'micMissing'],
    [
      'the server says why not',
      [press('call'), open(), { type: 'passRefused', turn: 1, refusalText: 'Closed' }],
      'refused',
    ],
    [
      'the server cannot be asked',
      [press('call'), open(), { type: 'passRefused', turn: 1, refusalText: '' }],
      'failed',
    ],
    ['the visitor has a call already', [...calling, { type: 'ended', by: 'them', status: 486 }], 'busy'],
    ['nobody takes it', [...calling, { type: 'ended', by: 'them', status: 480 }], 'notTaken'],
    ['it cannot be placed', [...calling, { type: 'ended', by: 'us', status: null }], 'failed'],
    ['the agent hangs up', [...talking, { type: 'ended', by: 'them', status: null }], 'ended'],
    ['the visitor hangs up', [...talking, press('hangUp')], 'ended'],
    ['the connection goes', [...talking, { type: 'ended', by: 'lost', status: null }], 'lost'],
    ['the sound does not come back', [...talking, { type: 'soundLost' }, { type: 'soundOverdue', turn: 1 }], 'lost'],
  ] as [string, VisitorCallEvent[], string][])('%s: it is over, and the microphone is let go', (_why, events, why) => {
    const { call, asked } = play(...events);
    expect(call).toMatchObject({ at: 'over', why });
    expect(asked).toEqual([{ type: 'hangUp' }]);
  });

  test('sound that is gone is told, awaited, and comes back', () => {
    expect(play(...talking, { type: 'soundLost' })).toMatchObject({
      call: { isCut: true },
      asked: [{ type: 'wake', afterMs: SOUND_LOST_MS }],
    });
    expect(
      play(...talking, { type: 'soundLost' }, { type: 'soundBack' }, { type: 'soundOverdue', turn: 1 }).call,
    ).toMatchObject({ at: 'talking', isCut: false });
  });

  test('muted before the answer stays muted', () => {
    expect(play(...calling, press('mute'), answered).call).toMatchObject({ at: 'talking', muted: true });
    expect(play(...talking, press('mute'), press('mute'))).toMatchObject({
      call: { muted: false },
      asked: [{ type: 'mute', on: false }],
    });
  });

  test('whoever gave up meanwhile is not called by what arrives later', () => {
    const gaveUp = play(press('call'), press('hangUp'), open());
    expect(gaveUp).toMatchObject({ call: { at: 'over', why: 'ended' }, asked: [] });
    expect(play(press('call'), press('hangUp'), press('call'), open(1)), 'of the call before').toMatchObject({
      call: { at: 'asking', has: 'nothing' },
      asked: [],
    });
    expect(play(press('call'), press('hangUp'), press('call'), open(2), pass(2)).call).toMatchObject({
      at: 'calling',
      turn: 2,
    });
    expect(play(...talking, press('hangUp'), { type: 'ended', by: 'them', status: null }).asked).toEqual([]);
  });

  test('a second press during a call does nothing', () => {
    expect(play(...talking, press('call'))).toMatchObject({ call: { at: 'talking' }, asked: [] });
    expect(play(...talking, press('close')).call.at).toBe('talking');
  });
});
