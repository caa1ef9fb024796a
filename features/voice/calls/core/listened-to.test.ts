import { expect, test } from 'vitest';
import { ana, budi, CALLER, sofia } from './call-player.fixture.ts';
import { consulting, served } from './call-scenes.fixture.ts';
import { viewFor, whoSeesChange } from './call-view.ts';

const asks = { type: 'monitorAsked', userId: sofia.userId, sipNum: sofia.sipNum, name: 'Sofia' } as const;
const shownMonitors = (played: ReturnType<typeof served>, userId = ana.userId) =>
  viewFor(played.call(), userId)?.monitoredBy;

function listening(played = served({ tellsMonitored: true })) {
  played.send({ ...asks, mode: 'listen' });
  played.send({ type: 'legAnswered', leg: played.leg('supervisor') });
  return played;
}

test('[CALL-09] nobody is told who listens unless the organisation says so', () => {
  expect(shownMonitors(listening(served()))).toEqual([]);
});

test('[CALL-09] the agent sees who listens from the moment they hear, how they take part, and that they left', () => {
  const played = served({ tellsMonitored: true });
  played.send({ ...asks, mode: 'listen' });
  expect(shownMonitors(played), 'the supervisor’s phone still rings').toEqual([]);
  played.send({ type: 'legAnswered', leg: played.leg('supervisor') });
  expect(shownMonitors(played)).toEqual([{ name: 'Sofia', mode: 'listen' }]);
  const before = played.call();
  played.send({ type: 'monitorModeAsked', userId: sofia.userId, mode: 'barge' });
  expect(shownMonitors(played)).toEqual([{ name: 'Sofia', mode: 'barge' }]);
  expect(whoSeesChange(before, played.call())).toContain(ana.userId);
  played.send({ type: 'monitorStopAsked', userId: sofia.userId });
  expect(shownMonitors(played)).toEqual([]);
});

test('[CALL-09] neither the supervisor nor a consulted colleague is told', () => {
  const played = listening(consulting(served({ tellsMonitored: true })));
  expect(shownMonitors(played, sofia.userId)).toEqual([]);
  expect(shownMonitors(played, budi.userId)).toEqual([]);
});

test('[CALL-09] switched on or off, the setting holds for calls that go on', () => {
  const played = listening(served());
  played.send({ type: 'limitsChanged', maxCallMs: null, maxHoldMs: null, tellsMonitored: true });
  expect(shownMonitors(played)).toHaveLength(1);
  played.send({ type: 'limitsChanged', maxCallMs: null, maxHoldMs: null, tellsMonitored: false });
  expect(shownMonitors(played)).toEqual([]);
  played.ends(CALLER);
  expect(played.legs.size).toBe(0);
});
