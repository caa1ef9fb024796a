import type { Clock } from '#platform/server/clock.ts';
import { Failure } from '#shared/errors.ts';
import { positionOf, type Routing } from '../core/routing-machine.ts';
import { entryOf, groupOf } from '../core/state.ts';
import type { StoredEntry } from './entries.repo.ts';
import type { NewQueueEntry } from './queue-desk.ts';
import type { TenantGroups } from './tenant-groups.ts';
import type { GroupLineEvent, TenantLine } from './tenant-line.ts';

/** Where callers come into a line and leave it. */
export interface Entrance extends Pick<TenantGroups, 'groups'> {
  line: TenantLine;
  /** Whom each call in line is with. */
  numbers: Map<string, string>;
  clock: Clock;
}

/** An entry as the line decides about it. */
export const queued = ({
  callId,
  groupId,
  kind,
  priority,
  skills,
  queuedAtMs,
  visited,
  stood,
}: StoredEntry): GroupLineEvent => ({
  type: 'callQueued',
  entry: {
    callId,
    groupId,
    kind,
    priority,
    queuedAtMs,
    requirements: skills,
    visited,
    ...(stood ? { stood } : {}),
  },
});

/** Stored when it resolves. A customer who has a promise from the group keeps the place of that one. */
export async function enqueue(
  { line, numbers, clock }: Entrance,
  {
    callId,
    groupId,
    priority = 0,
    skills = [],
    customerNumber,
    queuedAtMs = clock.nowMs(),
    kind = 'call',
  }: NewQueueEntry,
): Promise<{ position: number }> {
  let found = callId;
  const { after } = await line.send((routing) => {
    if (!groupOf(routing, groupId)) throw new Failure('notFound');
    const promise =
      kind === 'callback' && customerNumber !== '' ? promised(numbers, routing, groupId, customerNumber) : null;
    if (promise) {
      found = promise;
      return null;
    }
    if (!entryOf(routing, callId)) numbers.set(callId, customerNumber);
    return queued({
      callId,
      groupId,
      kind,
      customerNumber,
      priority,
      queuedAtMs,
      skills: skills.map((one) => ({ ...one, relaxAfterSec: null })),
      visited: [],
    });
  });
  const entry = entryOf(after, found);
  return { position: entry ? positionOf(after, entry) : 0 };
}

/** Answers whether the call was in line. Where it may, it stays as a promise to call back. */
export async function leave({ line, numbers, groups }: Entrance, callId: string, why: string): Promise<boolean> {
  if (why === 'serverStopped') await line.send({ type: 'stopping' });
  const { before } = await line.send((routing) => {
    const entry = entryOf(routing, callId);
    const mayStay = why === 'callback' || (why === 'serverStopped' && groups().get(entry?.groupId ?? 0)?.allowCallback);
    const number = numbers.get(callId) ?? '';
    const isFirst = entry && (entry.kind === 'callback' || !promised(numbers, routing, entry.groupId, number));
    return mayStay && number !== '' && isFirst ? { type: 'becameCallback', callId } : { type: 'callLeft', callId, why };
  });
  return entryOf(before, callId) !== undefined;
}

/** The promise a customer has from a group already. */
function promised(
  numbers: ReadonlyMap<string, string>,
  routing: Routing,
  groupId: number,
  customerNumber: string,
): string | null {
  for (const [callId, number] of numbers) {
    if (number !== customerNumber) continue;
    const entry = entryOf(routing, callId);
    if (entry?.kind === 'callback' && entry.groupId === groupId) return callId;
  }
  return null;
}
