import { expect, test } from 'vitest';
import {
  ana,
  anInbound,
  anInternal,
  anOutbound,
  aCallback,
  budi,
  CALLER,
  handTo,
  offerTo,
  play,
  sofia,
} from './call-player.fixture.ts';
import { recordingName } from '#core/call/mailbox.ts';
import { closing, consulting, inLine, notes, only, served, talkingOut, types } from './call-scenes.fixture.ts';

test('[CALL-01] an outbound call: the agent is busy at once, hears it ring, and talks when it is answered', () => {
  const played = play(anOutbound());
  expect(played.effects[0]).toMatchObject({
    type: 'open',
    record: { direction: 'outbound', userId: 1, routerId: 3, lineId: 1, ourNumber: '525550000101' },
  });
  expect(played.news(1)).toEqual(['began']);
  expect(types(played.send({ type: 'legRinging', leg: played.leg('customer') }))).toEqual(['note', 'announceRinging']);
  expect(types(played.send({ type: 'legEarlyMedia', leg: played.leg('customer') }))).toEqual([
    'note',
    'openEarlyMedia',
    'bridge',
  ]);
  const answered = types(played.send({ type: 'legAnswered', leg: played.leg('customer') }));
  expect(answered.indexOf('answer')).toBeLessThan(answered.indexOf('bridge'));
  expect(answered).toContain('record');
  played.ends(CALLER);
  expect(closing(played)).toMatchObject([{ outcome: 'talked', endedBy: 'agent' }]);
  expect(played.news(1)).toEqual(['began', { ended: { wrapUpMs: 30_000 } }]);
});

test('[CALL-16] [CC-12] the next trunk is tried when one refuses, never when the called party says no', () => {
  const down = play(anOutbound());
  down.ends(down.leg('customer'), 'unreachable', 503);
  expect(only(down.effects, 'ringNumber').map(({ trunk }) => trunk.id)).toEqual([1, 2]);
  down.ends(down.leg('customer'), 'unreachable', 503);
  expect(closing(down)).toMatchObject([{ outcome: 'unreachable' }]);
  const no = play(anOutbound());
  expect(only(no.ends(no.leg('customer'), 'rejected', 603), 'refuse')).toMatchObject([{ leg: CALLER, sipStatus: 603 }]);
  expect(closing(no)).toMatchObject([{ outcome: 'declined', cause: 'rejected', endedBy: 'customer' }]);
  expect(only(no.effects, 'dialEnded')).toMatchObject([{ answered: false, userId: 1 }]);
  expect(no.news(1)).toEqual(['began', { ended: { wrapUpMs: 0 } }]);
});

test('[CC-12] nobody rings twice: a trunk that fails after it rang, or let somebody speak, is the last', () => {
  for (const type of ['legRinging', 'legEarlyMedia'] as const) {
    const rang = play(anOutbound());
    rang.send({ type, leg: rang.leg('customer') });
    rang.ends(rang.leg('customer'), 'unreachable', 503);
    expect(only(rang.effects, 'ringNumber')).toHaveLength(1);
    expect(closing(rang)).toMatchObject([{ outcome: 'unreachable' }]);
  }
  const busy = play(anOutbound());
  busy.ends(busy.leg('customer'), 'busy', 486);
  expect(only(busy.effects, 'ringNumber')).toHaveLength(1);
});

test('[CC-12] a trunk that gives no sign is left for the next one, once; the number has one end', () => {
  const played = play(anOutbound());
  const first = played.leg('customer');
  played.passMs(7_999);
  expect(only(played.effects, 'ringNumber')).toHaveLength(1);
  played.passMs(1);
  expect(only(played.effects, 'hangUp')).toMatchObject([{ leg: first }]);
  expect(only(played.effects, 'ringNumber').map(({ trunk }) => trunk.id)).toEqual([1, 2]);
  expect(only(played.effects, 'dialEnded')).toEqual([]);
  const second = played.leg('customer');
  played.passMs(20_000);
  played.send({ type: 'legAnswered', leg: second });
  played.passMs(61_000);
  played.ends(second);
  expect(only(played.effects, 'dialEnded')).toMatchObject([{ answered: true, trunkId: 2, talkedMs: 61_000 }]);

  const rings = play(anOutbound());
  rings.send({ type: 'legRinging', leg: rings.leg('customer') });
  rings.passMs(20_000);
  expect(only(rings.effects, 'ringNumber')).toHaveLength(1);
});

