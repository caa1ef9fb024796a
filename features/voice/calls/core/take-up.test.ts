import { expect, test } from 'vitest';
import { aCallback, ana, anInbound, anOutbound, budi, CALLER, handTo, offerTo, play } from './call-player.fixture.ts';
import { closing, consulting, inLine, notes, only, served, types } from './call-scenes.fixture.ts';

const recorded = { type: 'record', leg: CALLER, recordingId: 'c1-call', kind: 'call' };

test('[CC-12] people who talk are told to hear each other as they do, and nothing is noted again', () => {
  const played = served();
  const before = notes(played);
  expect(played.isTakenUp()).toEqual([{ type: 'bridge', a: CALLER, b: played.leg('agent') }, recorded]);
  expect(notes(played)).toEqual(before);
  expect(played.ears.get(CALLER)).toBe(played.leg('agent'));
});

test('[CC-12] who was on hold, or waits while a colleague is asked, hears music again; who listens goes on listening', () => {
  const held = served();
  held.send({ type: 'holdAsked' });
  expect(held.isTakenUp()).toEqual([{ type: 'holdWithMusic', leg: CALLER }, recorded]);

  const asked = consulting();
  expect(types(asked.isTakenUp())).toEqual(['bridge', 'holdWithMusic', 'record']);
  expect([asked.ears.get(CALLER), asked.ears.get(asked.leg('agent'))]).toEqual(['music', asked.leg('third')]);

  const rung = served();
  rung.send(handTo(budi, 'consult'));
  expect(rung.isTakenUp()).toEqual([
    { type: 'holdWithMusic', leg: CALLER },
    expect.objectContaining({ type: 'play', leg: rung.leg('agent'), playId: 'ringback', loop: true }),
    recorded,
  ]);

  const monitored = served();
  monitored.send({ type: 'monitorAsked', userId: 3, sipNum: '70003', name: 'Sofia', mode: 'whisper' });
  monitored.send({ type: 'legAnswered', leg: monitored.leg('supervisor') });
  expect(types(monitored.isTakenUp())).toEqual(['bridge', 'monitor', 'record']);
});

test('[CALL-25] a recording or a message that was to begin when the process died begins; what was ended stays so', () => {
  expect(only(served().isTakenUp(), 'record')).toEqual([recorded]);
  const unrecorded = served({ recordCalls: false });
  expect(only(unrecorded.isTakenUp(), 'record')).toEqual([]);

  const message = inLine();
  message.send({ type: 'overflow', to: { kind: 'voicemail' } });
  expect(only(message.isTakenUp(), 'record'), 'before the tone').toEqual([]);
  const [begun] = only(message.send({ type: 'played', leg: CALLER, playId: 'voicemail', completed: true }), 'record');
  expect(only(message.isTakenUp(), 'record')).toEqual([begun]);
  message.send({ type: 'keyPressed', leg: CALLER, key: '#' });
  expect(only(message.isTakenUp(), 'record'), 'during the thanks').toEqual([]);
});

test('[CC-12] a caller in line hears the music and what was being said; one who was on the way into it gets there', () => {
  const played = inLine();
  expect(played.call().playing).toBe('welcome');
  expect(types(played.isTakenUp())).toEqual(['holdWithMusic', 'play']);
  played.send({ type: 'played', leg: CALLER, playId: 'welcome', completed: true });
  expect(types(played.isTakenUp())).toEqual(['holdWithMusic']);

  const early = play(anInbound());
  expect(only(early.isTakenUp(), 'enqueue')).toMatchObject([{ queueId: 'c1', groupId: 5, isGreeted: false }]);
  expect(only(early.effects, 'answer')).toHaveLength(2);
});

test('[CC-12] an agent who answered while no process drove the call has the caller', () => {
  const played = inLine();
  played.send(offerTo(ana));
  const phone = played.leg('agent');
  played.isTakenUp({ answered: [phone] });
  expect(played.call().at).toBe('talking');
  expect(only(played.effects, 'offerEnded')).toMatchObject([{ outcome: 'answered' }]);
  expect(played.ears.get(CALLER)).toBe(phone);
});

test('[CC-12] a phone that stopped ringing meanwhile is nobody’s fault: somebody else is found', () => {
  const played = inLine();
  played.send(offerTo(ana));
  played.isTakenUp({ gone: [played.leg('agent')] });
  expect(only(played.effects, 'offerEnded')).toMatchObject([{ outcome: 'withdrawn' }]);
  expect(played.call().at).toBe('queued');
});

test('[CC-12] a customer who hung up meanwhile ends the call, and the agent has work after it', () => {
  const played = served();
  played.isTakenUp({ gone: [CALLER] });
  expect(closing(played)).toMatchObject([{ outcome: 'talked', endedBy: 'customer' }]);
  expect(played.news(1).at(-1)).toEqual({ ended: { wrapUpMs: 30_000 } });
});

test('[CC-12] what a flow had said died with its process: its caller comes into the line of its number, else to the voicemail', () => {
  const talking = (fallbackGroupId: number | null) => {
    const played = play(anInbound({}, { kind: 'flow', flowId: 3, fallbackGroupId }));
    played.send({ type: 'legAnswered', leg: CALLER });
    expect(played.call().flow?.hasBegun).toBe(true);
    return played;
  };
  const led = talking(6);
  expect(only(led.isTakenUp(), 'enqueue')).toMatchObject([{ groupId: 6 }]);
  const alone = talking(null);
  alone.isTakenUp();
  expect(alone.call().at).toBe('voicemail');
  // One that is waited for on its behalf is waited for still.
  const asked = talking(6);
  asked.send({ type: 'flowAsked', askId: 1, ask: { what: 'transfer', to: ana, timeoutMs: 20_000 } });
  expect(asked.isTakenUp()).toEqual([{ type: 'holdWithMusic', leg: CALLER }, recorded]);
  asked.send({ type: 'legAnswered', leg: asked.leg('third') });
  expect(asked.call().at).toBe('talking');
});

test('[CC-12] whoever calls out hears ringing again; a promise whose way was being looked up is looked up again', () => {
  const out = play(anOutbound());
  out.send({ type: 'legAnswered', leg: CALLER });
  expect(only(out.isTakenUp(), 'play')).toMatchObject([{ leg: CALLER, playId: 'ringback' }]);
  const back = play(aCallback());
  back.send(offerTo(ana));
  back.send({ type: 'legAnswered', leg: back.leg('agent') });
  expect(only(back.isTakenUp(), 'planCallback')).toMatchObject([{ userId: 1, sipNum: '70001' }]);
});

test('[CC-12] of a call that is over those who were told to go are told again', () => {
  const played = served();
  const phone = played.leg('agent');
  played.ends(CALLER);
  expect(played.call().at).toBe('over');
  const kept = { ...played.kept().call, parties: [{ ...served().call().parties[1]!, leg: phone, role: 'leaving' }] };
  const left = play({ ...kept, at: 'over' } as never);
  expect(left.isTakenUp()[0]).toEqual({ type: 'hangUp', leg: phone });
});
