import { describe, expect, test } from 'vitest';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { dialInput } from './dial-input.ts';
import * as limits from './limits.ts';
import { barOf, isTalking } from './talking.ts';
import { idleTest, testMachine, type TestEffect, type TestEvent, type TestState } from './test-machine.ts';
import { cutLines, readMessage, withMessage, type TestMessage } from './test-messages.ts';
import { figuresOf, noTimings, withTiming } from './timings.ts';

/** What is left after these events, and what the last of them asked for. */
function after(...events: TestEvent[]): { state: TestState; asked: TestEffect[] } {
  let state = idleTest;
  let asked: TestEffect[] = [];
  for (const event of events) {
    const step = testMachine(state, { ...event, nowMs: 1_000 });
    ({ state, effects: asked } = step);
  }
  return { state, asked };
}
const startVoice: TestEvent = { type: 'startVoice', callId: 'c1', connected: true, online: true };
const startText: TestEvent = { type: 'startText', callId: 'c1', connected: true, online: true };
const message = (msgType: number, more: Partial<TestMessage> = {}): TestEvent => ({
  type: 'message',
  message: { msgId: `m${msgType}`, msgType, callID: 'c1', ...more },
});
const say = (text: string, action: FlowTestAction = FlowTestAction.sendText, online = true): TestEvent => ({
  type: 'act',
  action,
  text,
  online,
});
const inCall: TestEvent[] = [
  startVoice,
  { type: 'registered' },
  { type: 'callDue' },
  { type: 'incoming' },
  { type: 'answered' },
];

describe('a voice test', () => {
  test('[FLOW-06] [FLOW-13] goes from START through registration, ringing and talking to the end', () => {
    expect(after(startVoice)).toMatchObject({
      state: { user: 1, agent: 1, callPending: true, active: 0 },
      asked: [{ type: 'register' }],
    });
    expect(after(startVoice, { type: 'registered' })).toMatchObject({
      state: { user: 2, agent: 2, callStatus: 4 },
      asked: [{ type: 'later', afterMs: 1_000, event: { type: 'callDue' } }],
    });
    expect(after(...inCall.slice(0, 3))).toMatchObject({
      state: { active: 1 },
      asked: [{ type: 'sendStart', callDirection: 4 }],
    });
    expect(after(...inCall.slice(0, 4)).state).toMatchObject({ user: 3, agent: 3, callStatus: 1 });
    expect(after(...inCall).state).toMatchObject({ user: 4, agent: 4, callStatus: 2, talkingSinceMs: 1_000 });
    expect(after(...inCall, { type: 'hangUp' }).asked).toEqual([
      { type: 'sendStop', callId: 'c1' },
      { type: 'closeCall', afterMs: 1_000 },
    ]);
    expect(after(...inCall, { type: 'callEnded' }).state).toMatchObject({
      user: 2,
      agent: 2,
      callStatus: 5,
      active: 0,
      talkingSinceMs: null,
    });
  });

  test('[FLOW-06] a second test does not register again', () => {
    expect(after(...inCall, { type: 'callEnded' }, { ...startVoice, callId: 'c2' } as TestEvent)).toMatchObject({
      state: { callId: 'c2', active: 1, messages: [] },
      asked: [{ type: 'sendStart', callDirection: 4 }],
    });
  });

  test('[FLOW-09] starting needs the socket and the network', () => {
    expect(after({ ...startVoice, connected: false } as TestEvent).asked).toEqual([
      { type: 'warn', what: 'connectionFailedWait' },
    ]);
    expect(after({ ...startVoice, online: false } as TestEvent).asked).toEqual([
      { type: 'warn', what: 'connectionFailedWait' },
    ]);
  });

  test('[FLOW-06] a socket that closes during a call leaves no call', () => {
    expect(after(...inCall, { type: 'socketClosed' }).state).toMatchObject({
      user: 2,
      agent: 2,
      callStatus: 5,
      active: 0,
    });
  });

  test('[FLOW-06] a phone whose way closes before it is registered resets everything and warns', () => {
    expect(after(startVoice, { type: 'phoneFailed', text: 'WebSocket closed wss://x (code: 1006)' })).toMatchObject({
      state: { user: 0, agent: 0, callPending: false, active: 0 },
      asked: [{ type: 'dropPhone' }, { type: 'warn', what: 'connectionFailed' }],
    });
    expect(after(...inCall, { type: 'phoneFailed', text: 'WebSocket closed' })).toMatchObject({
      state: { user: 4, callStatus: 2 },
      asked: [{ type: 'warn', what: 'phoneTrouble', detail: 'WebSocket closed' }],
    });
  });

  test('[FLOW-06] a phone that is refused leaves nothing to wait for; between tests a lost one is put away without a word', () => {
    expect(after(startVoice, { type: 'phoneFailed', text: 'Registration refused (403)' })).toMatchObject({
      state: { user: 0, agent: 0, callPending: false },
      asked: [{ type: 'dropPhone' }, { type: 'warn', what: 'phoneFailed', detail: 'Registration refused (403)' }],
    });
    expect(
      after(startVoice, { type: 'phoneFailed', text: 'Registration refused (403)' }, {
        ...startVoice,
        callId: 'c2',
      } as TestEvent).asked,
    ).toEqual([{ type: 'register' }]);
    const over: TestEvent[] = [...inCall, { type: 'callEnded' }];
    expect(after(...over, { type: 'phoneFailed', text: 'WebSocket closed' })).toMatchObject({
      state: { user: 0, agent: 0 },
      asked: [{ type: 'dropPhone' }],
    });
    expect(after(...over, { type: 'phoneGone' }, { ...startVoice, callId: 'c2' } as TestEvent).asked).toEqual([
      { type: 'register' },
    ]);
    expect(after(...inCall, { type: 'phoneGone' }).state).toMatchObject({ user: 4, callStatus: 2 });
    // A test by text that goes on needs no phone.
    expect(after(...over, startText, { type: 'phoneFailed', text: 'WebSocket closed' }).state).toMatchObject({
      active: 2,
      user: 0,
    });
  });

  test('[FLOW-14] an error of the session resets the voice test and clears the timer', () => {
    expect(after(...inCall, { type: 'sessionError', text: 'no such flow' })).toMatchObject({
      state: { user: 2, callStatus: 5, talkingSinceMs: null, error: 'no such flow' },
      asked: [{ type: 'showError', text: 'no such flow' }, { type: 'closeCall' }],
    });
  });

  test('[FLOW-14] an error of the socket says that the connection failed', () =>
    expect(after({ type: 'socketError' }).asked).toEqual([{ type: 'warn', what: 'connectionFailed' }]));

  test('[FLOW-09] keys need something to send and a call to send it into', () => {
    expect(after(...inCall, { type: 'sendKeys', keys: '' }).asked).toEqual([{ type: 'warn', what: 'pleaseInput' }]);
    expect(after({ type: 'sendKeys', keys: '1' }).asked).toEqual([{ type: 'warn', what: 'voiceNotStarted' }]);
    expect(after(...inCall, { type: 'sendKeys', keys: '12' }).asked).toEqual([
      { type: 'pressKeys', keys: '12' },
      { type: 'done' },
    ]);
  });
});

