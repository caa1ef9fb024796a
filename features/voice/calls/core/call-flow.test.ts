import { describe, expect, test } from 'vitest';
import { ana, anInbound, CALLER, offerTo, play, type Played } from './call-player.fixture.ts';
import { closing, only, types } from './call-scenes.fixture.ts';
import type { FlowCallAsk } from '#core/call/call-events.ts';
import { recordingName } from '#core/call/mailbox.ts';

const onFlow = (fallbackGroupId: number | null = 5, settings = {}): Played =>
  play(anInbound(settings, { kind: 'flow', flowId: 12, fallbackGroupId }));

/** The caller was answered and the flow talks. */
function talking(fallbackGroupId: number | null = 5, settings = {}): Played {
  const played = onFlow(fallbackGroupId, settings);
  played.send({ type: 'legAnswered', leg: CALLER });
  return played;
}

const asks = (played: Played, ask: FlowCallAsk, askId = 3) => played.send({ type: 'flowAsked', askId, ask });
const answers = (played: Played) => only(played.effects, 'answerFlow').map(({ askId, ok, why }) => [askId, ok, why]);
const toAna = { what: 'transfer', to: ana, timeoutMs: 20_000 } as const;
const toGroup = { what: 'transfer', to: { kind: 'group', groupId: 8 }, timeoutMs: 30_000 } as const;

test('[CC-07] a caller of a flow is answered, recorded and talked to once they can hear it', () => {
  const played = onFlow();
  expect(types(played.effects)).not.toContain('runFlow');
  const effects = played.send({ type: 'legAnswered', leg: CALLER });
  expect(types(effects)).toEqual(['note', 'record', 'runFlow']);
  expect(only(effects, 'runFlow')[0]).toMatchObject({ leg: CALLER, flowId: 12 });
});

test('[CC-07] keys reach the flow, also while it speaks', () => {
  expect(only(talking().send({ type: 'keyPressed', leg: CALLER, key: '4' }), 'keyToFlow')).toMatchObject([
    { key: '4' },
  ]);
});

test('[CC-07] a flow that is done hangs up, and the call was no missed one', () => {
  const played = talking();
  played.send({ type: 'flowEnded', why: 'hangUp' });
  expect(closing(played)).toMatchObject([{ outcome: 'talked', endedBy: 'server' }]);
  expect(played.legs.size).toBe(0);
});

test('[CC-07] a caller who hangs up ends the flow once', () => {
  const played = talking();
  played.ends(CALLER);
  played.send({ type: 'flowEnded', why: 'hangUp' });
  expect(only(played.effects, 'leaveFlow')).toMatchObject([{ why: 'callerGone' }]);
  expect(closing(played)).toMatchObject([{ outcome: 'talked', endedBy: 'customer' }]);
});

