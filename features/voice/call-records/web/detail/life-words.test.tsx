import { beforeEach, expect, test } from 'vitest';
import type { CallLifeEvent } from '#core/call/call-life.ts';
import { languages } from '#shared/languages.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { changeLanguage } from '#platform/web/i18n.ts';
import type { LifeEvent } from '../../contract.ts';
import { aDetail } from '../call.fixture.ts';
import { callRecords } from '../index.ts';
import { lifeLines } from './life-words.ts';

type Bare = CallLifeEvent extends infer E ? (E extends { atMs: number } ? Omit<E, 'atMs'> : never) : never;

/** Every kind of event, and of each everything it can say. */
const everything: Bare[] = [
  { type: 'queued', groupId: 3, position: 2 },
  { type: 'agentRang', userId: 8, sipNum: '8002' },
  ...(['missed', 'rejected', 'busy', 'deviceError', 'withdrawn'] as const).map((reason) => ({
    type: 'agentMissed' as const,
    userId: 8,
    reason,
  })),
  { type: 'customerRang' },
  { type: 'earlyMedia' },
  { type: 'answered', userId: 8 },
  { type: 'answered', userId: null },
  { type: 'held', userId: 8 },
  { type: 'resumed', userId: 8 },
  { type: 'keyPressed', party: 'agent', key: '' },
  { type: 'keyPressed', party: 'customer', key: '' },
  { type: 'consultBegan', to: '8003' },
  { type: 'consultEnded' },
  { type: 'transferred', kind: 'blind', to: 'group 4', userId: null },
  { type: 'transferred', kind: 'attended', to: '8003', userId: 9 },
  { type: 'transferFailed', to: '525550000001', sipStatus: 486 },
  ...['group 4', 'voicemail', 'callback', 'hangUp'].map((to) => ({ type: 'overflowed' as const, to })),
  { type: 'menuBegan' },
  { type: 'menuChosen', key: '2' },
  { type: 'voicemailBegan' },
  ...(['noticed', 'agreed', 'declined'] as const).map((outcome) => ({ type: 'recordingWord' as const, outcome })),
  ...(['listen', 'whisper', 'barge'] as const).map((mode) => ({ type: 'monitored' as const, userId: 9, mode })),
  { type: 'surveyAnswered', score: 5 },
  { type: 'mediaReturned' },
  { type: 'nobodyFree' },
  { type: 'machineAnswered' },
  { type: 'optedOut' },
];

const names: Record<number, string> = { 8: 'Budi', 9: 'Sofía' };
const asSent = ({ type, ...detail }: Bare, place: number): LifeEvent => {
  const { userId = null, ...rest } = detail as { userId?: number | null };
  return {
    at: `2026-11-15 10:00:${String(place).padStart(2, '0')}`,
    type,
    userId,
    userName: userId === null ? '' : names[userId]!,
    detail: rest,
  };
};
const linesOf = (events: LifeEvent[], some = {}) =>
  lifeLines(aDetail({ events, ...some }), (id) => ({ 4: 'Support' })[id]).map(({ text }) => text);

beforeEach(() => ensureFeatureTexts(callRecords));

test.each(languages)('[CC-15] everything that can happen in a call is told in words of %s', async (language) => {
  await changeLanguage(language);
  const lines = linesOf(everything.map(asSent));
  expect(lines).toHaveLength(everything.length + 2);
  expect(new Set(lines).size).toBe(lines.length);
  for (const [place, { type }] of everything.entries()) expect(lines[place + 1]).not.toBe(type);
  for (const direction of ['inbound', 'outbound', 'internal'] as const)
    for (const endedBy of ['agent', 'customer', 'server', null] as const)
      expect(linesOf([], { direction, endedBy })).toHaveLength(2);
});

test('[CC-15] missed, rejected and a phone that failed are three different things', () => {
  const lines = linesOf(everything.filter(({ type }) => type === 'agentMissed').map(asSent));
  expect(lines.slice(1, 5)).toEqual([
    'Budi did not answer',
    'Budi rejected the call',
    'Budi’s phone was busy',
    'Budi’s phone could not take the call',
  ]);
});