test.each([
  ['busy', 486, 'busy', null],
  ['noAnswer', null, 'noAnswer', null],
  ['rejected', 614, 'refused', 814],
] as const)('[CALL-16] a far side that is %s (%s) ends the call as %s', (cause, status, outcome, refusal) => {
  const played = play(anOutbound());
  played.ends(played.leg('customer'), cause, status);
  expect(closing(played)).toMatchObject([{ outcome, refusal }]);
});

test('[CALL-01] an agent who gives up before the answer leaves no ringing phone behind', () => {
  const played = play(anOutbound());
  played.ends(CALLER, 'cancelled');
  expect(played.legs.size).toBe(0);
  expect(closing(played)).toMatchObject([{ outcome: 'cancelled', endedBy: 'agent' }]);
});

test('[CC-16] a caller is answered into the line, welcomed, told their place, and given to the agent', () => {
  const played = play(anInbound());
  expect(types(played.effects)).toEqual(['open', 'answer', 'enqueue']);
  played.send({ type: 'placed', mayCallBack: true, language: 'es-MX', wrapUpMs: null });
  const greeted = played.send({ type: 'legAnswered', leg: CALLER });
  expect(types(greeted)).toEqual(['holdWithMusic', 'play']);
  expect(only(greeted, 'play')[0]!.sound).toEqual({
    sequence: [
      { prompt: 'queue.welcome', language: 'es-MX' },
      { prompt: 'queue.callback', language: 'es-MX' },
    ],
  });
  expect(played.send({ type: 'announce', position: 2 })).toEqual([]);
  const afterWelcome = played.send({ type: 'played', leg: CALLER, playId: 'welcome', completed: true });
  expect(only(afterWelcome, 'play')[0]!.sound).toEqual({
    sequence: [
      { prompt: 'queue.position', language: 'es-MX' },
      { prompt: 'number.2', language: 'es-MX' },
    ],
  });
  played.send(offerTo(ana));
  const taken = played.send({ type: 'legAnswered', leg: played.leg('agent') });
  expect(types(taken)).toEqual(expect.arrayContaining(['offerEnded', 'stopPlaying', 'bridge', 'record']));
  expect(played.news(1)).toEqual(['began']);
});

test.each([
  ['noAnswer', 'missed'],
  ['rejected', 'rejected'],
  ['busy', 'busy'],
  ['deviceError', 'deviceError'],
  ['unreachable', 'deviceError'],
] as const)(
  '[STATUS-06] an agent whose ringing ended by %s counts as %s for the line, the board and the record, and the next one is rung',
  (cause, outcome) => {
    const played = inLine();
    played.send(offerTo(ana));
    const effects = played.ends(played.leg('agent'), cause);
    expect(effects).toMatchObject([
      { type: 'note', event: { type: 'agentMissed', reason: outcome } },
      { type: 'sendToBoard', userId: 1, news: { offerEnded: outcome } },
      { type: 'offerEnded', userId: 1, outcome },
    ]);
    played.send(offerTo(budi));
    expect(only(played.effects, 'ringAgent').map(({ userId }) => userId)).toEqual([1, 2]);
    expect(played.call().at).toBe('queued');
  },
);