describe('[CC-07] a flow hands the caller on', () => {
  test('to an agent who answers: they talk, and the flow learns that it is over', () => {
    const played = talking();
    asks(played, toAna);
    expect(played.ears.get(CALLER)).toBe('music');
    played.send({ type: 'legAnswered', leg: played.leg('third') });
    expect(played.call()).toMatchObject({ at: 'talking', flow: null });
    expect(played.ears.get(CALLER)).toBe(played.leg('agent'));
    expect(answers(played)).toEqual([[3, true, '']]);
    expect(played.news(ana.userId)).toEqual(['offered', 'began']);
    expect(only(played.effects, 'record')).toHaveLength(1);
  });

  test('to an agent who does not: the flow goes on and can ask again', () => {
    const played = talking();
    asks(played, toAna);
    played.ends(played.leg('third'), 'noAnswer');
    expect(answers(played)).toEqual([[3, false, 'noAnswer']]);
    expect(played.call().at).toBe('flow');
    asks(played, toAna, 4);
    played.send({ type: 'legAnswered', leg: played.leg('third') });
    expect(played.call().at).toBe('talking');
  });

  test('to a group: whoever the line finds has them', () => {
    const played = talking();
    asks(played, toGroup);
    expect(played.call()).toMatchObject({ at: 'queued', groupId: 8 });
    played.send({ type: 'placed', mayCallBack: false, language: null, wrapUpMs: null });
    played.send(offerTo(ana));
    expect(answers(played)).toEqual([]);
    played.send({ type: 'legAnswered', leg: played.leg('agent') });
    expect(answers(played)).toEqual([[3, true, '']]);
    played.passMs(60_000);
    expect(played.call().at).toBe('talking');
  });

  test('to a group where nobody comes in time: out of the line, back to the flow, whoever rings is told to stop', () => {
    const played = talking();
    asks(played, toGroup);
    played.send({ type: 'placed', mayCallBack: false, language: null, wrapUpMs: null });
    played.send(offerTo(ana));
    played.passMs(30_000);
    expect(answers(played)).toEqual([[3, false, 'noAnswer']]);
    expect(only(played.effects, 'leaveLine')).toHaveLength(1);
    expect(played.call()).toMatchObject({ at: 'flow', queue: null });
    expect([...played.legs]).toEqual([CALLER]);
  });

  test('to a line that is closed: back to the flow', () => {
    const played = talking();
    asks(played, toGroup);
    played.send({ type: 'lineClosed' });
    expect(answers(played)).toEqual([[3, false, 'lineClosed']]);
  });

  test('and a caller who leaves meanwhile is missed by nobody twice', () => {
    const played = talking();
    asks(played, toAna);
    played.ends(CALLER);
    expect(played.legs.size).toBe(0);
    expect(closing(played)).toHaveLength(1);
    expect(only(played.effects, 'leaveFlow')).toHaveLength(1);
  });

  test('to a number outside, whose talk has an end', () => {
    const played = talking();
    asks(played, {
      what: 'transfer',
      to: { kind: 'number', number: '525500001111', trunks: [{ id: 1, name: 'a' }], displayNumber: '525550000101' },
      timeoutMs: 20_000,
    });
    played.send({ type: 'legAnswered', leg: played.leg('third') });
    expect(played.ears.get(CALLER)).toBe(played.leg('agent'));
    expect(played.call().limit).not.toBeNull();
    played.ends(CALLER);
    // No agent's call, yet the tenant's: its place on the line is free again.
    expect(only(played.effects, 'dialEnded')).toMatchObject([{ number: '525500001111', userId: null, answered: true }]);
  });
});

test('[CC-07] one thing at a time is asked of a call', () => {
  const played = talking();
  asks(played, toAna);
  asks(played, toGroup, 4);
  expect(answers(played)).toEqual([[4, false, 'notNow']]);
});

const boxes = (played: Played) =>
  only(played.effects, 'record')
    .filter(({ kind }) => kind === 'voicemail')
    .map(({ recordingId }) => recordingName(recordingId)?.box);

test('[CC-16] a flow that takes two messages keeps both, each in its own box; one that breaks down afterwards lets a third be left for everybody', () => {
  const played = talking(null);
  for (const [askId, mailbox] of [
    [3, { kind: 'agent', userId: 12 }],
    [4, { kind: 'group', groupId: 8 }],
  ] as const) {
    asks(played, { what: 'voicemail', mailbox, maxMs: 60_000 }, askId);
    played.send({ type: 'played', leg: CALLER, playId: 'flowTone', completed: true });
    played.send({ type: 'keyPressed', leg: CALLER, key: '#' });
  }
  played.send({ type: 'flowEnded', why: 'broken' });
  played.send({ type: 'played', leg: CALLER, playId: 'voicemail', completed: true });
  expect(boxes(played)).toEqual([{ kind: 'agent', userId: 12 }, { kind: 'group', groupId: 8 }, { kind: 'main' }]);
  expect(new Set(only(played.effects, 'record').map(({ recordingId }) => recordingId)).size).toBe(4);
});

test('[CC-07] a message is left after the tone, ended by the hash key, and the flow goes on', () => {
  const played = talking();
  asks(played, { what: 'voicemail', mailbox: { kind: 'group', groupId: 8 }, maxMs: 60_000 });
  played.send({ type: 'played', leg: CALLER, playId: 'flowTone', completed: true });
  expect(only(played.effects, 'record').map(({ kind }) => kind)).toEqual(['call', 'voicemail']);
  expect(boxes(played)).toEqual([{ kind: 'group', groupId: 8 }]);
  played.send({ type: 'keyPressed', leg: CALLER, key: '#' });
  expect(answers(played)).toEqual([[3, true, '']]);
  played.passMs(120_000);
  expect(answers(played)).toHaveLength(1);
  played.send({ type: 'flowEnded', why: 'hangUp' });
  expect(closing(played)).toMatchObject([{ outcome: 'voicemail' }]);
});

