import { expect, test } from 'vitest';
import type { Call } from '#core/call/call.ts';
import type { LegCharge } from '#core/money/leg-charge.ts';
import { legId } from '#core/telephony/telephony.port.ts';
import { callMachine } from './call-machine.ts';
import { ana, anInbound, anOutbound, budi, CALLER, handTo, play, type Played } from './call-player.fixture.ts';
import { closing, consulting, inLine, notes, only, served, talkingOut } from './call-scenes.fixture.ts';
import { metersMoved } from './metered-legs.ts';

const warned = (played: Played) => only(played.effects, 'warn').map(({ userId, what }) => `${userId} ${what}`);
const charge = (ref: string, freeTrunkIds: number[] = []): LegCharge => ({
  ref,
  price: { firstSec: 60, nextSec: 60, minuteE4: 600, setupE4: 0 },
  coveredSec: 60,
  freeTrunkIds,
});

test('[TASK-05] the agent hears a tone and reads that the money ends; the customer hears nothing of it', () => {
  const played = talkingOut();
  played.send({ type: 'moneyLow', leg: played.leg('customer') });
  expect(warned(played)).toEqual(['1 moneyLow']);
  expect(only(played.effects, 'play').at(-1)).toMatchObject({ leg: CALLER, playId: 'moneyTone' });
  expect(notes(played)).toContain('moneyLow');
  played.send({ type: 'moneyBack', leg: played.leg('customer') });
  expect(warned(played)).toEqual(['1 moneyLow', '1 moneyBack']);
  expect(played.call().at).toBe('talking');
});

test('[TASK-05] the money of a conversation is over: the agent goes, the customer hears goodbye, and the record says 810', () => {
  const played = served();
  played.send({ type: 'moneyOver', leg: CALLER });
  expect(warned(played)).toEqual(['1 moneyOver']);
  expect(only(played.effects, 'play').at(-1)).toMatchObject({ leg: CALLER, playId: 'moneyFarewell' });
  expect(played.call().at).toBe('surveying');
  played.send({ type: 'played', leg: CALLER, playId: 'moneyFarewell', completed: true });
  expect(closing(played)).toMatchObject([{ outcome: 'talked', cause: 'refused', refusal: 810, endedBy: 'server' }]);
});

test('[TASK-05] a goodbye that is not heard to its end is not waited for, and a customer who hangs up in it ends the call', () => {
  const late = served();
  late.send({ type: 'moneyOver', leg: CALLER });
  late.passMs(4_000);
  expect(closing(late)).toMatchObject([{ refusal: 810 }]);
  const gone = served();
  gone.send({ type: 'moneyOver', leg: CALLER });
  gone.ends(CALLER);
  expect(closing(gone)).toMatchObject([{ outcome: 'talked', refusal: 810 }]);
});

test('[TASK-05] a key that is pressed into the goodbye is no answer to a question nobody asked, and keeps nobody on the line', () => {
  const played = served();
  played.send({ type: 'moneyOver', leg: CALLER });
  played.send({ type: 'keyPressed', leg: CALLER, key: '5' });
  expect(notes(played)).not.toContain('surveyAnswered');
  played.passMs(4_000);
  expect(closing(played)).toMatchObject([{ refusal: 810 }]);
});

test('[TASK-05] whose money ends while they wait in line is hung up, and whom an agent only consults goes alone', () => {
  const waiting = inLine();
  waiting.send({ type: 'moneyOver', leg: CALLER });
  expect(closing(waiting)).toMatchObject([{ outcome: 'refused', refusal: 810 }]);
  const asking = consulting();
  asking.send({ type: 'moneyOver', leg: asking.leg('third') });
  expect(asking.call()).toMatchObject({ at: 'talking', transfer: null });
  expect(closing(asking)).toEqual([]);
});

test('[TASK-05] a word about a leg that is not there any more does nothing', () => {
  const played = served();
  const leg = played.leg('agent');
  played.send(handTo(budi, 'blind'));
  played.send({ type: 'legAnswered', leg: played.leg('third') });
  const before = played.effects.length;
  played.send({ type: 'moneyLow', leg });
  played.send({ type: 'moneyOver', leg });
  expect(played.effects.length).toBe(before);
});