test('the phone stops ringing when the caller gives up, and a late ringing does nothing', () => {
  const played = inLine();
  played.send(offerTo(ana));
  const ringing = played.leg('agent');
  const effects = played.ends(CALLER);
  expect(types(effects)).toEqual(expect.arrayContaining(['leaveLine', 'hangUp', 'close']));
  expect(played.news(1)).toEqual([{ offerEnded: 'withdrawn' }]);
  expect(played.send({ type: 'legRinging', leg: ringing })).toEqual([]);
  expect(played.send({ type: 'legAnswered', leg: ringing })).toEqual([]);
  expect(played.legs.size).toBe(0);
  expect(closing(played)).toMatchObject([{ outcome: 'abandoned', endedBy: 'customer' }]);
});

test('[CC-16] key 1 keeps the place as a promise to call back', () => {
  const played = inLine();
  const effects = played.send({ type: 'keyPressed', leg: CALLER, key: '1' });
  expect(only(effects, 'leaveLine')).toMatchObject([{ why: 'callback' }]);
  played.send({ type: 'played', leg: CALLER, playId: 'callback.promised', completed: true });
  expect(closing(played)).toMatchObject([{ outcome: 'callbackPromised' }]);
  expect(only(played.effects, 'leaveLine')).toHaveLength(1);
});

test('[CC-16] a promised callback rings the agent first, then the customer', () => {
  const played = play(aCallback());
  played.send(offerTo(ana));
  expect(only(played.effects, 'ringAgent')).toMatchObject([{ why: 'callback' }]);
  expect(only(played.send({ type: 'legAnswered', leg: played.leg('agent') }), 'planCallback')).toMatchObject([
    { userId: 1 },
  ]);
  played.send({
    type: 'callbackPlanned',
    number: '525512345678',
    trunks: [{ id: 1, name: 'a' }],
    displayNumber: '5255',
    routerId: 0,
  });
  expect(only(played.send({ type: 'legRinging', leg: played.leg('customer') }), 'play')).toMatchObject([
    { sound: { name: 'ringback' } },
  ]);
  expect(types(played.send({ type: 'legAnswered', leg: played.leg('customer') }))).toEqual(
    expect.arrayContaining(['stopPlaying', 'bridge']),
  );
  played.ends(played.leg('customer'));
  expect(closing(played)).toMatchObject([{ outcome: 'talked' }]);
  expect(played.legs.size).toBe(0);
});

test.each<[string, boolean, number]>([
  ['for a while', true, 1],
  ['for good', false, 0],
])('[CC-16] a callback that is refused %s', (_, isTemporary, again) => {
  const played = play(aCallback());
  played.send(offerTo(ana));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  const effects = played.send({ type: 'callbackRefused', refusal: 824, isTemporary });
  expect(only(effects, 'promiseAgain')).toHaveLength(again);
  if (isTemporary)
    expect(only(effects, 'promiseAgain')).toMatchObject([{ groupId: 5, number: '525512345678', queuedAtMs: 1_000 }]);
  expect(closing(played)).toMatchObject([{ outcome: 'refused', refusal: 824 }]);
});

test('[CC-16] a callback whose agent was lost before the customer rang is promised still; one they hung up is not', () => {
  for (const [cause, again] of [
    ['lost', 1],
    ['normal', 0],
  ] as const) {
    const played = play(aCallback());
    played.send(offerTo(ana));
    played.send({ type: 'legAnswered', leg: played.leg('agent') });
    played.ends(played.leg('agent'), cause);
    expect(only(played.effects, 'promiseAgain')).toHaveLength(again);
  }
});

const menu = {
  prompt: 'menu.main',
  keys: { '1': { kind: 'group', groupId: 7 }, '3': { kind: 'voicemail' } },
  otherwise: { kind: 'hangUp' },
  waitMs: 5_000,
  tries: 2,
} as const;

