import type { TenantDesk } from '#features/team/agent-groups/server/index.ts';
import { newPace } from '../core/pace.ts';
import { audienceKey, newAudience, pushChanges, type Audience } from './audience.ts';
import type { TenantFacts } from './monitor-facts.ts';
import type { Rows, Watched, Watcher } from './monitor-board.ts';
import { rowsOf } from './watched-rows.ts';

/** A tenant somebody looks at. */
export interface TenantWatch {
  tenantId: number;
  line: TenantDesk;
  facts: TenantFacts;
  audiences: Map<string, Audience>;
  pace: ReturnType<typeof newPace>;
  timer: NodeJS.Timeout | null;
  reading: boolean;
}

const MOST_OFTEN_MS = 250;

export const newTenantWatch = (tenantId: number, line: TenantDesk, facts: TenantFacts): TenantWatch => ({
  tenantId,
  line,
  facts,
  audiences: new Map(),
  pace: newPace(MOST_OFTEN_MS),
  timer: null,
  reading: false,
});

function refresh(watched: Watched, { tenantId, line, facts }: TenantWatch, audience: Audience, nowMs: number): Rows {
  const rows = rowsOf(watched, tenantId, line, facts, audience);
  pushChanges(audience, rows, nowMs);
  return rows;
}

/** A new one hears everything; those already there hear what it has brought up to date. */
export function seat(watched: Watched, watch: TenantWatch, watcher: Watcher, nowMs: number): void {
  const who = { tenantId: watch.tenantId, zone: watcher.zone, needsMasking: watcher.needsMasking() };
  const audience = watch.audiences.get(audienceKey(who)) ?? newAudience(who);
  watch.audiences.set(audienceKey(who), audience);
  const rows = refresh(watched, watch, audience, nowMs);
  audience.watchers.add(watcher);
  watcher.tell({ kind: 'board', nowMs, ...rows });
}

/** Everybody hears what changed; whoever may see more or less since goes to those who see the same. */
export function pushAll(watched: Watched, watch: TenantWatch, nowMs: number): void {
  for (const [key, audience] of watch.audiences) {
    for (const watcher of audience.watchers) {
      if (watcher.needsMasking() === audience.needsMasking) continue;
      audience.watchers.delete(watcher);
      seat(watched, watch, watcher, nowMs);
    }
    if (audience.watchers.size === 0) watch.audiences.delete(key);
    else refresh(watched, watch, audience, nowMs);
  }
}

export function unseat(watch: TenantWatch, watcher: Watcher): void {
  for (const [key, audience] of watch.audiences)
    if (audience.watchers.delete(watcher) && audience.watchers.size === 0) watch.audiences.delete(key);
}

export const zonesOf = ({ audiences }: TenantWatch): Set<string> =>
  new Set([...audiences.values()].map(({ zone }) => zone));