describe('a text test', () => {
  test('[FLOW-07] starting clears what was there and sends the start command', () => {
    expect(after(startText, message(MessageType.aiSaid), { ...startText, callId: 'c2' } as TestEvent)).toMatchObject({
      state: { callId: 'c2', messages: [], active: 2 },
      asked: [{ type: 'sendStart', callDirection: 3 }],
    });
  });

  test('[FLOW-07] one action at a time, except the end', () => {
    const answered = [startText, message(MessageType.aiSaid)];
    expect(after(startText, say('hello')).asked).toEqual([{ type: 'warn', what: 'busy' }]);
    expect(after(...answered, say('hello')).asked).toEqual([{ type: 'sendAction', action: 1, text: 'hello' }]);
    expect(after(...answered, say('hello'), say('again')).asked).toEqual([{ type: 'warn', what: 'busy' }]);
    expect(after(...answered, say('hello'), say('', FlowTestAction.end)).asked).toEqual([
      { type: 'sendAction', action: 5, text: '' },
    ]);
  });

  test.each([[FlowTestAction.pressKeys], [FlowTestAction.interrupt]])(
    '[FLOW-07] [FLOW-09] action %i needs content',
    (action) => {
      expect(after(startText, message(MessageType.aiSaid), say('  ', action)).asked).toEqual([
        { type: 'warn', what: 'enterContent' },
      ]);
    },
  );

  test('[FLOW-07] keys that are none are no content: nobody would ever answer them', () => {
    expect(after(startText, message(MessageType.aiSaid), say('one', FlowTestAction.pressKeys))).toMatchObject({
      state: { busy: false },
      asked: [{ type: 'warn', what: 'enterContent' }],
    });
  });

  test('[FLOW-07] text alone may be empty: it is silence, and nobody has to wait for an answer to it', () => {
    expect(after(startText, message(MessageType.aiSaid), say(' '))).toMatchObject({
      state: { busy: false, active: 2 },
      asked: [{ type: 'sendAction', action: 1, text: ' ' }],
    });
    expect(after(startText, say('')).asked).toEqual([{ type: 'warn', what: 'busy' }]);
  });

  test('[FLOW-09] [FLOW-10] nothing is sent without a network', () => {
    expect(after(startText, message(MessageType.aiSaid), say('hello', FlowTestAction.sendText, false)).asked).toEqual([
      { type: 'warn', what: 'offline' },
    ]);
  });

  test.each([[4], [14], [33]])('[FLOW-07] message %i ends the round', (type) => {
    expect(after(startText, message(type)).state.active).toBe(0);
    expect(after(startText, message(type), say('more')).asked).toEqual([{ type: 'warn', what: 'notStarted' }]);
  });
});

