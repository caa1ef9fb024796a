import { newPace, paceChange, paceTold } from '../core/pace.ts';
import { changesSince, type ToldRows } from '../core/row-changes.ts';
import type { LiveQueueDesk, TenantDesk } from '#features/team/agent-groups/server/index.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { CallDesk } from '#features/voice/calls/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import type {
  MonitorAgent,
  MonitorBoardMessage,
  MonitorCall,
  MonitorChangesMessage,
  MonitorGroup,
  WallSettings,
} from '../contract.ts';
import { readFacts, type TenantFacts } from './monitor-facts.ts';
import { agentRows, callRows, groupRows } from './monitor-rows.ts';

/** The living things supervisors look at. */
export interface Watched {
  board: AgentBoard;
  queues: Pick<LiveQueueDesk, 'of'>;
  desk: Pick<CallDesk, 'ofTenant' | 'onChange'>;
}

/** Somebody who looks. `needsMasking` is asked again and again: roles change while a wall hangs. */
export interface Watcher {
  tenantId: number;
  zone: string;
  needsMasking(): boolean;
  /** The same message goes to everybody who may see the same. */
  tell(message: MonitorBoardMessage | MonitorChangesMessage): void;
}

export interface Reader {
  tenantId: number;
  zone: string;
  needsMasking: boolean;
}

export interface Rows {
  agents: MonitorAgent[];
  groups: MonitorGroup[];
  calls: MonitorCall[];
  wall: WallSettings;
}

export interface MonitorBoard {
  /** How everything stands. */
  read(reader: Reader): Promise<Rows>;
  /** Everything at once, then what changes: at most four times a second. The answer ends it. */
  watch(watcher: Watcher): Promise<() => void>;
  /** Something stored was changed: it is read anew soon. */
  touch(tenantId: number): void;
  start(): void;
  stop(): void;
}

/** People who see the same: one zone, with or without stars. */
interface Audience extends Reader {
  watchers: Set<Watcher>;
  told: { agents: ToldRows; groups: ToldRows; calls: ToldRows; wall: string };
}

interface TenantWatch {
  tenantId: number;
  line: TenantDesk;
  facts: TenantFacts;
  audiences: Map<string, Audience>;
  pace: ReturnType<typeof newPace>;
  timer: NodeJS.Timeout | null;
  reading: boolean;
}

const MOST_OFTEN_MS = 250;
const READ_EVERY_MS = 2_000;
/** More than anybody's team has. */
const MOST_ZONES = 40;
const nothingTold = { agents: new Map(), groups: new Map(), calls: new Map(), wall: '' };

/**
 * Agents, groups and calls for those who look. What lives in memory is told as it changes; what only the database knows is
 * read every two seconds, once per tenant, while somebody looks. What was told plus the changes is always what a fresh reader gets.
 */
