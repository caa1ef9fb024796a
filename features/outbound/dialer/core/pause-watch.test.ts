import { expect, test } from 'vitest';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { pauseOfRefusal } from './pause-watch.ts';

test.each([true, false])(
  '[TASK-02] money and the account stop a campaign, whether it names its route or not: %s',
  (namesRoute) => {
    expect(pauseOfRefusal('dialerOverdue', 'plan', namesRoute)).toBe(TaskPauseReason.accountError);
    expect(pauseOfRefusal('dialerOverdue', 'balance', namesRoute)).toBe(TaskPauseReason.balanceInsufficient);
    expect(pauseOfRefusal('wrongNumber', '', namesRoute)).toBeNull();
  },
);

test('[TASK-02] a route that is closed or missing stops those who chose it; of several it is about where one customer is', () => {
  const details = ['routerClosed', 'routerOff', 'noTrunk', 'routerCountry', 'allFull'];
  expect(details.map((detail) => pauseOfRefusal('noTrunk', detail, true))).toEqual([
    TaskPauseReason.scheduledPause,
    TaskPauseReason.routeMissing,
    TaskPauseReason.routeMissing,
    null,
    null,
  ]);
  expect(details.map((detail) => pauseOfRefusal('noTrunk', detail, false))).toEqual([null, null, null, null, null]);
});