test('[CC-16] a menu leads to a group by its key, and to its other goal after the last try', () => {
  const chosen = play(anInbound({}, { kind: 'menu', menu }));
  chosen.send({ type: 'legAnswered', leg: CALLER });
  chosen.send({ type: 'keyPressed', leg: CALLER, key: '9' });
  expect(only(chosen.effects, 'play').at(-1)!.sound).toMatchObject({
    sequence: [{ prompt: 'menu.wrong' }, { prompt: 'menu.main' }],
  });
  expect(only(chosen.send({ type: 'keyPressed', leg: CALLER, key: '1' }), 'enqueue')).toMatchObject([{ groupId: 7 }]);
  const silent = play(anInbound({}, { kind: 'menu', menu }));
  silent.send({ type: 'legAnswered', leg: CALLER });
  for (let tries = 0; tries < 2; tries += 1) {
    silent.send({ type: 'played', leg: CALLER, playId: 'menu', completed: true });
    silent.passMs(5_000);
  }
  silent.send({ type: 'played', leg: CALLER, playId: 'goodbye', completed: true });
  expect(closing(silent)).toMatchObject([{ outcome: 'missed', endedBy: 'server' }]);
});

test('[CC-16] a voicemail is recorded after the tone, for two minutes at most', () => {
  const played = inLine();
  played.send({ type: 'overflow', to: { kind: 'voicemail' } });
  const [message] = only(played.send({ type: 'played', leg: CALLER, playId: 'voicemail', completed: true }), 'record');
  // The line that could not take them has the message.
  expect(message).toMatchObject({ kind: 'voicemail' });
  expect(recordingName(message!.recordingId)).toMatchObject({ box: { kind: 'group', groupId: 5 } });
  played.passMs(120_000);
  expect(only(played.effects, 'stopRecording')).toHaveLength(1);
  played.send({ type: 'played', leg: CALLER, playId: 'voicemailThanks', completed: true });
  expect(closing(played)).toMatchObject([{ outcome: 'voicemail' }]);
});

test.each([
  [{ kind: 'voicemail' }, { kind: 'main' }],
  [
    { kind: 'voicemail', ofGroup: 7 },
    { kind: 'group', groupId: 7 },
  ],
] as const)('[CC-16] a message left by the key of a menu (%o) goes to its box', (goal, box) => {
  const played = play(anInbound({}, { kind: 'menu', menu: { ...menu, keys: { '3': goal } } }));
  played.send({ type: 'legAnswered', leg: CALLER });
  played.send({ type: 'keyPressed', leg: CALLER, key: '3' });
  const [message] = only(played.send({ type: 'played', leg: CALLER, playId: 'voicemail', completed: true }), 'record');
  expect(recordingName(message!.recordingId)?.box).toEqual(box);
});

test('[CALL-11] hold from the phone and from the page is the same; the limit gives the customer back and warns', () => {
  const played = served({ maxHoldMs: 60_000 });
  expect(types(played.send({ type: 'legHeld', leg: played.leg('agent') }))).toEqual(
    expect.arrayContaining(['holdWithMusic', 'note']),
  );
  expect(types(played.send({ type: 'legResumed', leg: played.leg('agent') }))).toEqual(['note', 'bridge']);
  played.send({ type: 'holdAsked' });
  played.passMs(59_999);
  expect(played.call().hold).not.toBeNull();
  played.passMs(1);
  expect(played.call().hold).toBeNull();
  expect(only(played.effects, 'warn')).toEqual([{ type: 'warn', userId: 1, what: 'holdLimit' }]);
  played.send({ type: 'holdAsked' });
  played.send({ type: 'unholdAsked' });
  played.passMs(60_000);
  expect(only(played.effects, 'warn')).toHaveLength(1);
});

test('[CALL-10] the limit of a single call hangs up both, also in hold, counted from the answer', () => {
  const played = inLine({ maxCallMs: 10_000 });
  played.passMs(10_000);
  played.send(offerTo(ana));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  played.passMs(9_999);
  played.send({ type: 'holdAsked' });
  expect(played.legs.size).toBe(2);
  played.passMs(1);
  expect(played.legs.size).toBe(0);
  expect(only(played.effects, 'warn')).toEqual([{ type: 'warn', userId: 1, what: 'callLimit' }]);
  expect(closing(played)).toMatchObject([{ outcome: 'talked', endedBy: 'server' }]);
});

