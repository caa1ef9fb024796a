import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PreviewState } from '#shared/codes/preview-state.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { TaskStartType } from '#shared/codes/task-start-type.ts';
import {
  campaignAfter,
  previewStateOf,
  statesOfPreview,
  type CampaignEvent,
  type CampaignLife,
  type CampaignState,
} from './campaign-machine.ts';

const fresh: CampaignLife = {
  state: 'draft',
  pauseReason: null,
  startType: TaskStartType.manual,
  startAtMs: null,
  expiresAtMs: null,
};
const { customerPaused, apiPaused, balanceInsufficient, scheduledPause } = TaskPauseReason;
const played = (life: CampaignLife, events: readonly CampaignEvent[], nowMs = 1_000): string => {
  const { state, pauseReason } = events.reduce((now, event) => campaignAfter(now, event, nowMs), life);
  return pauseReason === null ? state : `${state} ${pauseReason}`;
};
const [filled, started, allDone, tick] = (['filled', 'started', 'allDone', 'tick'] as const).map((type) => ({ type }));

test.each<[string, Partial<CampaignLife>, CampaignEvent[], string]>([
  ['waits for somebody', {}, [filled!], 'ready'],
  ['begins when somebody starts it', {}, [filled!, started!], 'running'],
  ['does not begin before its customers are in', {}, [started!], 'draft'],
  ['begins at once where that was asked', { startType: TaskStartType.immediately }, [filled!], 'running'],
  ['waits for its time', { startType: TaskStartType.timed, startAtMs: 2_000 }, [filled!, tick!], 'ready'],
  ['begins when its time has come', { startType: TaskStartType.timed, startAtMs: 1_000 }, [filled!], 'running'],
  ['fails when its file cannot be read', {}, [{ type: 'fillFailed' }], 'failed'],
  ['is paused by somebody', {}, [filled!, started!, { type: 'paused', reason: customerPaused }], 'paused 1'],
  ['goes on', {}, [filled!, started!, { type: 'paused', reason: apiPaused }, started!], 'running'],
  [
    'goes on when the hours begin again',
    { state: 'running' },
    [
      { type: 'paused', reason: scheduledPause },
      { type: 'pauseEnded', reason: scheduledPause },
    ],
    'running',
  ],
  [
    'stays paused by somebody when the hours begin',
    { state: 'running' },
    [
      { type: 'paused', reason: scheduledPause },
      { type: 'paused', reason: customerPaused },
      { type: 'pauseEnded', reason: scheduledPause },
    ],
    'paused 1',
  ],
  [
    'stays paused by somebody when money is gone too',
    { state: 'paused', pauseReason: customerPaused },
    [{ type: 'paused', reason: balanceInsufficient }],
    'paused 1',
  ],
  [
    'stays as it is when another reason ends',
    { state: 'paused', pauseReason: balanceInsufficient },
    [{ type: 'pauseEnded', reason: scheduledPause }],
    'paused 4',
  ],
  ['is over when nobody is left', { state: 'running' }, [allDone!], 'completed'],
  ['begins again with more customers', { state: 'running' }, [allDone!, { type: 'customersAdded' }], 'running'],
  ['expires', { state: 'running', expiresAtMs: 1_000 }, [tick!], 'expired'],
  [
    'is not started after its time',
    { state: 'paused', pauseReason: customerPaused, expiresAtMs: 900 },
    [started!],
    'expired',
  ],
  [
    'waits for somebody when it is given more time',
    { state: 'expired', expiresAtMs: 900 },
    [{ type: 'expiryMoved', expiresAtMs: 5_000 }],
    'paused 1',
  ],
])('a campaign %s', (_what, more, events, ends) => {
  expect(played({ ...fresh, ...more }, events)).toBe(ends);
});

const states: CampaignState[] = ['draft', 'ready', 'running', 'paused', 'expired', 'completed', 'failed'];

test('[TASK-01] every state of a preview task is shown by a campaign, and found by it', () => {
  expect(new Set(states.map(previewStateOf))).toEqual(new Set(PreviewState.rows.map(({ code }) => code)));
  for (const state of states) expect(statesOfPreview(previewStateOf(state))).toContain(state);
});

test('a campaign has a reason exactly while it is paused, and nothing but a person ends a person’s pause', () => {
  const reason = fc.constantFrom(...TaskPauseReason.rows.map(({ code }) => code));
  const event = fc.oneof(
    fc.constantFrom<CampaignEvent>(
      filled!,
      started!,
      allDone!,
      tick!,
      { type: 'fillFailed' },
      { type: 'customersAdded' },
    ),
    fc.record({ type: fc.constantFrom('paused' as const, 'pauseEnded' as const), reason }),
    fc.record({ type: fc.constant('expiryMoved' as const), expiresAtMs: fc.option(fc.integer({ min: 0, max: 60 })) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), fc.constantFrom(1, 2, 3), (events, startType) => {
      let life: CampaignLife = { ...fresh, startType: startType as TaskStartType, startAtMs: 10 };
      for (const [nowMs, one] of events.entries()) {
        const next = campaignAfter(life, one, nowMs);
        if ((next.state === 'paused') !== (next.pauseReason !== null)) return false;
        const own = life.state === 'paused' && life.pauseReason === customerPaused;
        if (own && next.state === 'running' && one.type !== 'started') return false;
        life = next;
      }
      return true;
    }),
  );
});
