import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentWho } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import { consulting } from './call-scenes.fixture.ts';
import { ana, anOutbound, budi, handTo, offerTo, play, sofia, type Played } from './call-player.fixture.ts';

/* The agent's page is loaded anew: the phone is rung again while the old leg is still there, and the call goes on meanwhile. */

const people = [ana, budi, sofia];
const toGroup: CallEvent = { type: 'transferAsked', kind: 'blind', to: { kind: 'group', groupId: 8 }, reportTo: null };

/** Ana talks to a customer, and her phone that came back is being rung. */
function ringsAgain(): Played {
  const played = play(anOutbound({ wrapUpMs: 0 }));
  played.send({ type: 'legAnswered', leg: played.leg('customer') });
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  played.send({ type: 'legDisconnected', leg: played.leg('agent') });
  played.send({ type: 'phoneRegistered', sipNum: ana.sipNum });
  played.passMs(500);
  expect(played.call().parties.map(({ role }) => role)).toContain('returning');
  return played;
}

/** Who is shown in the call, by all that was told of it. */
const busy = (played: Played): number[] =>
  people.map(({ userId }) => userId).filter((userId) => played.news(userId).at(-1) === 'began');

/** Who the call itself believes to be in it. */
const inCall = ({ call }: Played): number[] =>
  [
    ...new Set(
      call().parties.flatMap(({ role, who, shownAs }) =>
        role !== 'leaving' && who.kind === 'agent' && shownAs === 'talking' ? [who.userId] : [],
      ),
    ),
  ].sort();

test('[CALL-22] a phone that is rung again takes nothing from the colleague who has the customer by then', () => {
  const played = ringsAgain();
  const again = played.leg('returning');
  played.send(toGroup);
  expect(played.legs.has(again)).toBe(false);
  played.send(offerTo(budi));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  expect(busy(played)).toEqual([budi.userId]);
  played.ends(played.leg('customer'));
  expect(busy(played)).toEqual([]);
});

test('[CALL-22] who hangs up on the page while the phone is rung again has hung up', () => {
  const played = ringsAgain();
  played.send({ type: 'hangUpAsked', userId: ana.userId });
  expect(played.call().at).toBe('over');
  expect([played.legs.size, busy(played)]).toEqual([0, []]);
});

test('[CALL-22] a transfer that fails while the phone is rung again leaves the customer to it', () => {
  const played = ringsAgain();
  played.send(handTo(budi));
  played.ends(played.leg('agent'), 'lost');
  played.ends(played.leg('third'), 'rejected');
  expect(played.call().at).toBe('talking');
  played.send({ type: 'legAnswered', leg: played.leg('returning') });
  expect(played.ears.get(played.leg('customer'))).toBe(played.leg('agent'));
  expect(busy(played)).toEqual([ana.userId]);
});

type Move = (played: Played) => void;
const some =
  (role: Parameters<Played['leg']>[0], act: (leg: ReturnType<Played['leg']>, played: Played) => void): Move =>
  (played) => {
    const party = played.call().parties.find((one) => one.role === role);
    if (party) act(party.leg, played);
  };
/** Nobody is offered a call, or handed one, who is in it. */
const to =
  (who: AgentWho, event: CallEvent): Move =>
  (played) =>
    void (inCall(played).includes(who.userId) || played.send(event));
const roles = ['customer', 'agent', 'third', 'returning'] as const;
const moves: Move[] = [
  ...roles.map((role) => some(role, (leg, played) => played.send({ type: 'legAnswered', leg }))),
  ...roles.map((role) => some(role, (leg, played) => played.ends(leg, 'normal'))),
  ...roles.map((role) => some(role, (leg, played) => played.ends(leg, 'lost'))),
  ...(['agent', 'third'] as const).flatMap((role) => [
    some(role, (leg, played) => played.send({ type: 'legDisconnected', leg })),
    some(role, (leg, played) => played.send({ type: 'legReconnected', leg })),
  ]),
  ...people.map(
    ({ sipNum }): Move =>
      (played) =>
        played.send({ type: 'phoneRegistered', sipNum }),
  ),
  ...people.map((who) => to(who, offerTo(who))),
  ...people.map(
    ({ userId }): Move =>
      (played) =>
        played.send({ type: 'hangUpAsked', userId }),
  ),
  ...(['blind', 'consult'] as const).map((kind) => to(budi, handTo(budi, kind))),
  ...[
    toGroup,
    { type: 'completeAsked' },
    { type: 'cancelAsked' },
    { type: 'swapAsked' },
    { type: 'holdAsked' },
    { type: 'unholdAsked' },
  ].map(
    (event): Move =>
      (played) =>
        played.send(event as CallEvent),
  ),
  (played) => played.passMs(500),
];

