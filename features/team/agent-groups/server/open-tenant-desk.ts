import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { RoutingEffect } from '../core/routing.ts';
import { LeaseLost } from '#platform/server/leases/lease.ts';
import { entryOf } from '../core/state.ts';
import { entriesRepo } from './entries.repo.ts';
import { enqueue, leave, queued, type Entrance } from './line-entrance.ts';
import { lineNow } from './line-figures.ts';
import { openReservations } from './open-reservations.ts';
import { openTenantGroups } from './open-tenant-groups.ts';
import { openTenantLine } from './open-tenant-line.ts';
import { openWaitingNews } from './open-waiting-news.ts';
import type { QueueServer } from './queue-desk.ts';
import type { TenantDeskWorld, TenantDesk } from './tenant-desk.ts';
import type { Written } from './tenant-line.ts';

interface TenantDeskParts {
  tenantId: number;
  board: AgentBoard;
  server: Promise<QueueServer>;
  decided(count: number): void;
}

export async function openTenantDesk(
  { db, clock, log, exchange: { node } }: TenantDeskWorld,
  { tenantId, board, server, decided }: TenantDeskParts,
): Promise<TenantDesk> {
  const numbers = new Map<string, string>();
  function report(problem: unknown): void {
    // It is another process's by now, and this one is about to be told.
    if (!(problem instanceof LeaseLost)) log.error({ err: problem, tenantId }, 'the line could not do what it had to');
  }

  const line = openTenantLine({ clock, store, perform, decided, report });
  const news = openWaitingNews({
    db,
    tenantId,
    figures: (groupId) => lineNow(line.now(), groupId),
    report: (problem) => log.warn({ err: problem, tenantId }, 'waiting callers not told'),
  });
  const tenantGroups = openTenantGroups({ db, tenantId, board, line, changed: news.groupsChanged });
  const entrance: Entrance = { line, numbers, clock, groups: tenantGroups.groups };
  const reservations = openReservations({
    board,
    clock,
    log,
    server,
    routing: line.now,
    details(callId) {
      const entry = entryOf(line.now(), callId);
      const group = entry && tenantGroups.groups().get(entry.groupId);
      return group
        ? {
            groupId: group.id,
            ringTimeoutMs: group.ringTimeoutSec * 1_000,
            kind: entry.kind,
            customerNumber: numbers.get(callId) ?? '',
            queuedAtMs: entry.queuedAtMs,
          }
        : null;
    },
    failed: ({ callId, userId }) =>
      void line.send({ type: 'offerEnded', callId, userId, outcome: 'withdrawn' }).catch(report),
  });

  async function store({ kept, ended, groups: changed }: Written): Promise<void> {
    const entries = [...kept.values()].map((entry) => ({ ...entry, customerNumber: numbers.get(entry.callId) ?? '' }));
    await db.tenant({ tenantId }, (tx) =>
      entriesRepo(tx).save(
        node,
        entries,
        [...ended].map(([callId, end]) => ({ callId, ...end })),
      ),
    );
    for (const callId of ended.keys()) numbers.delete(callId);
    news.changed(changed);
  }

  function perform(effects: readonly RoutingEffect[]): void {
    for (const effect of effects) {
      if (effect.type === 'offer') reservations.offer({ tenantId, callId: effect.callId, userId: effect.userId });
      if (effect.type === 'withdraw') reservations.withdraw({ tenantId, callId: effect.callId, userId: effect.userId });
      if (effect.type === 'announce')
        callServer((ringer) =>
          ringer.announce({ tenantId, callId: effect.callId, position: effect.position, waitedMs: effect.waitedMs }),
        );
      if (effect.type === 'overflow')
        callServer((ringer) => ringer.overflow({ tenantId, callId: effect.callId, to: effect.to }));
    }
  }

  const callServer = (what: (ringer: QueueServer) => void): void => void server.then(what).catch(report);

  await tenantGroups.refresh();
  const stored = await db.tenant({ tenantId }, (tx) => entriesRepo(tx).live());
  for (const { callId, customerNumber } of stored) numbers.set(callId, customerNumber);
  await Promise.all(stored.map((entry) => line.send(queued(entry))));
  for (const { callId, stood } of stored)
    if (typeof stood?.offeredTo === 'number') reservations.rings({ tenantId, callId, userId: stood.offeredTo });
  // Whoever was in line when the server stopped may be gone: pages that stayed open learn it now.
  news.changed(tenantGroups.groups().keys());

  return {
    line,
    refresh: tenantGroups.refresh,
    groups: tenantGroups.groups,
    serving: tenantGroups.serving,
    numberOf: (callId) => numbers.get(callId) ?? '',
    agentChanged: (userId) => void line.send(tenantGroups.agentEvent(userId)).catch(report),
    enqueue: (entry) => enqueue(entrance, entry),
    leave: (callId, why) => leave(entrance, callId, why),
    async offerEnded(callId, userId, outcome) {
      reservations.ended({ tenantId, callId, userId });
      const sentEnd = line.send({ type: 'offerEnded', callId, userId, outcome });
      // The board may have been quicker: then it has said all it will say about this call.
      await Promise.all([sentEnd, line.send(tenantGroups.agentEvent(userId))]);
    },
    async stop() {
      await line.stop();
      news.stop();
      reservations.stop();
    },
  };
}
