import { expect, test } from 'vitest';
import { listenedGroup } from './listened-group.ts';

const agent = (userId: number, name: string, groups: number[], doing: 'free' | 'talking' | 'offline') => ({
  userId,
  name,
  groups,
  voice: {
    sipNumber: `7000${userId}`,
    since: null,
    status: doing === 'offline' ? 0 : 67,
    call: doing === 'talking' ? { callId: 'c1', at: 'talking' as const } : null,
    wrapUp: null,
    whyNotRoutable: null,
  },
  text: null,
});
const call = (callId: string, groupId: number | null, state: string, startedMs: number, userId?: number) => ({
  callId,
  groupId,
  state,
  startedMs,
  agents: userId === undefined ? [] : [{ userId, at: 'talking' }],
});
const byId = <Row>(rows: Row[], id: (row: Row) => number | string) => new Map(rows.map((row) => [id(row), row]));
const known = (...calls: ReturnType<typeof call>[]) => ({
  calls: byId(calls, ({ callId }) => callId),
  agents: byId(
    [
      agent(1, 'Ana', [5, 4], 'talking'),
      agent(2, 'Budi', [5], 'free'),
      agent(3, 'Chen', [5], 'offline'),
      agent(4, 'Dewi', [6], 'free'),
    ],
    ({ userId }) => userId,
  ),
  groups: byId(
    [
      { id: 4, groupNo: 1002 },
      { id: 5, groupNo: 1001 },
      { id: 6, groupNo: 1003 },
    ],
    ({ id }) => id,
  ),
});

test('[CALL-09] beside a call that is listened to stand those at work in its group, whom I hear first, and who waits longest first', () => {
  const found = listenedGroup(
    'c1',
    known(
      call('c1', 5, 'talking', 10, 1),
      call('w2', 5, 'queued', 30),
      call('w1', 5, 'queued', 20),
      call('other', 6, 'queued', 5),
    ),
  )!;
  expect(found.group.id).toBe(5);
  expect(found.agents.map(({ name }) => name)).toEqual(['Ana', 'Budi']);
  expect(found.waiting.map(({ callId }) => callId)).toEqual(['w1', 'w2']);
});

test('[CALL-09] an outgoing call stands beside the first group of its agent', () => {
  expect(listenedGroup('c1', known(call('c1', null, 'talking', 10, 1)))?.group.id).toBe(5);
});

test('[CALL-09] a call nobody knows, or of somebody without a group, has none beside it', () => {
  expect(listenedGroup('gone', known())).toBeNull();
  expect(listenedGroup('c1', known(call('c1', null, 'talking', 10, 99)))).toBeNull();
});
