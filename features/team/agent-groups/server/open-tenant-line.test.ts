import { afterEach, expect, test, vi } from 'vitest';
import type { RoutingEffect } from '../core/routing.ts';
import { aCall, aGroup, anAgent } from '../core/routing.fixture.ts';
import { Failure } from '#shared/errors.ts';
import { openTenantLine } from './open-tenant-line.ts';
import type { Written } from './tenant-line.ts';

afterEach(() => vi.useRealTimers());

function aLine(store: (written: Written) => Promise<void> = async () => {}) {
  const done: string[] = [];
  const reported: unknown[] = [];
  const line = openTenantLine({
    clock: { nowMs: () => Date.now() },
    store: async (written) => {
      await store(written);
      done.push(
        `stored ${[...written.kept.keys()].join()}${written.ended.size > 0 ? ` ended ${[...written.ended.keys()].join()}` : ''}`,
      );
    },
    perform: (effects: readonly RoutingEffect[]) =>
      void done.push(...effects.filter(({ type }) => type === 'offer' || type === 'overflow').map(({ type }) => type)),
    decided: () => {},
    report: (problem) => void reported.push(problem),
  });
  return { line, done, reported };
}

const group = { type: 'groupChanged', group: aGroup() } as const;
const agent = { type: 'agentChanged', agent: anAgent(7) } as const;
const call = (callId: string) => ({ type: 'callQueued', entry: aCall(callId) }) as const;

test('[CC-16] nothing is done about a decision before it is stored, and decisions that wait are stored together', async () => {
  const { line, done } = aLine();
  await Promise.all([line.send(group), line.send(agent)]);
  await Promise.all([line.send(call('one')), line.send(call('two')), line.send(call('three'))]);
  expect(done).toEqual(['stored one,two,three', 'offer']);
});

test('[CC-16] while the database is away nothing is decided, and nothing is forgotten', async () => {
  vi.useFakeTimers();
  let away = true;
  const { line, done } = aLine(async () => {
    if (away) throw new Failure('unavailable');
  });
  await Promise.all([line.send(group), line.send(agent)]);
  const queued = line.send(call('one'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(done).toEqual([]);
  expect(line.now().entries).toBeNull();
  away = false;
  await vi.advanceTimersByTimeAsync(1_000);
  await queued;
  expect(done).toEqual(['stored one', 'offer']);
});

test('[CC-16] a call that cannot be stored is refused alone', async () => {
  const { line, reported } = aLine(async ({ kept }) => {
    if (kept.has('bad')) throw new Error('bad row');
  });
  await line.send(group);
  const results = await Promise.allSettled([line.send(call('one')), line.send(call('bad')), line.send(call('two'))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(reported).toHaveLength(1);
});

test('[CC-16] the line wakes by itself when a wait has been too long', async () => {
  vi.useFakeTimers();
  const { line, done } = aLine();
  await line.send({ type: 'groupChanged', group: aGroup({ maxWaitSec: 30 }) });
  await line.send({ type: 'callQueued', entry: aCall('one', { queuedAtMs: Date.now() }) });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(done).toEqual(['stored one']);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(done).toEqual(['stored one', 'stored one', 'overflow']);
  await line.stop();
});