/** What the steps of a call mark for whoever settles, each with its moment. */
function marksOf(call: Call, ...events: Parameters<typeof callMachine>[1][]) {
  let now = call;
  return events.flatMap((event) => {
    const before = now;
    now = callMachine(now, event).state;
    return metersMoved(before, now, event.nowMs).marks;
  });
}

test('[TASK-05] a number is charged from its answer, and what ends with the call is left to the record', () => {
  const call = anOutbound();
  const first = call.first as Extract<Call['first'], { kind: 'number' }>;
  const priced = { ...call, first: { ...first!, charge: charge(call.id) } };
  const played = play(priced);
  const customer = played.leg('customer');
  expect(
    marksOf(
      played.call(),
      { type: 'legRinging', leg: customer, nowMs: 1_000 },
      { type: 'legAnswered', leg: customer, nowMs: 5_000 },
      { type: 'hangUpAsked', userId: ana.userId, nowMs: 9_000 },
    ),
  ).toEqual([{ ref: call.id, answeredMs: 5_000 }]);
});

test('[TASK-05] a number that was answered over a line that costs nothing is let go free', () => {
  const call = anOutbound();
  const first = call.first as Extract<Call['first'], { kind: 'number' }>;
  const free = first!.trunks.map(({ id }) => id);
  const played = play({ ...call, first: { ...first!, charge: charge(call.id, free) } });
  expect(marksOf(played.call(), { type: 'legAnswered', leg: played.leg('customer'), nowMs: 5_000 })).toEqual([
    { ref: call.id, isFree: true },
  ]);
});

/** The line of whoever called in costs something. */
const costing = (call: Call, ref = call.id): Call => ({
  ...call,
  parties: call.parties.map((party) => (party.leg === CALLER ? { ...party, charge: charge(ref) } : party)),
});

test('[TASK-05] whoever calls in is charged from the moment they hear us, and a flow while it has them', () => {
  const call = anInbound({}, { kind: 'flow', flowId: 12, fallbackGroupId: 5 });
  const facts = { ...call.facts, flowCharge: charge(`${call.id}/ai`) };
  const played = play({ ...costing(call), facts });
  expect(
    marksOf(
      played.call(),
      { type: 'legAnswered', leg: CALLER, nowMs: 2_000 },
      { type: 'flowEnded', why: 'broken', nowMs: 20_000 },
    ),
  ).toEqual([
    { ref: call.id, answeredMs: 2_000 },
    { ref: `${call.id}/ai`, answeredMs: 2_000 },
    { ref: `${call.id}/ai`, endedMs: 20_000 },
  ]);
});

test('[TASK-05] whoever called in is charged until they leave, though our people go on talking to each other', () => {
  const priced = costing(consulting().call());
  const left = { type: 'legEnded', leg: CALLER, cause: 'normal', sipStatus: null, by: 'them', nowMs: 30_000 } as const;
  expect(marksOf(priced, left)).toEqual([{ ref: priced.id, endedMs: 30_000 }]);
});

test('[TASK-05] whoever comes along from another call is charged on under the same name, in this one', () => {
  const played = served();
  const party = {
    ...talkingOut()
      .call()
      .parties.find(({ role }) => role === 'customer')!,
  };
  const priced = { ...party, dial: { ...party.dial!, charge: charge('other') } };
  expect(marksOf(played.call(), { type: 'merged', party: priced, own: null, fromCall: 'other', nowMs: 7_000 })).toEqual(
    [{ ref: 'other', answeredMs: 0, callId: played.call().id }],
  );
});

test('[TASK-05] two who called in become one call: each is charged on their own line, and who goes first ends theirs alone', () => {
  const call = costing(served().call());
  const came = { ...call.parties.find(({ leg }) => leg === CALLER)!, leg: legId('other.1'), charge: charge('other') };
  const left = { type: 'legEnded', leg: CALLER, cause: 'normal', sipStatus: null, by: 'them', nowMs: 30_000 } as const;
  expect(
    marksOf(call, { type: 'merged', party: came, own: null, fromCall: 'other', nowMs: 7_000 }, left, {
      ...left,
      leg: came.leg,
      nowMs: 40_000,
    }),
  ).toEqual([
    { ref: 'other', answeredMs: 7_000, callId: call.id },
    { ref: call.id, endedMs: 30_000 },
  ]);
});