test('[CALL-23] the survey: asked after every call when the agent hangs up too, or when the agent wished it; the key is stored', () => {
  const played = served({ survey: 1, surveyWhenAgentHangsUp: true });
  played.ends(played.leg('agent'));
  expect(played.call().at).toBe('surveying');
  expect(played.news(1).at(-1)).toMatchObject({ ended: { wrapUpMs: 30_000 } });
  played.send({ type: 'keyPressed', leg: CALLER, key: '9' });
  expect(only(played.send({ type: 'keyPressed', leg: CALLER, key: '4' }), 'note')).toMatchObject([
    { event: { type: 'surveyAnswered', score: 4 } },
  ]);
  expect(only(played.send({ type: 'keyPressed', leg: CALLER, key: '1' }), 'note')).toEqual([]);
  played.send({ type: 'played', leg: CALLER, playId: 'surveyThanks', completed: true });
  expect(closing(played)).toMatchObject([{ outcome: 'talked', endedBy: 'agent' }]);

  const armed = served({ survey: 2 });
  armed.send({ type: 'surveyAsked' });
  armed.ends(armed.leg('agent'));
  expect(armed.call().at).toBe('surveying');
  armed.passMs(20_000);
  expect(closing(armed)).toHaveLength(1);
});

test.each([
  [{ survey: 0, surveyWhenAgentHangsUp: true }],
  [{ survey: 1, surveyWhenAgentHangsUp: false }],
  [{ survey: 2, surveyWhenAgentHangsUp: true }],
] as const)('[CALL-23] no survey with %o when the agent hangs up unasked', (wishes) => {
  const played = served(wishes);
  played.ends(played.leg('agent'));
  expect(played.call().at).toBe('over');
});

test('[CALL-09] a supervisor listens, whispers by key 2, listens by key 0, and goes with the call', () => {
  const played = served();
  played.send({ type: 'monitorAsked', userId: 3, sipNum: sofia.sipNum, name: 'Sofia', mode: 'listen' });
  expect(only(played.effects, 'ringAgent').at(-1)).toMatchObject({ userId: 3, why: 'eavesdrop' });
  const supervisor = played.leg('supervisor');
  expect(only(played.send({ type: 'legAnswered', leg: supervisor }), 'monitor')).toMatchObject([
    { supervisor, target: played.leg('agent'), mode: 'listen' },
  ]);
  expect(only(played.send({ type: 'keyPressed', leg: supervisor, key: '2' }), 'monitor')).toMatchObject([
    { mode: 'whisper' },
  ]);
  expect(only(played.send({ type: 'keyPressed', leg: supervisor, key: '0' }), 'monitor')).toMatchObject([
    { mode: 'listen' },
  ]);
  for (const key of ['5', '0']) expect(played.send({ type: 'keyPressed', leg: supervisor, key })).toEqual([]);
  played.send(handTo(budi));
  expect(only(played.send({ type: 'legAnswered', leg: played.leg('third') }), 'monitor')).toMatchObject([
    { supervisor, target: played.leg('agent') },
  ]);
  played.ends(CALLER);
  expect(played.news(3)).toEqual(['monitoring', 'monitoringEnded']);
  expect(played.legs.size).toBe(0);
});

test('a page loaded anew gets its call back; the leg that comes back by itself is kept', () => {
  const played = served();
  const old = played.leg('agent');
  played.send({ type: 'legDisconnected', leg: old });
  played.send({ type: 'phoneRegistered', sipNum: ana.sipNum });
  played.passMs(500);
  expect(only(played.effects, 'ringAgent').at(-1)).toMatchObject({ why: 'resume', userId: 1 });
  const fresh = played.leg('returning');
  expect(only(played.send({ type: 'legAnswered', leg: fresh }), 'bridge')).toMatchObject([{ a: CALLER, b: fresh }]);
  expect(played.legs).toEqual(new Set([CALLER, fresh]));
  expect(played.news(1)).toEqual(['began']);
  expect(notes(played)).toContain('mediaReturned');

  const kept = served();
  kept.send({ type: 'legDisconnected', leg: kept.leg('agent') });
  kept.send({ type: 'phoneRegistered', sipNum: ana.sipNum });
  kept.send({ type: 'legReconnected', leg: kept.leg('agent') });
  kept.passMs(500);
  expect(only(kept.effects, 'ringAgent')).toHaveLength(1);

  const both = served();
  both.send({ type: 'legDisconnected', leg: both.leg('agent') });
  both.send({ type: 'phoneRegistered', sipNum: ana.sipNum });
  both.passMs(500);
  const ringing = both.leg('returning');
  expect(only(both.send({ type: 'legReconnected', leg: both.leg('agent') }), 'hangUp')).toMatchObject([
    { leg: ringing },
  ]);
  expect(both.legs.size).toBe(2);
});