test('[CALL-22] whatever happens while a phone is rung again, colleagues see those in the call who are in it, and after it nobody', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(fc.nat(moves.length - 1), { maxLength: 25 }), (isColleague, chosen) => {
      const played = isColleague ? colleagueRingsAgain() : ringsAgain();
      for (const index of chosen) {
        moves[index]!(played);
        expect(busy(played), JSON.stringify(played.call().parties)).toEqual(inCall(played));
        expect(played.call().parties.filter(({ role }) => role === 'agent').length).toBeLessThan(2);
      }
      played.send({ type: 'stopped' });
      expect([played.legs.size, played.call().parties, busy(played)]).toEqual([0, [], []]);
    }),
    { numRuns: 2_000 },
  );
});

/** Ana asks Budi about a customer, and Budi's page is loaded anew. */
function colleagueRingsAgain(): Played {
  const played = consulting();
  played.send({ type: 'legDisconnected', leg: played.leg('third') });
  played.send({ type: 'phoneRegistered', sipNum: budi.sipNum });
  played.passMs(500);
  expect(played.call().parties.map(({ role }) => role)).toContain('returning');
  return played;
}

test('[CALL-08] a consulted colleague whose page is loaded anew is back in the consultation, while the customer waits', () => {
  const played = colleagueRingsAgain();
  const [old, again] = [played.leg('third'), played.leg('returning')];
  played.send({ type: 'legAnswered', leg: again });
  expect(played.leg('third')).toBe(again);
  expect(played.legs.has(old)).toBe(false);
  expect(played.ears.get(played.leg('agent'))).toBe(again);
  expect(played.call().transfer).toMatchObject({ kind: 'consult', with: 'third' });
  expect(busy(played)).toEqual([ana.userId, budi.userId]);
});

test('[CALL-08] their old leg may go first: the consultation waits for the phone that is rung', () => {
  const played = colleagueRingsAgain();
  played.ends(played.leg('third'), 'lost');
  expect(played.call().transfer?.kind).toBe('consult');
  played.send({ type: 'legAnswered', leg: played.leg('returning') });
  expect(played.ears.get(played.leg('agent'))).toBe(played.leg('third'));
});

test('[CALL-08] handed over while their phone is rung again, they get the customer with it', () => {
  const played = colleagueRingsAgain();
  played.send({ type: 'completeAsked' });
  played.send({ type: 'legAnswered', leg: played.leg('returning') });
  expect(played.ears.get(played.leg('customer'))).toBe(played.leg('agent'));
  expect(busy(played)).toEqual([budi.userId]);
});

test('[CALL-08] the asker hands over after the old leg is gone: the customer waits for the phone, and is not lost without it', () => {
  const taken = colleagueRingsAgain();
  taken.ends(taken.leg('third'), 'lost');
  taken.send({ type: 'completeAsked' });
  taken.send({ type: 'legAnswered', leg: taken.leg('returning') });
  expect(taken.ears.get(taken.leg('customer'))).toBe(taken.leg('agent'));
  const lost = colleagueRingsAgain();
  lost.ends(lost.leg('third'), 'lost');
  lost.send({ type: 'completeAsked' });
  lost.ends(lost.leg('returning'), 'noAnswer');
  expect(lost.call().at).toBe('queued');
  expect(busy(lost)).toEqual([]);
});

test('[CALL-08] a consultation that is called off sends their phone away, too', () => {
  const played = colleagueRingsAgain();
  const again = played.leg('returning');
  played.send({ type: 'cancelAsked' });
  expect(played.legs.has(again)).toBe(false);
  expect(busy(played)).toEqual([ana.userId]);
});
