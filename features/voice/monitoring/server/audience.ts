import { changesSince, type PushedRows } from '../core/row-changes.ts';
import type { MonitorChangesMessage } from '../contract.ts';
import type { BoardReader, Rows, Watcher } from './monitor-board.ts';

/** People who see the same: one zone, with or without stars. */
export interface Audience extends BoardReader {
  watchers: Set<Watcher>;
  pushed: { agents: PushedRows; groups: PushedRows; calls: PushedRows; wall: string };
}

const nothingPushed = { agents: new Map(), groups: new Map(), calls: new Map(), wall: '' };

export const newAudience = (reader: BoardReader): Audience => ({
  ...reader,
  watchers: new Set(),
  pushed: nothingPushed,
});

export const audienceKey = ({ zone, needsMasking }: Pick<BoardReader, 'zone' | 'needsMasking'>): string =>
  `${needsMasking} ${zone}`;

/** Brings an audience up to date: everybody in it is told what changed since it was told last. False when nothing did. */
export function pushChanges(audience: Audience, rows: Rows, nowMs: number): boolean {
  const agents = changesSince(audience.pushed.agents, rows.agents, ({ userId }) => userId);
  const groups = changesSince(audience.pushed.groups, rows.groups, ({ id }) => id);
  const calls = changesSince(audience.pushed.calls, rows.calls, ({ callId }) => callId);
  const wall = JSON.stringify(rows.wall);
  const isOther = {
    agents: agents.changes,
    groups: groups.changes,
    calls: calls.changes,
    wall: wall === audience.pushed.wall ? null : rows.wall,
  };
  audience.pushed = { agents: agents.pushed, groups: groups.pushed, calls: calls.pushed, wall };
  const parts = Object.fromEntries(Object.entries(isOther).filter(([, part]) => part !== null));
  if (Object.keys(parts).length === 0 || audience.watchers.size === 0) return false;
  const message: MonitorChangesMessage = { kind: 'changes', nowMs, ...parts };
  // Whose role asks for stars by now waits for the board of those who see them.
  for (const watcher of audience.watchers) if (watcher.needsMasking() === audience.needsMasking) watcher.send(message);
  return true;
}
