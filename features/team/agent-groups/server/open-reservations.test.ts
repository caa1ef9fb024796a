import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AgentEvent } from '#core/agent-status/live-agent.ts';
import { aGroup, aLine } from '../core/routing.fixture.ts';
import type { AgentBoard, BoardAgent } from '#features/team/agent-status/server/index.ts';
import { openLog } from '#platform/server/log.ts';
import type { QueueServer } from './queue-desk.ts';
import { openReservations } from './open-reservations.ts';
import { clockOf } from '#test/clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const offer = { tenantId: 1, callId: 'one', userId: 7 };

/** A board whose answer the test gives: whether the agent could be reserved, and when. */
function aReservation({ hasMobile = false } = {}) {
  const sentTypes: AgentEvent['type'][] = [];
  const happened: string[] = [];
  const line = aLine(aGroup());
  let reserved: (callId: string | null) => void = () => {};
  const answer = new Promise<string | null>((resolve) => (reserved = resolve));
  const board = {
    async send(_who: object, event: AgentEvent) {
      sentTypes.push(event.type);
      const callId = event.type === 'callOffered' ? await answer : null;
      return { sipNum: '1001', hasMobile, call: callId === null ? null : { callId, at: 'ringing' } } as BoardAgent;
    },
  } as unknown as AgentBoard;
  const server = {
    offer: () => void happened.push('rings'),
    withdraw: () => void happened.push('rings no more'),
  } as unknown as QueueServer;
  const reservations = openReservations({
    board,
    server: Promise.resolve(server),
    clock: clockOf(() => 0),
    log: openLog('silent'),
    routing: line.routing,
    details: () => ({ groupId: 1, ringTimeoutMs: 20_000, kind: 'call', customerNumber: '', queuedAtMs: 0 }),
    failed: () => void happened.push('failed'),
  });
  line.agent(7);
  line.call('one');
  reservations.offer(offer);
  return { line, sentTypes: sentTypes, happened, reservations, reserved, settle: () => vi.advanceTimersByTimeAsync(0) };
}

test('[CC-16] an agent whom somebody else took first is not rung', async () => {
  const it = aReservation();
  it.reserved('outbound');
  await it.settle();
  expect(it).toMatchObject({ sentTypes: ['callOffered'], happened: ['failed'] });
});

test('[CC-16] a call that left while its agent was being reserved rings nowhere, and the agent is given back', async () => {
  const it = aReservation();
  await it.settle();
  it.line.send({ type: 'callLeft', callId: 'one', why: 'abandoned' });
  it.reservations.withdraw(offer);
  it.reserved('one');
  await it.settle();
  expect(it).toMatchObject({ sentTypes: ['callOffered', 'offerEnded'], happened: [] });
});

test('[CC-16] no reservation outlives the ringing, even when nobody says how it ended', async () => {
  const it = aReservation();
  it.reserved('one');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(it.happened).toEqual(['rings']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(it).toMatchObject({
    sentTypes: ['callOffered', 'offerEnded'],
    happened: ['rings', 'rings no more', 'failed'],
  });
});

test('[CC-16] a mobile that is looked for, rings and asks for a key is not given up meanwhile', async () => {
  const it = aReservation({ hasMobile: true });
  it.reserved('one');
  await vi.advanceTimersByTimeAsync(79_000);
  expect(it.happened).toEqual(['rings']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(it.happened).toEqual(['rings', 'rings no more', 'failed']);
});

test('[CC-16] an offer whose end was told is left in peace', async () => {
  const it = aReservation();
  it.reserved('one');
  await it.settle();
  it.reservations.ended(offer);
  it.reservations.withdraw(offer);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(it).toMatchObject({ sentTypes: ['callOffered'], happened: ['rings'] });
});
