import { createHash } from 'node:crypto';
import type { Routing } from '../core/routing-machine.ts';
import { itemsOf, sizeOf } from '../core/sorted.ts';
import { entryOf, groupOf } from '../core/state.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { GroupWaiting, LineNow } from '../contract.ts';
import type { WaitingCall } from './queue-desk.ts';

type GroupLine = NonNullable<ReturnType<typeof groupOf>>['all'] | null;

export const waitingCount = (routing: Routing, groupId: number): number =>
  sizeOf(groupOf(routing, groupId)?.all ?? null);

/** How the line of a group stands. */
export function groupFigures(routing: Routing, groupId: number): GroupWaiting {
  const state = groupOf(routing, groupId);
  const all = itemsOf(state?.all ?? null).map(({ callId }) => entryOf(routing, callId)!);
  let oldestMs = Infinity;
  for (const { queuedAtMs } of all) oldestMs = Math.min(oldestMs, queuedAtMs);
  return {
    groupId,
    waiting: all.length,
    callbacks: all.filter(({ kind }) => kind === 'callback').length,
    offered: all.filter(({ at }) => at.is === 'offered').length,
    oldestQueuedAt: oldestMs === Infinity ? null : toWireTime(oldestMs),
  };
}

/** The same as agents see it. */
export const lineNow = (routing: Routing, groupId: number): LineNow => ({
  ...groupFigures(routing, groupId),
  oldestCallerAt: wireOrNull(oldestCallerMs(routing, groupId)),
  callbacksMark: callbacksMark(routing, groupId),
});

const MARK_LETTERS = 10;

/** Callbacks in the order they are served, in one short word. */
function callbacksMark(routing: Routing, groupId: number): string {
  const promised = callbacksOf(routing, groupId, () => '').map(
    ({ callId, offeredTo }) => `${callId} ${offeredTo ?? ''}`,
  );
  return promised.length === 0
    ? ''
    : createHash('sha256').update(promised.join()).digest('base64url').slice(0, MARK_LETTERS);
}

/** Since when the caller has been in line who has been there longest; promises to call back do not listen to music. */
export function oldestCallerMs(routing: Routing, groupId: number): number | null {
  const sinceMs = itemsOf(groupOf(routing, groupId)?.all ?? null).flatMap(({ callId }) => {
    const { kind, queuedAtMs } = entryOf(routing, callId)!;
    return kind === 'call' ? [queuedAtMs] : [];
  });
  return sinceMs.length === 0 ? null : sinceMs.reduce((a, b) => Math.min(a, b));
}

const wireOrNull = (moment: number | null): string | null => (moment === null ? null : toWireTime(moment));

/** Whom a group promised to call back, in the order they are served. */
export const callbacksOf = (routing: Routing, groupId: number, numberOf: (callId: string) => string): WaitingCall[] =>
  inLine(routing, groupOf(routing, groupId)?.all ?? null, numberOf).filter(({ kind }) => kind === 'callback');

/** Everybody in line, group by group, in the order they are served. */
export const waitingCalls = (routing: Routing, numberOf: (callId: string) => string): WaitingCall[] =>
  itemsOf(routing.groups).flatMap(({ all }) => inLine(routing, all, numberOf));

function inLine(routing: Routing, all: GroupLine, numberOf: (callId: string) => string): WaitingCall[] {
  return itemsOf(all).map(({ callId }, index) => {
    const { groupId, kind, queuedAtMs, at } = entryOf(routing, callId)!;
    return {
      callId,
      groupId,
      kind,
      customerNumber: numberOf(callId),
      position: index + 1,
      queuedAtMs,
      offeredTo: at.is === 'offered' ? at.userId : null,
    };
  });
}