test('[CC-07] a message ends by itself when its time is up', () => {
  const played = talking();
  asks(played, { what: 'voicemail', mailbox: { kind: 'group', groupId: 8 }, maxMs: 60_000 });
  played.send({ type: 'played', leg: CALLER, playId: 'flowTone', completed: true });
  played.passMs(62_000);
  expect(answers(played)).toEqual([[3, true, '']]);
  expect(only(played.effects, 'stopRecording')).toHaveLength(1);
});

test('[CC-07] a promised callback waits until the call is over', () => {
  const played = talking();
  asks(played, { what: 'callback', groupId: 8, number: '525512345678' });
  expect(only(played.effects, 'promiseAgain')).toEqual([]);
  played.send({ type: 'flowEnded', why: 'hangUp' });
  expect(only(played.effects, 'promiseAgain')).toMatchObject([{ groupId: 8, number: '525512345678' }]);
  expect(closing(played)).toMatchObject([{ outcome: 'callbackPromised' }]);
});

test('[CC-07] the recording stops and goes on as the flow says, each part under a name of its own', () => {
  const played = talking();
  asks(played, { what: 'record', on: false }, 3);
  asks(played, { what: 'record', on: true }, 4);
  expect(only(played.effects, 'record').map(({ recordingId }) => recordingId)).toEqual(['c1-call', 'c1-call2']);
  expect(answers(played)).toEqual([
    [3, true, ''],
    [4, true, ''],
  ]);
});

test('[CC-07] a score is kept with the call, with the scale it was given on', () => {
  const played = talking();
  asks(played, { what: 'score', score: 4, scale: 5 }, 3);
  asks(played, { what: 'score', score: 9, scale: 9 }, 4);
  asks(played, { what: 'score', score: 3, scale: 2 }, 5);
  expect(
    only(played.effects, 'note').flatMap(({ event }) =>
      event.type === 'surveyAnswered' ? [[event.score, event.scale]] : [],
    ),
  ).toEqual([
    [4, 5],
    [9, 9],
  ]);
});

describe('[CC-07] nobody is lost', () => {
  test('a flow that breaks gives its caller to the group of the number', () => {
    const played = talking();
    played.send({ type: 'flowEnded', why: 'broken' });
    expect(played.call()).toMatchObject({ at: 'queued', groupId: 5, flow: null });
  });

  test('…or to the voicemail where there is none', () => {
    const played = talking(null);
    played.send({ type: 'flowEnded', why: 'broken' });
    expect(played.call().at).toBe('voicemail');
  });

  test('a server that stops promises a callback, where the group keeps promises', () => {
    const played = talking();
    played.send({ type: 'stopped' });
    expect(only(played.effects, 'promiseAgain')).toMatchObject([{ groupId: 5, onlyIfAllowed: true }]);
    expect(only(played.effects, 'leaveFlow')).toMatchObject([{ why: 'server' }]);
  });
});

describe('[CC-08] a caller whom a rule sends to one agent', () => {
  const toAna = (fallbackGroupId: number | null = 5): Played =>
    play(anInbound({}, { kind: 'person', agent: ana, fallbackGroupId }));

  test('hears music while that agent rings, and talks to them', () => {
    const played = toAna();
    played.send({ type: 'legAnswered', leg: CALLER });
    expect(played.ears.get(CALLER)).toBe('music');
    played.send({ type: 'legAnswered', leg: played.leg('third') });
    expect(played.call()).toMatchObject({ at: 'talking', flow: null });
    expect(played.ears.get(CALLER)).toBe(played.leg('agent'));
    expect(types(played.effects)).not.toContain('runFlow');
  });

  test('goes to the group of the number when they do not answer, or to the voicemail', () => {
    for (const [fallback, at] of [
      [5, 'queued'],
      [null, 'voicemail'],
    ] as const) {
      const played = toAna(fallback);
      played.send({ type: 'legAnswered', leg: CALLER });
      played.ends(played.leg('third'), 'noAnswer');
      expect(played.call()).toMatchObject({ at, flow: null });
    }
  });

  test('who gives up meanwhile was missed', () => {
    const played = toAna();
    played.send({ type: 'legAnswered', leg: CALLER });
    played.ends(CALLER);
    expect(closing(played)).toMatchObject([{ outcome: 'abandoned' }]);
    expect(played.legs.size).toBe(0);
  });
});