test('[FLOW-10] closing sends stop, disconnects and forgets everything', () => {
  expect(after(...inCall, { type: 'close' })).toEqual({
    state: idleTest,
    asked: [{ type: 'sendStop', callId: 'c1' }, { type: 'dropPhone' }],
  });
  expect(after({ type: 'close' }).asked).toEqual([{ type: 'dropPhone' }]);
});

test('[FLOW-05] messages are told apart by msgId, those of another test are not taken, and msgInfo becomes part of them', () => {
  expect(
    after(startText, message(31, { text: 'a' }), message(31, { text: 'b' }), message(32, { callID: 'c0' })).state
      .messages,
  ).toMatchObject([{ msgId: 'm31', text: 'b' }]);
  const raw = {
    msgId: 'x',
    msgType: 307,
    callID: 'c1',
    msgInfo: '{"branches":[{"flowNodeID":"n1"},{"flowNodeID":"n2","selected":true}],"msgId":"evil"}',
  };
  expect(readMessage(raw)).toMatchObject({ msgId: 'x', node_choose: 'n2' });
  expect(readMessage(JSON.stringify({ ...raw, msgInfo: { branches: [{ flowNodeID: 'n1' }] } }))).toMatchObject({
    node_choose: 'n1',
  });
  expect([
    readMessage('{'),
    readMessage({ msgType: 31 }),
    readMessage({ msgId: 'x', msgType: 9_999, callID: 'c' }),
  ]).toEqual([null, null, null]);
  expect(withMessage([], { msgId: 'x', msgType: 31, callID: 'c1' })).toHaveLength(1);
});

test('[FLOW-02] [FLOW-13] times are kept by kind, with latest, high, mean of two decimals and low', () => {
  const timings = [
    [305, 100],
    [303, 700],
    [304, 50],
    [306, 900],
    [305, 201],
    [31, 5],
  ].reduce((kept, [msgType, time_ms]) => withTiming(kept, { msgType: msgType!, time_ms: time_ms! }), noTimings);
  expect(timings).toEqual({ asr: [100, 201], llm: [700], tts: [50], latency: [900] });
  expect(figuresOf(timings.asr)).toEqual({ latest: 201, high: 201, mean: '150.50', low: 100 });
  expect(figuresOf([])).toBeNull();
});

test('[FLOW-06] the agent talks from an average of 60 over the eight strongest frequencies', () => {
  const loud = (value: number) => [...Array<number>(8).fill(value), ...Array<number>(120).fill(0)];
  expect([isTalking(loud(60)), isTalking(loud(59)), isTalking([])]).toEqual([true, false, false]);
  expect([barOf([]), barOf(loud(51)), barOf(loud(255))]).toEqual([2, 30, 100]);
});

test('[FLOW-02] [FLOW-13] [FLOW-14] the figures of the tool are those of the specification', () => {
  expect({ ...limits }).toEqual({
    DIAL_PAD_MAX: 99,
    REGISTRATION_EXPIRES_S: 300,
    MIC_CHECK_MS: 1_000,
    VOLUME_MS: 300,
    HANG_UP_DELAY_MS: 1_000,
    CALL_START_DELAY_MS: 1_000,
    CHART_DELAY_MS: 100,
    SHRINK_MS: 200,
  });
});

test('[FLOW-09] the dial pad keeps digits, 99 at most', () => {
  expect(dialInput('12a*3 #4')).toBe('1234');
  expect(dialInput('5'.repeat(120))).toHaveLength(99);
});

test('[FLOW-03] a line that somebody spoke into is known, with what of it was heard', () => {
  const row = (msgId: string, msgType: number, more: object): TestMessage => ({
    msgId,
    msgType,
    callID: 'c1',
    ...more,
  });
  const spokenLines = [
    row('1', MessageType.aiSaid, { text: 'Hello. We open at nine.' }),
    row('2', MessageType.aiSaid, { text: 'What for?' }),
  ];
  expect([...cutLines([...spokenLines, row('3', MessageType.userInterrupted, { part: 'Hello. We' })])]).toEqual([
    ['1', 'Hello. We'],
  ]);
  expect([...cutLines([...spokenLines, row('3', MessageType.userInterrupted, {})])]).toEqual([['2', '']]);
  expect([
    ...cutLines([
      ...spokenLines,
      row('3', MessageType.userInterrupted, { part: 'What' }),
      row('4', MessageType.userInterrupted, { part: 'something else' }),
    ]),
  ]).toEqual([
    ['2', 'What'],
    ['1', ''],
  ]);
  expect(cutLines(spokenLines).size).toBe(0);
});
