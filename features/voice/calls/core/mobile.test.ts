import { expect, test } from 'vitest';
import type { AgentWho } from '#core/call/call.ts';
import type { CallEffect } from '#core/call/call-events.ts';
import { legId } from '#core/telephony/telephony.port.ts';
import { internalCall, outboundCall } from './open-call.ts';
import { ana, aSettings, budi, CALLER, handTo, offerTo, play, type Played } from './call-player.fixture.ts';
import { closing, inLine, notes, only, served } from './call-scenes.fixture.ts';
import { MOBILE_QUESTION_MS } from './mobile.ts';

const mobile = '525511112222';
const onMobile = (who: AgentWho): AgentWho => ({ ...who, mobile });
const ways = [
  { id: 1, name: 'a' },
  { id: 2, name: 'b' },
];

/** The way to the mobile of whoever plays this part is found. */
function planned(played: Played, role: 'agent' | 'third' | 'customer', trunks = ways): CallEffect[] {
  return played.send({ type: 'mobilePlanned', leg: played.leg(role), trunks, displayNumber: '525550000101' });
}
/** …and it is picked up. */
function pickedUp(played: Played, role: 'agent' | 'third' | 'customer'): CallEffect[] {
  planned(played, role);
  return played.send({ type: 'legAnswered', leg: played.leg(role) });
}
const presses = (played: Played, role: 'agent' | 'third' | 'customer', key: string): CallEffect[] =>
  played.send({ type: 'keyPressed', leg: played.leg(role), key });

function offeredAtMobile(): Played {
  const played = inLine();
  played.send(offerTo(onMobile(ana)));
  return played;
}

test('[CC-03] a call in line rings the mobile of an agent by the plan, and they have it when they pressed 1', () => {
  const played = offeredAtMobile();
  expect(only(played.effects, 'ringAgent')).toEqual([]);
  expect(only(played.effects, 'planMobile')).toEqual([
    { type: 'planMobile', leg: played.leg('agent'), number: mobile },
  ]);
  expect(only(planned(played, 'agent'), 'ringNumber')).toMatchObject([
    { number: mobile, callerId: '525550000101', trunk: { id: 1 }, timeoutMs: 20_000 },
  ]);
  const up = played.send({ type: 'legAnswered', leg: played.leg('agent') });
  expect(only(up, 'play')).toMatchObject([
    {
      leg: played.leg('agent'),
      sound: { sequence: [{ prompt: 'mobile.question', language: 'en-US' }, {}] },
      loop: true,
    },
  ]);
  expect(played.call().at).toBe('queued');
  expect(played.ears.get(CALLER)).toBe('music');
  presses(played, 'agent', '5');
  expect(played.call().at).toBe('queued');
  const taken = presses(played, 'agent', '1');
  expect(only(taken, 'offerEnded')).toMatchObject([{ outcome: 'answered' }]);
  expect(played.call()).toMatchObject({ at: 'talking', servedBy: [{ userId: 1 }] });
  expect(played.ears.get(CALLER)).toBe(played.leg('agent'));
  expect(played.news(1)).toEqual(['began']);
  played.passMs(60_000);
  played.ends(CALLER);
  expect(only(played.effects, 'dialEnded')).toMatchObject([
    { number: mobile, userId: null, answered: true, trunkId: 1, talkedMs: 60_000 },
  ]);
  expect(played.news(1).at(-1)).toEqual({ ended: { wrapUpMs: 30_000 } });
  expect(played.legs.size).toBe(0);
  expect(closing(played)).toMatchObject([{ outcome: 'talked' }]);
});

test('[CC-03] no answer to the question is a missed call, so a voicemail gets nobody; what cannot be said is not tried for ever', () => {
  const played = offeredAtMobile();
  pickedUp(played, 'agent');
  const leg = played.leg('agent');
  expect(played.send({ type: 'played', leg, playId: 'mobileQuestion', completed: true })).toEqual([]);
  played.passMs(MOBILE_QUESTION_MS);
  expect(played.news(1)).toEqual([{ offerEnded: 'missed' }]);
  expect(only(played.effects, 'offerEnded')).toMatchObject([{ userId: 1, outcome: 'missed' }]);
  expect(only(played.effects, 'dialEnded')).toMatchObject([{ number: mobile, answered: true, talkedMs: 15_000 }]);
  expect(played.call()).toMatchObject({ at: 'queued', lastMiss: 'missed' });
  expect(played.legs).toEqual(new Set([CALLER]));
});