export function openMonitorBoard(
  world: Pick<World, 'db' | 'clock' | 'log'>,
  { board, queues, desk }: Watched,
): MonitorBoard {
  const { clock, log } = world;
  const tenants = new Map<number, TenantWatch>();
  const opening = new Map<number, Promise<TenantWatch>>();
  const subscriptions: (() => void)[] = [];
  let readTimer: NodeJS.Timeout | undefined;

  const keyOf = ({ zone, needsMasking }: Pick<Reader, 'zone' | 'needsMasking'>): string => `${needsMasking} ${zone}`;

  function rowsOf(
    tenantId: number,
    line: TenantDesk,
    facts: TenantFacts,
    { zone, needsMasking }: Pick<Reader, 'zone' | 'needsMasking'>,
  ): Rows {
    const agents = agentRows(facts.people, board.ofTenant(tenantId));
    return {
      agents,
      groups: groupRows(line, agents, facts.chats, facts.days.get(zone) ?? new Map()),
      calls: callRows(desk.ofTenant(tenantId), facts.names, needsMasking),
      wall: facts.wall,
    };
  }

  const factsOf = (tenantId: number, zones: Iterable<string>): Promise<TenantFacts> =>
    readFacts(
      world,
      tenantId,
      zones,
      desk.ofTenant(tenantId).map(({ call }) => call.id),
    );

  /** Brings an audience up to date. */
  function refresh(watch: TenantWatch, audience: Audience): Rows {
    const rows = rowsOf(watch.tenantId, watch.line, watch.facts, audience);
    const agents = changesSince(audience.told.agents, rows.agents, ({ userId }) => userId);
    const groups = changesSince(audience.told.groups, rows.groups, ({ id }) => id);
    const calls = changesSince(audience.told.calls, rows.calls, ({ callId }) => callId);
    const wall = JSON.stringify(rows.wall);
    const isOther = {
      agents: agents.changes,
      groups: groups.changes,
      calls: calls.changes,
      wall: wall === audience.told.wall ? null : rows.wall,
    };
    audience.told = { agents: agents.told, groups: groups.told, calls: calls.told, wall };
    const parts = Object.fromEntries(Object.entries(isOther).filter(([, part]) => part !== null));
    if (Object.keys(parts).length === 0 || audience.watchers.size === 0) return rows;
    const message: MonitorChangesMessage = { kind: 'changes', nowMs: clock.nowMs(), ...parts };
    for (const watcher of audience.watchers) watcher.tell(message);
    return rows;
  }

  /** A new one hears everything; those already there hear what it has brought up to date. */
  function seat(watch: TenantWatch, watcher: Watcher): void {
    const who = { tenantId: watch.tenantId, zone: watcher.zone, needsMasking: watcher.needsMasking() };
    const audience = watch.audiences.get(keyOf(who)) ?? { ...who, watchers: new Set<Watcher>(), told: nothingTold };
    watch.audiences.set(keyOf(who), audience);
    const rows = refresh(watch, audience);
    audience.watchers.add(watcher);
    watcher.tell({ kind: 'board', nowMs: clock.nowMs(), ...rows });
  }

  function flush(watch: TenantWatch): void {
    watch.timer = null;
    watch.pace = paceTold(watch.pace, clock.nowMs());
    for (const [key, audience] of watch.audiences) {
      for (const watcher of audience.watchers) {
        if (watcher.needsMasking() === audience.needsMasking) continue;
        audience.watchers.delete(watcher);
        seat(watch, watcher);
      }
      if (audience.watchers.size === 0) watch.audiences.delete(key);
      else refresh(watch, audience);
    }
  }

  function changed(tenantId: number): void {
    const watch = tenants.get(tenantId);
    if (!watch) return;
    const { pace, waitMs } = paceChange(watch.pace, clock.nowMs());
    watch.pace = pace;
    if (waitMs === null) return;
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
      const fresh = await factsOf(watch.tenantId, zonesOf(watch));
      // Somebody in another zone may have come meanwhile.
      const days = watch.facts.days.size < MOST_ZONES ? new Map([...watch.facts.days, ...fresh.days]) : fresh.days;
      watch.facts = { ...fresh, days };
      changed(watch.tenantId);
    } catch (problem) {
      // What was read before is shown meanwhile.
      if (!isUnavailable(problem))
        log.error({ err: problem, tenantId: watch.tenantId }, 'monitoring could not be read');
    } finally {
      watch.reading = false;
    }
  }

  const zonesOf = ({ audiences }: TenantWatch): Set<string> => new Set([...audiences.values()].map(({ zone }) => zone));

  async function tenantWatch(tenantId: number, zone: string): Promise<TenantWatch> {
    const known = tenants.get(tenantId);
    if (known?.facts.days.has(zone)) return known;
    if (known) {
      const { days } = await factsOf(tenantId, [zone]);
      known.facts = { ...known.facts, days: new Map([...known.facts.days, ...days]) };
      return known;
    }
    const begun = opening.get(tenantId) ?? open(tenantId, zone).finally(() => opening.delete(tenantId));
    opening.set(tenantId, begun);
    const watch = await begun;
    return watch.facts.days.has(zone) ? watch : tenantWatch(tenantId, zone);
  }

  async function open(tenantId: number, zone: string): Promise<TenantWatch> {
    const watch: TenantWatch = {
      tenantId,
      line: await queues.of(tenantId),
      facts: await factsOf(tenantId, [zone]),
      audiences: new Map(),
      pace: newPace(MOST_OFTEN_MS),
      timer: null,
      reading: false,
    };
    tenants.set(tenantId, watch);
    return watch;
  }

  function leave(watch: TenantWatch, watcher: Watcher): void {
    for (const [key, audience] of watch.audiences)
      if (audience.watchers.delete(watcher) && audience.watchers.size === 0) watch.audiences.delete(key);
    forgetIfEmpty(watch);
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
      return rowsOf(tenantId, line, await factsOf(tenantId, [zone]), { zone, needsMasking });
    },
    async watch(watcher) {
      for (;;) {
        const watch = await tenantWatch(watcher.tenantId, watcher.zone);
        // The last of the others may have left meanwhile.
        if (tenants.get(watcher.tenantId) !== watch) continue;
        seat(watch, watcher);
        return () => leave(watch, watcher);
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
