import { expect, test } from 'vitest';
import type { Party } from '#core/call/call.ts';
import { partyOf } from '#core/call/call-turn.ts';
import { legId } from '#core/telephony/telephony.port.ts';
import { ana, budi, CALLER, type Played } from './call-player.fixture.ts';
import { closing, consulting, notes, only, served } from './call-scenes.fixture.ts';
import { viewFor } from './call-view.ts';

const upElsewhere = (leg: string, who: Party['who'], role: Party['role']): Party => ({
  leg: legId(leg),
  role,
  who,
  at: 'up',
  away: false,
  shownAs: who.kind === 'agent' ? 'talking' : null,
  reservedAs: null,
  dial: null,
  mode: null,
});
const colleague = upElsewhere('other.2', budi, 'customer');
const outsider = upElsewhere('other.2', { kind: 'outside', number: '525598765432' }, 'customer');
const ownThere = upElsewhere('other.1', ana, 'agent');

/** Another call of Ana's becomes one with this; the exchange has its legs already. */
function merge(played: Played, party: Party, own: Party | null = null): Played {
  for (const one of own ? [party, own] : [party]) played.legs.add(one.leg);
  played.send({ type: 'merged', party, own, fromCall: 'other' });
  return played;
}

test('[CALL-22] a call on hold and another become one: all three hear each other, and each can be held, muted and let go', () => {
  const played = served();
  played.send({ type: 'holdAsked' });
  merge(played, colleague);
  const agent = played.leg('agent');
  expect(played.ears.get(CALLER)).toBe(`${agent}+${colleague.leg}`);
  expect(played.ears.get(colleague.leg)).toBe(`${CALLER}+${agent}`);
  expect(viewFor(played.call(), ana.userId)).toMatchObject({
    held: null,
    transfer: { to: 'Budi', toUserId: budi.userId, talkingTo: 'both', answered: true },
  });
  expect(notes(played).slice(-2)).toEqual(['resumed', 'conferenceBegan']);
  played.send({ type: 'muteAsked', who: 'third', muted: true });
  expect([...played.muted]).toEqual([colleague.leg]);
  played.send({ type: 'dropAsked', who: 'third' });
  expect(played.ears.get(CALLER)).toBe(agent);
});

test('[CALL-22] a colleague who comes along is at no moment free, and their phone learns what the call is called now', () => {
  const played = merge(served(), colleague);
  expect(only(played.effects, 'adopt')).toEqual([{ type: 'adopt', userId: budi.userId, fromCall: 'other' }]);
  expect(viewFor(played.call(), budi.userId)).toMatchObject({ role: 'third', formerCallId: 'other' });
  expect(viewFor(played.call(), ana.userId)?.formerCallId).toBeNull();
});

test('[CALL-22] who did not agree to be recorded is not recorded with others either', () => {
  const played = served();
  const recordingId = played.call().recording!;
  expect(recordingId).not.toBeNull();
  played.legs.add(outsider.leg);
  const effects = played.send({ type: 'merged', party: outsider, own: null, fromCall: 'other', isUnrecorded: true });
  expect(only(effects, 'stopRecording')).toEqual([{ type: 'stopRecording', recordingId }]);
  played.send({ type: 'dropAsked', who: 'third' });
  expect(only(played.effects, 'record')).toHaveLength(1);
  expect(played.call().recording).toBeNull();
});

test('[CALL-22] whom a phone joins to the customer without their consent to a recording, it is not recorded with either', () => {
  const played = served();
  const recordingId = played.call().recording!;
  played.legs.add(outsider.leg);
  const effects = played.send({
    type: 'joined',
    party: outsider,
    fromCall: 'other',
    reportTo: null,
    isUnrecorded: true,
  });
  expect(only(effects, 'stopRecording')).toEqual([{ type: 'stopRecording', recordingId }]);
  expect(played.ears.get(CALLER)).toBe(outsider.leg);
  const agreed = served();
  agreed.legs.add(outsider.leg);
  agreed.send({ type: 'joined', party: outsider, fromCall: 'other', reportTo: null });
  expect(agreed.call().recording).not.toBeNull();
});

test('[CALL-22] where the phone keeps the customer on hold, the leg at the agent’s ear is the one that stays', () => {
  const played = served();
  const held = played.leg('agent');
  played.send({ type: 'legHeld', leg: held });
  merge(played, outsider, ownThere);
  expect(played.legs.has(held)).toBe(false);
  expect(played.leg('agent')).toBe(ownThere.leg);
  expect(played.ears.get(CALLER)).toBe(`${ownThere.leg}+${outsider.leg}`);
  // The agent talks on: nobody is told that they are free.
  expect(played.news(ana.userId)).toEqual(['began']);
  expect(played.call().servedBy).toEqual([{ userId: ana.userId, name: 'Ana' }]);
  played.ends(ownThere.leg);
  expect(played.ears.get(CALLER)).toBe(outsider.leg);
});

test.each([
  ['somebody is being consulted', () => consulting()],
  [
    'the customer is gone',
    () => {
      const played = served();
      played.ends(CALLER);
      return played;
    },
  ],
] as const)('[CALL-22] nobody is left over when %s', (_when, begin) => {
  const before = begin();
  const wasOver = before.call().at === 'over';
  const played = merge(before, outsider, wasOver ? null : ownThere);
  if (!wasOver) expect([played.legs.has(outsider.leg), played.legs.has(ownThere.leg)]).toEqual([false, false]);
  expect(partyOf(played.call(), 'third')?.leg).not.toBe(outsider.leg);
});

test('[CALL-22] of the other call nothing is left: its record is closed, who came along lives on', () => {
  const other = served();
  const agent = other.leg('agent');
  other.send({ type: 'gaveAway', legs: [CALLER] });
  expect(other.legs.has(CALLER)).toBe(true);
  expect(other.legs.has(agent)).toBe(false);
  expect(closing(other)).toMatchObject([{ outcome: 'talked', endedBy: 'agent' }]);
});
