import { expect, test } from 'vitest';
import { causeOfStatus } from '#core/telephony/end-causes.ts';
import { closing, inLine, served, types } from './call-scenes.fixture.ts';
import { offerOutcome } from './ending.ts';
import { RejectStatus } from '#core/phone/phone-constants.ts';

test.each([
  ['declined', 'rejected'],
  ['busy', 'busy'],
  ['unanswered', 'missed'],
  ['noDevice', 'deviceError'],
  ['unavailable', 'deviceError'],
] as const)('a call refused as %s is %s to the server (complaint 8)', (name, outcome) => {
  expect(offerOutcome(causeOfStatus(RejectStatus[name]))).toBe(outcome);
});

test('[CC-12] a call whose process is the home of its tenant no more ends at once, and whoever has talked in it has talked', () => {
  for (const [played, outcome] of [
    [served(), 'talked'],
    [inLine(), 'server'],
  ] as const) {
    played.send({ type: 'homeLost' });
    played.send({ type: 'homeLost' });
    expect(closing(played)).toMatchObject([{ outcome, cause: 'server', endedBy: 'server' }]);
    expect(types(played.effects)).not.toContain('promiseAgain');
    expect(played.legs.size).toBe(0);
  }
});