test.each([
  ['presses 2', (played: Played) => (pickedUp(played, 'agent'), presses(played, 'agent', '2')), 'rejected'],
  [
    'hangs up without a key',
    (played: Played) => (pickedUp(played, 'agent'), played.ends(played.leg('agent'))),
    'missed',
  ],
  [
    'declines',
    (played: Played) => (planned(played, 'agent'), played.ends(played.leg('agent'), 'rejected', 603)),
    'rejected',
  ],
  ['is busy', (played: Played) => (planned(played, 'agent'), played.ends(played.leg('agent'), 'busy', 486)), 'busy'],
  [
    'does not answer',
    (played: Played) => (planned(played, 'agent'), played.ends(played.leg('agent'), 'noAnswer')),
    'missed',
  ],
  [
    'cannot be reached',
    (played: Played) => played.send({ type: 'mobileRefused', leg: played.leg('agent') }),
    'deviceError',
  ],
  ['has a way without a trunk', (played: Played) => planned(played, 'agent', []), 'deviceError'],
] as const)('[CC-03] whose mobile %s has not answered, and the caller stays in line', (_, happens, outcome) => {
  const played = offeredAtMobile();
  happens(played);
  expect(played.news(1)).toEqual([{ offerEnded: outcome }]);
  expect(notes(played)).toContain('agentMissed');
  expect(played.call()).toMatchObject({ at: 'queued', lastMiss: outcome });
  expect(only(played.effects, 'dialEnded')).toHaveLength(outcome === 'deviceError' ? 0 : 1);
  expect(played.legs).toEqual(new Set([CALLER]));
  played.send(offerTo(budi));
  expect(only(played.effects, 'ringAgent')).toMatchObject([{ userId: 2 }]);
});

test('[CC-03] a trunk that fails or is silent is followed by the next one, and the agent stays rung', () => {
  const played = offeredAtMobile();
  planned(played, 'agent', [...ways, { id: 3, name: 'c' }]);
  played.ends(played.leg('agent'), 'failed', 503);
  expect(only(played.effects, 'ringNumber').map(({ trunk }) => trunk.id)).toEqual([1, 2]);
  played.passMs(8_000);
  expect(only(played.effects, 'ringNumber').map(({ trunk }) => trunk.id)).toEqual([1, 2, 3]);
  expect(played.news(1)).toEqual([]);
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  presses(played, 'agent', '1');
  expect(played.call().at).toBe('talking');
  played.ends(CALLER);
  expect(only(played.effects, 'dialEnded')).toMatchObject([{ trunkId: 3 }]);
});

test('[CC-03] who is not wanted any more when the way is found is not called, and nobody is left behind', () => {
  const played = offeredAtMobile();
  const leg = played.leg('agent');
  played.ends(CALLER);
  expect(played.call()).toMatchObject({ at: 'over', parties: [{ leg }] });
  expect(played.send({ type: 'mobilePlanned', leg, trunks: ways, displayNumber: '' })).toEqual([]);
  expect(played.call().parties).toEqual([]);
  expect(only(played.effects, 'hangUp')).toEqual([]);
});

test('[CC-03] a customer is handed to a mobile and asked about over one; the page of its agent declines it', () => {
  const played = served();
  played.send(handTo(onMobile(budi), 'consult'));
  pickedUp(played, 'third');
  expect(played.call().transfer).toMatchObject({ kind: 'consult' });
  expect(played.ears.get(played.leg('third'))).toBeUndefined();
  presses(played, 'third', '1');
  expect(played.ears.get(played.leg('agent'))).toBe(played.leg('third'));
  played.send({ type: 'completeAsked' });
  expect(played.ears.get(CALLER)).toBe(played.leg('agent'));
  expect(played.call().servedBy.at(-1)).toMatchObject({ userId: 2 });

  const declined = served();
  declined.send(handTo(onMobile(budi)));
  planned(declined, 'third');
  declined.send({ type: 'hangUpAsked', userId: 2 });
  expect(declined.news(2)).toEqual(['offered', { offerEnded: 'rejected' }]);
  expect(only(declined.effects, 'dialEnded')).toHaveLength(1);
  expect(declined.call()).toMatchObject({ at: 'talking', failedTransfer: { why: 'declined' } });
});

const start = { id: 'c1', node: 'node-1', nowMs: 0 };
const outbound = () =>
  outboundCall(
    start,
    {
      kind: 'outbound',
      tenantId: 9,
      userId: 1,
      sipNum: '70001',
      number: '525512345678',
      country: 'MX',
      trunks: ways,
      routerId: 3,
      displayNumber: '525550000101',
      callbackOf: null,
      task: null,
      settings: aSettings(),
    },
    onMobile(ana),
    'Ana',
  );

