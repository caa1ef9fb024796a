import { expect, test } from 'vitest';
import { ana, CALLER, sofia } from './call-player.fixture.ts';
import { consulting, notes, only, served, talkingOut } from './call-scenes.fixture.ts';
import { viewFor } from './call-view.ts';

const asks = (takesOver = false) =>
  ({
    type: 'monitorAsked',
    userId: sofia.userId,
    sipNum: sofia.sipNum,
    name: 'Sofia',
    mode: 'listen',
    takesOver,
  }) as const;
const takes = { type: 'takeOverAsked', userId: sofia.userId } as const;

function listening(played = served()) {
  played.send(asks());
  played.send({ type: 'legAnswered', leg: played.leg('supervisor') });
  return played;
}

test('[CC-09] a supervisor who listens takes the agent’s place: the customer stays, the agent is told and goes to the work after the call', () => {
  const played = listening();
  const [supervisor, agent] = [played.leg('supervisor'), played.leg('agent')];
  const effects = played.send(takes);
  expect(only(effects, 'bridge')).toEqual([{ type: 'bridge', a: CALLER, b: supervisor }]);
  expect(only(effects, 'hangUp')).toEqual([{ type: 'hangUp', leg: agent }]);
  expect(only(effects, 'warn')).toEqual([{ type: 'warn', userId: ana.userId, what: 'takenOver' }]);
  expect(played.news(ana.userId).at(-1)).toEqual({ ended: { wrapUpMs: 30_000 } });
  // In the call before they stop listening: nobody may offer them another one in between.
  expect(played.news(sofia.userId)).toEqual(['monitoring', 'began', 'monitoringEnded']);
  expect(played.leg('agent')).toBe(supervisor);
  expect(viewFor(played.call(), sofia.userId)).toMatchObject({ role: 'agent', state: 'talking', monitorMode: null });
  expect(notes(played).slice(-2)).toEqual(['transferred', 'answered']);
  played.ends(CALLER);
  expect(played.news(sofia.userId).at(-1)).toEqual({ ended: { wrapUpMs: 30_000 } });
  expect(played.legs.size).toBe(0);
});

test('[CC-09] whoever takes over with one click has the call when their phone answers', () => {
  const played = served();
  played.send(asks(true));
  const supervisor = played.leg('supervisor');
  expect(played.leg('agent')).not.toBe(supervisor);
  const effects = played.send({ type: 'legAnswered', leg: supervisor });
  expect(only(effects, 'monitor')).toEqual([]);
  expect(only(effects, 'bridge')).toMatchObject([{ a: CALLER, b: supervisor }]);
  expect(played.leg('agent')).toBe(supervisor);
});

test('[CC-09] asked while the supervisor’s phone still rings, the place changes with the answer', () => {
  const played = served();
  played.send(asks());
  const agent = played.leg('agent');
  played.send(takes);
  expect(played.leg('agent')).toBe(agent);
  played.send({ type: 'legAnswered', leg: played.leg('supervisor') });
  expect(played.leg('agent')).not.toBe(agent);
});

test('[CC-09] whom the agent consulted goes with them, and the customer comes back from the music', () => {
  const played = listening(consulting());
  const third = played.leg('third');
  const effects = played.send(takes);
  expect(only(effects, 'hangUp').map(({ leg }) => leg)).toContain(third);
  expect(played.call()).toMatchObject({ transfer: null, hold: null, at: 'talking' });
  expect(only(effects, 'bridge').at(-1)).toMatchObject({ a: CALLER, b: played.leg('agent') });
});

test('[CC-09] another supervisor goes on listening, to the new one', () => {
  const played = listening();
  played.send({ ...asks(), userId: 8, sipNum: '70008', name: 'Noor' });
  const other = played.call().parties.find(({ who }) => who.kind === 'agent' && who.userId === 8)!.leg;
  played.send({ type: 'legAnswered', leg: other });
  const effects = played.send(takes);
  expect(only(effects, 'monitor')).toMatchObject([{ supervisor: other, target: played.leg('agent') }]);
});

test('[CC-09] nobody takes over a call they do not listen to, or one whose agent is gone', () => {
  const played = served();
  expect(played.send(takes)).toEqual([]);
  const out = listening(talkingOut());
  expect(only(out.send(takes), 'bridge')).toHaveLength(1);
  expect(out.send(takes)).toEqual([]);
});