test('[CC-16] what was cut off in the middle of a sentence leads nowhere', () => {
  const played = play(anInbound({}, { kind: 'menu', menu }));
  played.send({ type: 'legAnswered', leg: CALLER });
  played.send({ type: 'keyPressed', leg: CALLER, key: '9' });
  expect(played.send({ type: 'played', leg: CALLER, playId: 'menu', completed: false })).toEqual([]);
  expect(only(played.send({ type: 'played', leg: CALLER, playId: 'menu', completed: true }), 'wake')).toHaveLength(1);
  expect(played.send({ type: 'played', leg: CALLER, playId: 'menu', completed: true })).toEqual([]);
});

test('[CALL-10] the limit also ends a call that waits in line for the second time', () => {
  const played = served({ maxCallMs: 10_000, survey: 1 });
  played.send({ type: 'transferAsked', kind: 'blind', to: { kind: 'group', groupId: 8 }, reportTo: null });
  played.passMs(10_000);
  expect(played.legs.size).toBe(0);
  expect(only(played.effects, 'leaveLine')).toHaveLength(1);
  expect(closing(played)).toMatchObject([{ outcome: 'talked', endedBy: 'server' }]);
});

test('work after the call follows a customer, not a colleague', () => {
  const consulted = consulting();
  consulted.send({ type: 'cancelAsked' });
  expect(consulted.news(2)).toEqual(['offered', 'began', { ended: { wrapUpMs: 0 } }]);
  const internal = play(anInternal());
  internal.send({ type: 'legAnswered', leg: internal.leg('customer') });
  internal.ends(internal.leg('customer'));
  expect([internal.news(1).at(-1), internal.news(2).at(-1)]).toEqual([
    { ended: { wrapUpMs: 0 } },
    { ended: { wrapUpMs: 0 } },
  ]);
});

test('a lost phone puts the customer of a group back in line where they stood; in an outbound call it ends the call', () => {
  const played = inLine();
  played.passMs(4_000);
  played.send(offerTo(ana));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  expect(only(played.ends(played.leg('agent'), 'lost'), 'enqueue')).toMatchObject([{ groupId: 5, queuedAtMs: 0 }]);
  expect(played.call().at).toBe('queued');
  const out = talkingOut();
  out.ends(CALLER, 'lost');
  expect(out.call().at).toBe('over');
  expect(out.legs.size).toBe(0);
});

test('[CALL-04] a colleague is shown as ringing, and why they did not answer is told apart', () => {
  const played = play(anInternal());
  expect(played.news(2)).toEqual(['offered']);
  played.ends(played.leg('customer'), 'noAnswer');
  expect(played.news(2)).toEqual(['offered', { offerEnded: 'missed' }]);
  expect(closing(played)).toMatchObject([{ outcome: 'noAnswer' }]);
});

test('[CALL-15] keys from a page go to whoever the agent talks to', () => {
  const played = consulting();
  expect(only(played.send({ type: 'keysAsked', keys: '12' }), 'sendKeys')).toMatchObject([
    { leg: played.leg('third') },
  ]);
  played.send({ type: 'cancelAsked' });
  expect(only(played.send({ type: 'keysAsked', keys: '#' }), 'sendKeys')).toMatchObject([{ leg: CALLER }]);
});