test('[CC-15] groups and people are called by name where one is known', () => {
  const lines = linesOf(everything.map(asSent));
  expect(lines).toContain('In line for Sales, place 2');
  expect(lines).toContain('Transferred to Support');
  expect(lines).toContain('Transferred to Sofía after a consultation');
  expect(linesOf([asSent({ type: 'queued', groupId: 99, position: 1 }, 1)])).toContain('In line for group 99, place 1');
});

test('[CC-15] a call that a task made is told as the task’s, also where somebody talked in it; one an agent made for a task is theirs', () => {
  const task = { direction: 'outbound', taskName: 'Renewals' } as const;
  const reached = [
    { type: 'customerRang' },
    { type: 'answered', userId: null },
    { type: 'agentRang', userId: 8, sipNum: '8002' },
    { type: 'answered', userId: 8 },
  ] satisfies Bare[];
  expect(linesOf(reached.map(asSent), { ...task, userId: 8, userName: 'Budi' }).slice(0, 5)).toEqual([
    'The task Renewals called the customer',
    'The customer’s phone rang',
    'The customer answered',
    'Budi’s phone rang',
    'Budi answered',
  ]);
  expect(linesOf([], { ...task, userId: null, userName: '' })[0]).toBe('The task Renewals called the customer');
  const preview = [asSent({ type: 'answered', userId: 8 }, 3)];
  expect(linesOf(preview, { ...task, userId: 8, userName: 'Budi' })[0]).toBe('Budi called the customer');
});

test('[CC-15] the time of each is that into the call; a call that lasts has no end yet', () => {
  const lines = lifeLines(aDetail({ events: [asSent({ type: 'customerRang' }, 12)] }), () => undefined);
  expect(lines.map(({ afterSec }) => afterSec)).toEqual([0, 12, 140]);
  expect(lifeLines(aDetail({ endTime: null, endedBy: null }), () => undefined).at(-1)).toMatchObject({
    text: 'In progress',
    afterSec: Number.NaN,
  });
});

test('[CC-15] many keys are told once, and an event of a newer server by its name', () => {
  const key = asSent({ type: 'keyPressed', party: 'customer', key: '' }, 3);
  expect(linesOf([key, key, key])).toEqual([
    'The call came in on +1 415 555 0199',
    'The customer pressed a key',
    'The customer hung up',
  ]);
  expect(linesOf([{ ...key, type: 'flew' }])[1]).toBe('flew');
});

test('[CC-15] of an outgoing call the customer answers, of an internal one the colleague, and nobody twice', () => {
  const answered = (userId: number) => asSent({ type: 'answered', userId }, 9);
  const outgoing = { direction: 'outbound' as const, userId: 8, userName: 'Budi' };
  expect(linesOf([asSent({ type: 'customerRang' }, 2), answered(8)], outgoing).slice(0, 3)).toEqual([
    'Budi called the customer',
    'The customer’s phone rang',
    'The customer answered',
  ]);
  expect(
    linesOf(
      [answered(8), asSent({ type: 'transferred', kind: 'blind', to: '8003', userId: 9 }, 10), answered(9)],
      outgoing,
    ).slice(2, 4),
  ).toEqual(['Transferred to Sofía', 'Sofía answered']);
  expect(
    linesOf([asSent({ type: 'customerRang' }, 2), answered(9), answered(8)], { ...outgoing, direction: 'internal' }),
  ).toEqual(['Budi called a colleague', 'The colleague’s phone rang', 'Sofía answered', 'The colleague hung up']);
  expect(linesOf([answered(9), answered(9)]).filter((line) => line === 'Sofía answered')).toHaveLength(1);
  expect(
    linesOf([answered(9), asSent({ type: 'agentRang', userId: 9, sipNum: '8003' }, 10), answered(9)]).filter(
      (line) => line === 'Sofía answered',
    ),
  ).toHaveLength(2);
});
