import type { Agent, RoutingEffect } from '../core/routing.ts';
import { positionOf, type Routing } from '../core/routing-machine.ts';
import { entryOf, groupOf } from '../core/state.ts';
import type { AgentBoard, BoardAgent } from '#features/team/agent-status/server/index.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { Failure } from '#shared/errors.ts';
import { entriesRepo, type StoredEntry } from './entries.repo.ts';
import { groupsRepo, lineGroup, type GroupRow } from './groups.repo.ts';
import { lineNow } from './line-figures.ts';
import { membersRepo, type Serving } from './members.repo.ts';
import type { NewQueueEntry, QueueServer } from './queue-desk.ts';
import { openReservations } from './reservations.ts';
import { openTenantLine, type LineEvent, type Written } from './tenant-line.ts';
import { openWaitingNews } from './waiting-news.ts';

export type DeskWorld = Pick<World, 'db' | 'clock' | 'log' | 'exchange'>;
export type TenantDesk = Awaited<ReturnType<typeof openTenantDesk>>;

interface TenantDeskParts {
  tenantId: number;
  board: AgentBoard;
  server: Promise<QueueServer>;
  decided(count: number): void;
}

/** The line of one tenant with everything around it: its groups and agents, the store, the board and whoever rings. */
export async function openTenantDesk(
  { db, clock, log, exchange: { node } }: DeskWorld,
  { tenantId, board, server, decided }: TenantDeskParts,
) {
  let groups = new Map<number, GroupRow>();
  let serving = new Map<number, Serving>();
  let reading = Promise.resolve();
  const numbers = new Map<string, string>();
  const report = (problem: unknown): void =>
    log.error({ err: problem, tenantId }, 'the line could not do what it had to');

  const line = openTenantLine({ clock, store, perform, decided, report });
  const news = openWaitingNews({
    db,
    tenantId,
    figures: (groupId) => lineNow(line.now(), groupId),
    report: (problem) => log.warn({ err: problem, tenantId }, 'waiting callers not told'),
  });
  const reservations = openReservations({
    board,
    clock,
    log,
    server,
    routing: line.now,
    details(callId) {
      const entry = entryOf(line.now(), callId);
      const group = entry && groups.get(entry.groupId);
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
        tell((ringer) =>
          ringer.announce({ tenantId, callId: effect.callId, position: effect.position, waitedMs: effect.waitedMs }),
        );
      if (effect.type === 'overflow')
        tell((ringer) => ringer.overflow({ tenantId, callId: effect.callId, to: effect.to }));
    }
  }

  const tell = (what: (ringer: QueueServer) => void): void => void server.then(what).catch(report);

  /** Somebody on the board as the line sees them. */
  function lineAgent({ userId, status, idleSinceMs, whyNotRoutable }: BoardAgent): Agent {
    const { groups: served = [], skills = {} } = serving.get(userId) ?? {};
    return {
      userId,
      routable: whyNotRoutable === null,
      signedIn: status !== AgentStatus.offline,
      idleSinceMs,
      groups: served,
      skills,
      capacity: 1,
      busy: 0,
    };
  }

  const read = () =>
    db.tenant({ tenantId }, async (tx) => ({
      rows: await groupsRepo(tx).all(),
      people: await membersRepo(tx).serving(),
    }));

  /** Takes over what groups and members are now. One reading after another, or an older one might come last. */
  function refresh(): Promise<void> {
    reading = reading.catch(() => {}).then(takeOver);
    return reading;
  }

  async function takeOver(): Promise<void> {
    const { rows, people } = await read();
    const before = groups;
    const servedBefore = JSON.stringify([...serving.values()]);
    groups = new Map(rows.map((row) => [row.id, row]));
    serving = new Map(people.map((one) => [one.userId, one]));
    const changed = rows
      .filter((row) => JSON.stringify(before.get(row.id)) !== JSON.stringify(row))
      .map((row): LineEvent => ({ type: 'groupChanged', group: lineGroup(row) }));
    const removed = [...before.keys()]
      .filter((id) => !groups.has(id))
      .map((groupId): LineEvent => ({ type: 'groupRemoved', groupId }));
    // The board has the last word: an agent is read when their turn comes, not before.
    const agents = board.ofTenant(tenantId).map(({ userId }) => agentEvent(userId));
    await Promise.all([...changed, ...removed, ...agents].map((event) => line.send(event)));
    if (changed.length + removed.length > 0 || JSON.stringify(people) !== servedBefore) news.groupsChanged();
  }

  const agentEvent = (userId: number) => (): LineEvent | null => {
    const agent = board.agent(userId, tenantId);
    return agent && { type: 'agentChanged', agent: lineAgent(agent) };
  };

  const queued = ({ callId, groupId, kind, priority, skills, queuedAtMs, visited }: StoredEntry): LineEvent => ({
    type: 'callQueued',
    entry: { callId, groupId, kind, priority, queuedAtMs, requirements: skills, visited },
  });

  /** The promise a customer has from a group already. */
  const promised = (routing: Routing, groupId: number, customerNumber: string): string | null => {
    for (const [callId, number] of numbers) {
      if (number !== customerNumber) continue;
      const entry = entryOf(routing, callId);
      if (entry?.kind === 'callback' && entry.groupId === groupId) return callId;
    }
    return null;
  };

  await refresh();
  const stored = await db.tenant({ tenantId }, (tx) => entriesRepo(tx).live(node));
  for (const { callId, customerNumber } of stored) numbers.set(callId, customerNumber);
  await Promise.all(stored.map((entry) => line.send(queued(entry))));
  // Whoever was in line when the server stopped may be gone: pages that stayed open learn it now.
  news.changed(groups.keys());

  return {
    line,
    refresh,
    groups: (): ReadonlyMap<number, GroupRow> => groups,
    serving: (): ReadonlyMap<number, Serving> => serving,
    numberOf: (callId: string): string => numbers.get(callId) ?? '',
    agentChanged: (userId: number): void => void line.send(agentEvent(userId)).catch(report),

    async enqueue({
      callId,
      groupId,
      priority = 0,
      skills = [],
      customerNumber,
      queuedAtMs = clock.nowMs(),
      kind = 'call',
    }: NewQueueEntry): Promise<{ position: number }> {
      let found = callId;
      const { after } = await line.send((routing) => {
        if (!groupOf(routing, groupId)) throw new Failure('notFound');
        const promise =
          kind === 'callback' && customerNumber !== '' ? promised(routing, groupId, customerNumber) : null;
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
    },

    async leave(callId: string, why: string): Promise<boolean> {
      if (why === 'serverStopped') await line.send({ type: 'stopping' });
      const { before } = await line.send((routing) => {
        const entry = entryOf(routing, callId);
        const mayStay =
          why === 'callback' || (why === 'serverStopped' && groups.get(entry?.groupId ?? 0)?.allowCallback);
        const number = numbers.get(callId) ?? '';
        const isFirst = entry && (entry.kind === 'callback' || !promised(routing, entry.groupId, number));
        return mayStay && number !== '' && isFirst
          ? { type: 'becameCallback', callId }
          : { type: 'callLeft', callId, why };
      });
      return entryOf(before, callId) !== undefined;
    },

    async offerEnded(
      callId: string,
      userId: number,
      outcome: Extract<LineEvent, { type: 'offerEnded' }>['outcome'],
    ): Promise<void> {
      reservations.ended({ tenantId, callId, userId });
      const told = line.send({ type: 'offerEnded', callId, userId, outcome });
      // The board may have been quicker: then it has said all it will say about this call.
      await Promise.all([told, line.send(agentEvent(userId))]);
    },

    async stop(): Promise<void> {
      await line.stop();
      news.stop();
      reservations.stop();
    },
  };
}
