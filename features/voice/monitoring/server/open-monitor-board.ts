import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { paceChange, pacePushed, paceSpared } from '../core/pace.ts';
import type { MonitorBoard, Watched } from './monitor-board.ts';
import { newTenantWatch, seat, pushAll, unseat, zonesOf, type TenantWatch } from './tenant-watch.ts';
import { keepFacts } from './monitor-facts.ts';
import { factsOf, rowsOf } from './watched-rows.ts';

const READ_EVERY_MS = 2_000;
/** More than anybody's team has. */
const MOST_ZONES = 40;

export function openMonitorBoard(world: Pick<World, 'db' | 'clock' | 'log'>, watched: Watched): MonitorBoard {
  const { clock, log } = world;
  const { board, queues, desk } = watched;
  const tenants = new Map<number, TenantWatch>();
  const opening = new Map<number, Promise<TenantWatch>>();
  const subscriptions: (() => void)[] = [];
  let readTimer: NodeJS.Timeout | undefined;

  function flush(watch: TenantWatch): void {
    watch.timer = null;
    // Whatever comes of it: what happens next is due again.
    watch.pace = paceSpared(watch.pace);
    if (pushAll(watched, watch, clock.nowMs())) watch.pace = pacePushed(watch.pace, clock.nowMs());
  }

  function changed(tenantId: number): void {
    const watch = tenants.get(tenantId);
    if (!watch) return;
    const { pace, waitMs } = paceChange(watch.pace, clock.nowMs());
    watch.pace = pace;
    if (waitMs === null) return;
    // With all that changes in this turn of the loop: a timer of nothing would still be a millisecond.
    if (waitMs === 0) return void setImmediate(() => tenants.get(tenantId) === watch && guarded(() => flush(watch)));
    watch.timer = setTimeout(() => guarded(() => flush(watch)), waitMs);
    watch.timer.unref();
  }

  function guarded(work: () => void): void {
    try {
      work();
    } catch (problem) {
      log.error({ err: problem }, 'monitoring failed');
    }
  }

  async function readAnew(watch: TenantWatch): Promise<void> {
    if (watch.reading) return;
    watch.reading = true;
    try {
      const fresh = await factsOf(world, watched, watch.tenantId, zonesOf(watch));
      // Somebody in another zone may have come meanwhile.
      const days = watch.facts.days.size < MOST_ZONES ? new Map([...watch.facts.days, ...fresh.days]) : fresh.days;
      watch.facts = keepFacts(watch.facts, { ...fresh, days });
      // Whatever was read: somebody's role may ask for stars since.
      changed(watch.tenantId);
    } catch (problem) {
      // What was read before is shown meanwhile.
      if (!isUnavailable(problem))
        log.error({ err: problem, tenantId: watch.tenantId }, 'monitoring could not be read');
    } finally {
      watch.reading = false;
    }
  }

  async function tenantWatch(tenantId: number, zone: string): Promise<TenantWatch> {
    const known = tenants.get(tenantId);
    if (known?.facts.days.has(zone)) return known;
    if (known) {
      const { days } = await factsOf(world, watched, tenantId, [zone]);
      known.facts = { ...known.facts, days: new Map([...known.facts.days, ...days]) };
      return known;
    }
    const begun = opening.get(tenantId) ?? open(tenantId, zone).finally(() => opening.delete(tenantId));
    opening.set(tenantId, begun);
    const watch = await begun;
    return watch.facts.days.has(zone) ? watch : tenantWatch(tenantId, zone);
  }

  async function open(tenantId: number, zone: string): Promise<TenantWatch> {
    const watch = newTenantWatch(tenantId, await queues.of(tenantId), await factsOf(world, watched, tenantId, [zone]));
    tenants.set(tenantId, watch);
    return watch;
  }

  /** Nobody looks any more: nothing is kept. */
  function forgetIfEmpty(watch: TenantWatch): void {
    if (watch.audiences.size > 0 || tenants.get(watch.tenantId) !== watch) return;
    clearTimeout(watch.timer ?? undefined);
    tenants.delete(watch.tenantId);
  }

  return {
    async read({ tenantId, zone, needsMasking }) {
      const line = await queues.of(tenantId);
      return rowsOf(watched, tenantId, line, await factsOf(world, watched, tenantId, [zone]), { zone, needsMasking });
    },
    async watch(watcher) {
      for (;;) {
        const watch = await tenantWatch(watcher.tenantId, watcher.zone);
        // The last of the others may have left meanwhile.
        if (tenants.get(watcher.tenantId) !== watch) continue;
        seat(watched, watch, watcher, clock.nowMs());
        return () => {
          unseat(watch, watcher);
          forgetIfEmpty(watch);
        };
      }
    },
    touch(tenantId) {
      const watch = tenants.get(tenantId);
      if (watch) void readAnew(watch);
    },
    start() {
      subscriptions.push(
        board.onChange(({ tenantId }) => changed(tenantId)),
        desk.onChange(({ tenantId }) => changed(tenantId)),
      );
      readTimer = setInterval(() => {
        for (const watch of tenants.values()) {
          forgetIfEmpty(watch);
          if (watch.audiences.size > 0) void readAnew(watch);
        }
      }, READ_EVERY_MS);
      readTimer.unref();
    },
    stop() {
      clearInterval(readTimer);
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
      for (const watch of tenants.values()) clearTimeout(watch.timer ?? undefined);
      tenants.clear();
    },
  };
}
