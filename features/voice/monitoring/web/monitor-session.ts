import { useEffect, useState, useSyncExternalStore } from 'react';
import { afterChanges } from '../core/row-changes.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { openSocket } from '#platform/web/socket.ts';
import { createStore } from '#platform/web/store.ts';
import {
  defaultWall,
  monitorSocket,
  type MonitorAgent,
  type MonitorCall,
  type MonitorDown,
  type MonitorGroup,
  type WallSettings,
} from '../contract.ts';

type ById<Row> = ReadonlyMap<number | string, Row>;

/** What the page knows of agents, groups and calls. It holds what goes on now and nothing that was: days do not make it larger. */
export interface MonitorView {
  /** False until everything was told once. */
  isKnown: boolean;
  /** The line is open: what is shown is true. */
  isLive: boolean;
  agents: ById<MonitorAgent>;
  groups: ById<MonitorGroup>;
  calls: ById<MonitorCall>;
  wall: WallSettings;
  /** Milliseconds to add to the page's clock to get the server's. */
  offsetMs: number;
}

export const nothingKnown: MonitorView = {
  isKnown: false,
  isLive: false,
  agents: new Map(),
  groups: new Map(),
  calls: new Map(),
  wall: defaultWall,
  offsetMs: 0,
};

/** What a message changes. */
export function afterMessage(view: MonitorView, message: MonitorDown, nowMs: number): MonitorView {
  if (message.kind === 'pong') return view;
  const isAll = message.kind === 'board';
  const from = isAll ? nothingKnown : view;
  const all = <Row>(rows: Row[]) => ({ rows, gone: [] });
  return {
    isKnown: true,
    isLive: true,
    agents: afterChanges(from.agents, isAll ? all(message.agents) : message.agents, ({ userId }) => userId),
    groups: afterChanges(from.groups, isAll ? all(message.groups) : message.groups, ({ id }) => id),
    calls: afterChanges(from.calls, isAll ? all(message.calls) : message.calls, ({ callId }) => callId),
    wall: message.wall ?? from.wall,
    offsetMs: message.nowMs - nowMs,
  };
}

export interface MonitorSession {
  view(): MonitorView;
  watch(watcher: () => void): () => void;
  leave(): void;
}

/** Looks until it is left; comes back by itself as often as it must. */
export function openMonitorSession(zone: string): MonitorSession {
  const view = createStore(nothingKnown);
  const socket = openSocket(monitorSocket, {
    ticket: async () => (await call(accountApi.ticket, { purpose: monitorSocket.path })).ticket,
    query: () => ({ zone }),
    onMessage: (message) => view.update((known) => afterMessage(known, message, Date.now())),
  });
  const unwatch = socket.watch((state) => {
    // Open, but not told anew yet: what is shown may be old.
    if (state.at !== 'open' && view.get().isLive) view.update((known) => ({ ...known, isLive: false }));
  });
  return {
    view: view.get,
    watch: view.subscribe,
    leave() {
      unwatch();
      socket.leave();
    },
  };
}

const nobody = { view: () => nothingKnown, watch: () => () => {} };

/** Agents, groups and calls while the component is on the page. */
export function useMonitor(zone: string): MonitorView {
  const [session, setSession] = useState<MonitorSession | null>(null);
  useEffect(() => {
    const opened = openMonitorSession(zone);
    // The session is the component's own, from now until it leaves.
    // oxlint-disable-next-line react/set-state-in-effect
    setSession(opened);
    return () => {
      setSession(null);
      opened.leave();
    };
  }, [zone]);
  const { watch, view } = session ?? nobody;
  return useSyncExternalStore(watch, view);
}