test('[CC-03] a call of their own rings the mobile first, and the customer when they pressed 1', () => {
  const played = play(outbound());
  expect(only(played.effects, 'open')).toMatchObject([{ record: { userId: 1, sipNum: '70001', lineId: 1 } }]);
  expect(played.news(1)).toEqual(['began']);
  pickedUp(played, 'agent');
  expect(only(played.effects, 'ringNumber').map(({ number }) => number)).toEqual([mobile]);
  expect(only(presses(played, 'agent', '1'), 'ringNumber')).toMatchObject([{ number: '525512345678' }]);
  played.send({ type: 'legRinging', leg: played.leg('customer') });
  played.send({ type: 'legAnswered', leg: played.leg('customer') });
  expect(played.call()).toMatchObject({ at: 'talking', answeredMs: 0 });
  expect(played.ears.get(played.leg('customer'))).toBe(played.leg('agent'));
  played.ends(played.leg('agent'));
  expect(only(played.effects, 'dialEnded').map(({ number, userId }) => [number, userId])).toEqual([
    [mobile, null],
    ['525512345678', 1],
  ]);
  expect(played.call()).toMatchObject({ at: 'over', parties: [] });
});

test('[CC-03] whose mobile nobody takes calls nobody: the number and the colleague are free again', () => {
  const played = play(outbound());
  pickedUp(played, 'agent');
  presses(played, 'agent', '2');
  expect(only(played.effects, 'ringNumber')).toHaveLength(1);
  expect(only(played.effects, 'dialEnded').map(({ number, userId }) => [number, userId])).toEqual([
    [mobile, null],
    ['525512345678', 1],
  ]);
  expect(played.news(1)).toEqual(['began', { ended: { wrapUpMs: 0 } }]);
  expect(closing(played)).toMatchObject([{ outcome: 'cancelled', endedBy: 'agent' }]);

  const inside = play(
    internalCall(
      start,
      { kind: 'internal', tenantId: 9, userId: 1, sipNum: '70001', callee: budi, settings: aSettings() },
      onMobile(ana),
      'Ana',
    ),
  );
  inside.send({ type: 'mobileRefused', leg: inside.leg('agent') });
  expect(inside.news(2)).toEqual([{ offerEnded: 'withdrawn' }]);
  expect(closing(inside)).toHaveLength(1);
});

test.each([
  [
    'cannot be reached',
    (played: Played) => played.send({ type: 'mobileRefused', leg: played.leg('agent') }),
    'unreachable',
  ],
  ['is busy', (played: Played) => (planned(played, 'agent'), played.ends(played.leg('agent'), 'busy', 486)), 'busy'],
  [
    'nobody answers',
    (played: Played) => (planned(played, 'agent'), played.ends(played.leg('agent'), 'noAnswer')),
    'noAnswer',
  ],
  ['is a voicemail', (played: Played) => (pickedUp(played, 'agent'), played.passMs(MOBILE_QUESTION_MS)), 'noAnswer'],
] as const)('[CC-03] a call of their own whose mobile %s is not one they cancelled', (_, happens, cause) => {
  const played = play(outbound());
  happens(played);
  expect(closing(played)).toMatchObject([{ outcome: 'agentUnreached', cause, endedBy: 'server' }]);
  expect(only(played.effects, 'ringNumber').some(({ number }) => number === '525512345678')).toBe(false);
});

test('[CC-03] a colleague’s mobile is rung for an internal call, and its carrier’s own sound is not heard', () => {
  const played = play(
    internalCall(
      start,
      { kind: 'internal', tenantId: 9, userId: 1, sipNum: '70001', callee: onMobile(budi), settings: aSettings() },
      legId('caller'),
      'Ana',
    ),
  );
  planned(played, 'customer');
  expect(played.send({ type: 'legEarlyMedia', leg: played.leg('customer') })).toEqual([]);
  expect(only(played.send({ type: 'legRinging', leg: played.leg('customer') }), 'announceRinging')).toHaveLength(1);
  played.send({ type: 'legAnswered', leg: played.leg('customer') });
  expect(played.call().at).toBe('dialing');
  presses(played, 'customer', '1');
  expect(played.call().at).toBe('talking');
  expect(played.news(2)).toEqual(['offered', 'began']);
});
