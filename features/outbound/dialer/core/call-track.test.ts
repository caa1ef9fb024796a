import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CampaignCallEnd, CampaignNews } from '#core/call/campaign-call.ts';
import { track, trackedCall, type TrackEffect } from './call-track.ts';

const end = (wishes: Partial<CampaignCallEnd> = {}): CampaignCallEnd => ({
  outcome: 'noAnswer',
  cause: 'noAnswer',
  sipStatus: null,
  endedBy: 'server',
  wasAnswered: false,
  rangMs: 20_000,
  earlyVoicemail: false,
  gaveUp: true,
  talkMs: 0,
  ...wishes,
});
type News = CampaignNews;
const answeredEnd: News = {
  type: 'ended',
  end: end({ wasAnswered: true, cause: 'normal', gaveUp: false, talkMs: 9_000 }),
};

/** What a call tells of itself, one second after the other. */
function playNews(goal: 'agents' | 'flow', ...events: News[]): { effects: TrackEffect[]; phase: string } {
  const call = trackedCall({ callId: 'c', campaignId: 1, number: '525510000000', goal }, 0);
  call.phase = 'dialling';
  const effects = events.flatMap((event, index) =>
    track(call, { tenantId: 1, callId: 'c', atMs: index, ...event }, (index + 1) * 1_000),
  );
  return { effects, phase: call.phase };
}
const ofPacing = (effects: readonly TrackEffect[]) =>
  effects.filter(({ type }) => type === 'rang' || type === 'person');

test('[TASK-02] somebody who answers and talks to an agent is a person who was not left alone', () => {
  const { effects } = playNews(
    'agents',
    { type: 'rang' },
    { type: 'answered' },
    { type: 'connected', userId: 7 },
    answeredEnd,
  );
  expect(ofPacing(effects)).toEqual([
    { type: 'rang', rangMs: 2_000, outcome: 'person' },
    { type: 'person', abandoned: false },
  ]);
  expect(effects.at(-1)).toMatchObject({ type: 'ended', end: { talkMs: 9_000 } });
});

test('[TASK-02] somebody who answers and finds nobody was left alone, also one who hangs up before it is said', () => {
  for (const how of [[{ type: 'abandoned' }, answeredEnd], [answeredEnd]] as News[][]) {
    const { effects } = playNews('agents', { type: 'rang' }, { type: 'answered' }, ...how);
    expect(ofPacing(effects)).toEqual([
      { type: 'rang', rangMs: 2_000, outcome: 'person' },
      { type: 'person', abandoned: true },
    ]);
    expect(effects).toContainEqual({ type: 'note', news: { abandonedMs: 2 } });
  }
});

test('[TASK-02] a machine is no answer, and a line that fails says nothing about people', () => {
  expect(ofPacing(playNews('agents', { type: 'answered' }, { type: 'machine' }, answeredEnd).effects)).toEqual([
    { type: 'rang', rangMs: 1_000, outcome: 'machine' },
  ]);
  const failed = end({ cause: 'failed', rangMs: null, gaveUp: false });
  expect(ofPacing(playNews('agents', { type: 'ended', end: failed }).effects)).toMatchObject([{ outcome: 'refused' }]);
  expect(ofPacing(playNews('agents', { type: 'rang' }, { type: 'ended', end: end() }).effects)).toMatchObject([
    { outcome: 'nobody' },
  ]);
});

test('[TASK-02] whoever hangs up while machines are listened for was neither talked with nor left alone', () => {
  const left = end({ outcome: 'abandoned', wasAnswered: true, cause: 'normal', gaveUp: false, endedBy: 'customer' });
  const { effects } = playNews('agents', { type: 'rang' }, { type: 'ended', end: left });
  expect(ofPacing(effects)).toEqual([{ type: 'rang', rangMs: 2_000, outcome: 'machine' }]);
  expect(effects).toContainEqual({ type: 'note', news: { hungUp: true } });
  const [unheard, talking] = [[], [{ type: 'answered' }]].map(
    (before) => playNews('flow', ...(before as News[]), { type: 'ended', end: left }).effects,
  );
  expect(unheard).toContainEqual({ type: 'note', news: { hungUp: true } });
  expect(talking).not.toContainEqual({ type: 'note', news: { hungUp: true } });
});

test('[TASK-02] who was asked and said no is remembered, and another is wanted', () => {
  const { effects } = playNews('agents', { type: 'answered' }, { type: 'notTaken', userId: 7 });
  expect(effects.filter(({ type }) => type === 'wantsAgent')).toHaveLength(2);
});

test('[TASK-03] whoever answers a flow talks to it, and nobody is left alone', () => {
  const { effects, phase } = playNews('flow', { type: 'rang' }, { type: 'answered' });
  expect(phase).toBe('talking');
  expect(ofPacing(effects)).toContainEqual({ type: 'person', abandoned: false });
});

test('[TASK-02] whatever happens to a call, its ringing is judged once and at most one person is counted', () => {
  const event = fc.constantFrom<News[]>(
    [{ type: 'rang' }],
    [{ type: 'answered' }],
    [{ type: 'machine' }],
    [{ type: 'notTaken', userId: 7 }],
    [{ type: 'connected', userId: 7 }],
    [{ type: 'abandoned' }],
    [{ type: 'optedOut' }],
  );
  fc.assert(
    fc.property(fc.array(event), fc.constantFrom<'agents' | 'flow'>('agents', 'flow'), (events, goal) => {
      const { effects } = playNews(goal, ...events.flat(), answeredEnd);
      expect(effects.filter(({ type }) => type === 'rang')).toHaveLength(1);
      expect(effects.filter(({ type }) => type === 'person').length).toBeLessThanOrEqual(1);
      expect(effects.filter(({ type }) => type === 'ended')).toHaveLength(1);
    }),
  );
});
