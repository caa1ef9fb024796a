import type { TenantDesk } from '#features/team/agent-groups/server/index.ts';
import { newPace, pacePushed, paceSpared } from '../core/pace.ts';
import { audienceKey, newAudience, pushChanges, type Audience } from './audience.ts';
import type { TenantFacts } from './monitor-facts.ts';
import type { Rows, Watched, Watcher } from './monitor-board.ts';
import { noAgentRows, type KeptAgentRows } from './monitor-rows.ts';
import { rowsOf } from './watched-rows.ts';

/** A tenant somebody looks at. */
export interface TenantWatch {
  tenantId: number;
  line: TenantDesk;
  facts: TenantFacts;
  audiences: Map<string, Audience>;
  /** Rows as they were made last: they are the same for all who look. */
  kept: KeptAgentRows;
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
  kept: noAgentRows(),
  pace: newPace(MOST_OFTEN_MS),
  timer: null,
  reading: false,
});

const rowsFor = (watched: Watched, { tenantId, line, facts, kept }: TenantWatch, audience: Audience): Rows =>
  rowsOf(watched, tenantId, line, facts, audience, kept);

/** A new one hears everything; those already there hear what it has brought up to date. */
export function seat(watched: Watched, watch: TenantWatch, watcher: Watcher, nowMs: number): void {
  const who = { tenantId: watch.tenantId, zone: watcher.zone, needsMasking: watcher.needsMasking() };
  const audience = watch.audiences.get(audienceKey(who)) ?? newAudience(who);
  watch.audiences.set(audienceKey(who), audience);
  const rows = rowsFor(watched, watch, audience);
  pushChanges(audience, rows, nowMs);
  audience.watchers.add(watcher);
  watcher.send({ kind: 'board', nowMs, ...rows });
}

/**
 * Everybody hears what changed; whoever may see more or less since goes to those who see the same. False when there was nothing to
 * tell.
 */
function pushAll(watched: Watched, watch: TenantWatch, nowMs: number): boolean {
  let hasPushed = false;
  for (const [key, audience] of watch.audiences) {
    for (const watcher of audience.watchers) {
      if (watcher.needsMasking() === audience.needsMasking) continue;
      audience.watchers.delete(watcher);
      seat(watched, watch, watcher, nowMs);
      hasPushed = true;
    }
    if (audience.watchers.size === 0) watch.audiences.delete(key);
    else if (pushChanges(audience, rowsFor(watched, watch, audience), nowMs)) hasPushed = true;
  }
  return hasPushed;
}

/** The time to tell has come; whatever comes of it, what happens next is due again. */
export function pushDue(watched: Watched, watch: TenantWatch, nowMs: number): void {
  watch.timer = null;
  watch.pace = paceSpared(watch.pace);
  if (pushAll(watched, watch, nowMs)) watch.pace = pacePushed(watch.pace, nowMs);
}

export function unseat(watch: TenantWatch, watcher: Watcher): void {
  for (const [key, audience] of watch.audiences)
    if (audience.watchers.delete(watcher) && audience.watchers.size === 0) watch.audiences.delete(key);
}

export const zonesOf = ({ audiences }: TenantWatch): Set<string> =>
  new Set([...audiences.values()].map(({ zone }) => zone));
