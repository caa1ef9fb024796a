import { expect, test } from 'vitest';
import type { CallEffect } from '#core/call/call-events.ts';
import { ana, budi, CALLER, handTo, offerTo, type Played } from './call-player.fixture.ts';
import { closing, consulting, inLine, notes, only, served, talkingOut } from './call-scenes.fixture.ts';
import { OUTSIDE_TALK_MAX_MS } from './talk.ts';

test('[CALL-22] blind to a colleague: the customer hears music, the agent leaves when the colleague answers', () => {
  const played = served();
  const asked = played.send(handTo(budi));
  expect(only(asked, 'holdWithMusic')).toMatchObject([{ leg: CALLER }]);
  expect(only(asked, 'ringAgent')).toMatchObject([{ userId: 2, why: 'transfer' }]);
  expect(played.news(1)).toEqual(['began']);
  played.send({ type: 'legAnswered', leg: played.leg('third') });
  expect(played.news(1)).toEqual(['began', { ended: { wrapUpMs: 30_000 } }]);
  expect(played.news(2)).toEqual(['offered', 'began']);
  expect(played.legs.size).toBe(2);
  played.ends(CALLER);
  expect(played.news(2)).toEqual(['offered', 'began', { ended: { wrapUpMs: 30_000 } }]);
  expect(closing(played)).toHaveLength(1);
});

test('[CALL-22] a blind transfer that fails brings the customer back to the agent', () => {
  const played = served();
  played.send({ ...handTo(budi), reportTo: played.leg('agent') } as never);
  const effects = played.ends(played.leg('third'), 'rejected', 603);
  expect(effects).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'reportTransfer', sipStatus: 603 }),
      expect.objectContaining({ type: 'bridge' }),
    ]),
  );
  expect(played.call()).toMatchObject({ at: 'talking', transfer: null });
  expect(notes(played)).toContain('transferFailed');
});

test('[CALL-22] …and into the line of the group when the agent is gone, at the old place; without a group to the voicemail', () => {
  const played = inLine();
  played.passMs(7_000);
  played.send(offerTo(ana));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  played.send(handTo(budi));
  played.ends(played.leg('agent'));
  expect(played.call().at).toBe('talking');
  const effects = played.ends(played.leg('third'), 'noAnswer');
  expect(only(effects, 'enqueue')).toMatchObject([{ groupId: 5, queuedAtMs: 0 }]);
  const out = talkingOut();
  out.send(handTo(budi));
  out.ends(CALLER);
  out.ends(out.leg('third'), 'noAnswer');
  expect(out.call().at).toBe('voicemail');
});

test('[CALL-22] to a group: the agent is free at once, the customer stands in line', () => {
  const played = served();
  const effects = played.send({
    type: 'transferAsked',
    kind: 'blind',
    to: { kind: 'group', groupId: 8 },
    reportTo: null,
  });
  expect(only(effects, 'enqueue')).toMatchObject([{ groupId: 8 }]);
  expect(played.news(1).at(-1)).toMatchObject({ ended: {} });
  played.send(offerTo(budi));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  expect(played.call()).toMatchObject({ at: 'talking', groupId: 8 });
  expect(only(played.effects, 'record')).toHaveLength(1);
});

test('[CALL-22] to a number: the next line when one is down; the number takes the place of the agent', () => {
  const played = served();
  played.send({
    type: 'transferAsked',
    kind: 'blind',
    to: {
      kind: 'number',
      number: '5215500',
      trunks: [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ],
      displayNumber: '5255',
    },
    reportTo: null,
  });
  played.ends(played.leg('third'), 'unreachable', 503);
  expect(only(played.effects, 'ringNumber').map(({ trunk }) => trunk.id)).toEqual([1, 2]);
  played.send({ type: 'legAnswered', leg: played.leg('third') });
  expect(played.call().parties.map(({ role, who }) => [role, who.kind])).toEqual([
    ['customer', 'outside'],
    ['agent', 'outside'],
  ]);
});

test('[CALL-22] two people outside do not talk for ever at our cost', () => {
  const played = served();
  played.send({
    type: 'transferAsked',
    kind: 'blind',
    to: { kind: 'number', number: '5215500', trunks: [{ id: 1, name: 'a' }], displayNumber: '5255' },
    reportTo: null,
  });
  played.send({ type: 'legAnswered', leg: played.leg('third') });
  played.passMs(OUTSIDE_TALK_MAX_MS);
  expect(closing(played)).toMatchObject([{ outcome: 'talked', endedBy: 'server' }]);
  expect(played.legs.size).toBe(0);
});

test('[CALL-22] consult, swap, swap back, complete: each step joins whom it says', () => {
  const played = consulting();
  const bridged = (effects: CallEffect[]) => only(effects, 'bridge').map(({ a, b }) => [a, b]);
  const [agent, third] = [played.leg('agent'), played.leg('third')];
  expect(bridged(played.effects).at(-1)).toEqual([third, agent]);
  expect(bridged(played.send({ type: 'swapAsked' }))).toEqual([[CALLER, agent]]);
  expect(bridged(played.send({ type: 'swapAsked' }))).toEqual([[third, agent]]);
  expect(bridged(played.send({ type: 'completeAsked' }))).toEqual([[CALLER, third]]);
  expect(played.legs).toEqual(new Set([CALLER, third]));
  expect(notes(played)).toEqual(expect.arrayContaining(['consultBegan', 'transferred']));
});

test('[CALL-22] a cancelled consultation, and a third party who hangs up, give the customer back', () => {
  for (const end of [
    (played: Played) => played.send({ type: 'cancelAsked' }),
    (played: Played) => played.ends(played.leg('third')),
  ]) {
    const played = consulting();
    expect(only(end(played), 'bridge')).toMatchObject([{ a: CALLER }]);
    expect(played.call()).toMatchObject({ at: 'talking', transfer: null });
    expect(played.legs.size).toBe(2);
  }
});

test('[CALL-22] an agent who hangs up while consulting hands over; a customer who leaves lets the two go on', () => {
  const handed = consulting();
  handed.ends(handed.leg('agent'));
  expect(handed.call().parties.map(({ who }) => who.kind === 'agent' && who.userId)).toEqual([false, 2]);
  const left = consulting();
  left.ends(CALLER);
  expect(left.call().at).toBe('talking');
  left.ends(left.leg('agent'));
  expect(left.legs.size).toBe(0);
  expect(closing(left)).toHaveLength(1);
});
