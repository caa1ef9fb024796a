import { expect, test } from 'vitest';
import type { TalkingWith } from '#core/call/call.ts';
import { ana, budi, CALLER, handTo, type Played } from './call-player.fixture.ts';
import { closing, consulting, notes, only, served } from './call-scenes.fixture.ts';
import { viewFor } from './call-view.ts';

/** Customer, Ana and Budi in one conversation. */
function three(played = consulting()): Played {
  played.send({ type: 'talkWithAsked', with: 'both' });
  return played;
}

const talks = (played: Played): Record<string, string | undefined> => ({
  customer: played.ears.get(CALLER),
  agent: played.ears.get(played.leg('agent')),
  third: played.ears.get(played.leg('third')),
});

test('[CALL-22] the consulted call joins the customer’s: all three hear each other, and nobody waits', () => {
  const played = three();
  const [agent, third] = [played.leg('agent'), played.leg('third')];
  expect(talks(played)).toEqual({
    customer: `${agent}+${third}`,
    agent: `${CALLER}+${third}`,
    third: `${CALLER}+${agent}`,
  });
  expect(viewFor(played.call(), ana.userId)).toMatchObject({
    held: null,
    transfer: { kind: 'consult', talkingTo: 'both', answered: true, muted: [] },
  });
  expect(viewFor(played.call(), budi.userId)).toMatchObject({ role: 'third', held: null });
});

test('[CALL-22] of three each can be put on hold: the two others talk on, until they are together again', () => {
  const played = three();
  const [agent, third] = [played.leg('agent'), played.leg('third')];
  const held = (next: TalkingWith): unknown => {
    played.send({ type: 'talkWithAsked', with: next });
    return viewFor(played.call(), ana.userId)?.held;
  };
  expect(held('third')).toBe('customer');
  expect(talks(played)).toEqual({ customer: 'music', agent: third, third: agent });
  expect(held('both')).toBeNull();
  expect(held('customer')).toBe('third');
  expect(talks(played)).toEqual({ customer: agent, agent: CALLER, third: 'music' });
  held('both');
  played.send({ type: 'holdAsked' });
  expect(viewFor(played.call(), ana.userId)?.held).toBe('both');
  expect([played.ears.get(CALLER), played.ears.get(third)]).toEqual(['music', 'music']);
  played.send({ type: 'unholdAsked' });
  expect(played.ears.get(agent)).toBe(`${CALLER}+${third}`);
});

test('[CALL-22] of three each can be muted; with two nobody is', () => {
  const apart: ((played: Played) => unknown)[] = [
    (played) => played.send({ type: 'talkWithAsked', with: 'customer' }),
    (played) => played.send({ type: 'swapAsked' }),
    (played) => played.send({ type: 'dropAsked', who: 'third' }),
    (played) => played.send({ type: 'dropAsked', who: 'customer' }),
    (played) => played.send({ type: 'completeAsked' }),
    (played) => played.ends(played.leg('agent')),
    (played) => played.ends(played.leg('third')),
    (played) => played.ends(CALLER),
  ];
  for (const part of apart) {
    const played = three();
    for (const who of ['customer', 'third'] as const) played.send({ type: 'muteAsked', who, muted: true });
    expect([...played.muted]).toEqual([CALLER, played.leg('third')]);
    expect(viewFor(played.call(), ana.userId)?.transfer?.muted).toEqual(['customer', 'third']);
    part(played);
    expect([...played.muted]).toEqual([]);
  }
  const alone = consulting();
  expect(alone.send({ type: 'muteAsked', who: 'customer', muted: true })).toEqual([]);
});

test('[CALL-22] of three each can be let go; the agent talks on with the other', () => {
  const withoutThird = three();
  withoutThird.send({ type: 'dropAsked', who: 'third' });
  expect(withoutThird.ears.get(CALLER)).toBe(withoutThird.leg('agent'));
  expect(withoutThird.call()).toMatchObject({ at: 'talking', transfer: null, failedTransfer: null });
  const withoutCustomer = three();
  const third = withoutCustomer.leg('third');
  withoutCustomer.send({ type: 'dropAsked', who: 'customer' });
  expect(withoutCustomer.legs.has(CALLER)).toBe(false);
  expect(withoutCustomer.ears.get(third)).toBe(withoutCustomer.leg('agent'));
  withoutCustomer.ends(third);
  expect(closing(withoutCustomer)).toHaveLength(1);
});

test('[CALL-22] whoever of three hangs up, the two others go on', () => {
  const noAgent = three();
  const third = noAgent.leg('third');
  noAgent.ends(noAgent.leg('agent'));
  expect(noAgent.ears.get(CALLER)).toBe(third);
  expect(noAgent.call().servedBy.map(({ name }) => name)).toEqual(['Ana', 'Budi']);
  const noThird = three();
  noThird.ends(noThird.leg('third'));
  expect(noThird.ears.get(CALLER)).toBe(noThird.leg('agent'));
  const noCustomer = three();
  const [agent, budis] = [noCustomer.leg('agent'), noCustomer.leg('third')];
  noCustomer.ends(CALLER);
  expect(noCustomer.ears.get(agent)).toBe(budis);
});

test('[CALL-25] the record knows that the colleague talked to the customer; asked without the customer they did not', () => {
  const began = three().effects.flatMap((effect) =>
    effect.type === 'note' && effect.event.type === 'conferenceBegan' ? [effect.event] : [],
  );
  expect(began).toMatchObject([{ userId: budi.userId, to: budi.sipNum }]);
  expect(notes(consulting())).not.toContain('conferenceBegan');
});

test('[CALL-22] keys reach both; nobody who still rings is joined', () => {
  const played = three();
  expect(only(played.send({ type: 'keysAsked', keys: '1' }), 'sendKeys').map(({ leg }) => leg)).toEqual([
    CALLER,
    played.leg('third'),
  ]);
  const ringing = served();
  ringing.send(handTo(budi, 'consult'));
  expect(ringing.send({ type: 'talkWithAsked', with: 'both' })).toEqual([]);
});

test.each([
  ['rejected', 'declined'],
  ['busy', 'busy'],
  ['noAnswer', 'noAnswer'],
  ['unreachable', 'unreachable'],
  ['lost', 'unreachable'],
] as const)(
  '[CALL-22] a colleague whose phone ended with “%s” leaves the customer with the agent, who reads “%s”',
  (cause, why) => {
    for (const kind of ['blind', 'consult'] as const) {
      const played = served();
      played.send(handTo(budi, kind));
      played.ends(played.leg('third'), cause);
      expect(played.ears.get(CALLER)).toBe(played.leg('agent'));
      expect(viewFor(played.call(), ana.userId)?.failedTransfer).toEqual({ to: 'Budi', toUserId: budi.userId, why });
      played.send(handTo(budi, kind));
      expect(viewFor(played.call(), ana.userId)?.failedTransfer).toBeNull();
    }
  },
);

test('[CALL-22] a consulted colleague who hangs up is told as having left; who was called off is not told at all', () => {
  const left = consulting();
  left.ends(left.leg('third'));
  expect(left.call().failedTransfer?.why).toBe('left');
  const cancelled = consulting();
  cancelled.send({ type: 'cancelAsked' });
  expect(cancelled.call().failedTransfer).toBeNull();
});
