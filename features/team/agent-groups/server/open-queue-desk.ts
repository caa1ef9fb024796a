import { Counter, Gauge } from 'prom-client';
import { sizeOf } from '../core/sorted.ts';
import type { GoingOn } from '#core/call/going-on.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { recoverEntries, tenantsInLine } from './entries.repo.ts';
import { mediaOf } from './group-sounds.ts';
import { waitingCalls } from './line-figures.ts';
import type { QueueDesk, QueueServer } from './queue-desk.ts';
import { openTenantDesk } from './open-tenant-desk.ts';
import type { TenantDeskWorld, TenantDesk } from './tenant-desk.ts';

/** Says, within the database, whose groups changed. */
export const GROUPS_CHANGED = 'agent_groups';

/** The desk as its own feature runs it. */
export interface LiveQueueDesk extends QueueDesk {
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Takes over the line of a tenant: whoever held it at another process, or an earlier one, is promised a call back, but for those whose call
   * goes on.
   */
  moveIn(tenantId: number, goingOn?: Pick<GoingOn, 'inLine' | 'served'>): Promise<void>;
  /** The line is another process's: here nothing of it is known any more, and nothing is written. */
  moveOut(tenantId: number): Promise<void>;
  /** Tenants with somebody in line. */
  leftBehind(): Promise<number[]>;
  /** Groups, members or skills changed: the line decides by them when this resolves. */
  refresh(tenantId: number): Promise<void>;
  /** The line of a tenant, opened when it is first needed. */
  of(tenantId: number): Promise<TenantDesk>;
}

export function openQueueDesk(world: TenantDeskWorld & Pick<World, 'metrics'>, board: AgentBoard): LiveQueueDesk {
  const { db, log, exchange, metrics } = world;
  const desks = new Map<number, Promise<TenantDesk>>();
  const opened = new Map<number, TenantDesk>();
  const subscriptions: (() => void)[] = [];
  let serve: (server: QueueServer) => void = () => {};
  const server = new Promise<QueueServer>((resolve) => (serve = resolve));

  const registers = [metrics.registry];
  // A desk that follows another in the same process takes its place at the monitor too.
  for (const name of ['openseat_queue_waiting', 'openseat_queue_decisions_total'])
    metrics.registry.removeSingleMetric(name);
  const decisions = new Counter({
    name: 'openseat_queue_decisions_total',
    help: 'Decisions about callers in line',
    registers,
  });
  // oxlint-disable-next-line no-new
  new Gauge({
    name: 'openseat_queue_waiting',
    help: 'Callers and promises in line',
    registers,
    collect() {
      this.set([...opened.values()].reduce((sum, { line }) => sum + sizeOf(line.now().entries), 0));
    },
  });

  function of(tenantId: number): Promise<TenantDesk> {
    const known = desks.get(tenantId);
    if (known) return known;
    const desk = openTenantDesk(world, { tenantId, board, server, decided: (count) => decisions.inc(count) });
    desks.set(tenantId, desk);
    desk.then(
      (open) => desks.get(tenantId) === desk && opened.set(tenantId, open),
      () => desks.get(tenantId) === desk && desks.delete(tenantId),
    );
    return desk;
  }

  /** An empty payload: something was missed, so everything may have changed. */
  function onGroupsChanged(payload: string): void {
    const tenantIds = payload === '' ? [...opened.keys()] : [Number(payload)];
    for (const tenantId of tenantIds)
      void opened
        .get(tenantId)
        ?.refresh()
        .catch(
          (problem: unknown) =>
            !isUnavailable(problem) && log.error({ err: problem, tenantId }, 'groups could not be read anew'),
        );
  }

  return {
    of,
    serveWith: (given) => serve(given),
    enqueue: async (entry) => (await of(entry.tenantId)).enqueue(entry),
    leave: async (tenantId, callId, why) => (await of(tenantId)).leave(callId, why),
    offerEnded: async (tenantId, callId, userId, outcome) => (await of(tenantId)).offerEnded(callId, userId, outcome),
    refresh: async (tenantId) => opened.get(tenantId)?.refresh(),
    async group(tenantId, groupId) {
      const group = (await of(tenantId)).groups().get(groupId);
      if (!group) return null;
      const { id, name, language, allowCallback, announcePosition, wrapUpSec } = group;
      return {
        id,
        name,
        language,
        allowCallback,
        announcePosition,
        wrapUpMs: wrapUpSec === null ? null : wrapUpSec * 1_000,
        media: mediaOf(group),
      };
    },
    waiting(tenantId) {
      const desk = opened.get(tenantId);
      return desk ? waitingCalls(desk.line.now(), desk.numberOf) : [];
    },
    async start() {
      subscriptions.push(
        await db.listen(GROUPS_CHANGED, onGroupsChanged),
        board.onChange(
          ({ tenantId, userId }) =>
            void desks.get(tenantId)?.then(
              (desk) => desk.agentChanged(userId),
              () => {},
            ),
        ),
      );
    },
    async moveIn(tenantId, goingOn) {
      // Where nobody waits the line is opened by whoever first asks for it.
      if ((await db.tenant({ tenantId }, (tx) => recoverEntries(tx, exchange.node, goingOn))) > 0) await of(tenantId);
    },
    async moveOut(tenantId) {
      const left = desks.get(tenantId);
      desks.delete(tenantId);
      opened.delete(tenantId);
      await left?.then(
        (open) => open.stop(),
        () => {},
      );
    },
    leftBehind: () => db.everyTenant('what was left in line', tenantsInLine),
    async stop() {
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
      for (const desk of desks.values())
        await desk.then(
          (open) => open.stop(),
          () => {},
        );
      desks.clear();
      opened.clear();
    },
  };
}
