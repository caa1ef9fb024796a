import { useEffect, useState, useSyncExternalStore } from 'react';
import { accountApi } from '#features/team/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { openSocket } from '#platform/web/socket.ts';
import { createStore, type ReadableStore } from '#platform/web/store.ts';
import { nodesSocket, type DatabaseHealth, type NodeRow } from '../contract.ts';

/** What the page was told of the processes. */
export interface LiveNodes {
  /** Null until it was told once. */
  nodes: NodeRow[] | null;
  database: DatabaseHealth | null;
  /** The line is open: what is shown is true. */
  isLive: boolean;
}

const untold: LiveNodes = { nodes: null, database: null, isLive: false };

/** Hears of the processes until it is left; the one it hears from may itself go away, so it comes back by itself. */
function openNodesLine(): ReadableStore<LiveNodes> & { leave(): void } {
  const store = createStore(untold);
  const socket = openSocket(nodesSocket, {
    ticket: async () => (await call(accountApi.ticket, { purpose: nodesSocket.path })).ticket,
    onMessage: (message) => {
      if (message.kind === 'nodes') store.set({ nodes: message.nodes, database: message.database, isLive: true });
    },
  });
  const unwatch = socket.watch((state) => {
    if (state.at !== 'open' && store.get().isLive) store.update((known) => ({ ...known, isLive: false }));
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    leave() {
      unwatch();
      socket.leave();
    },
  };
}

const nobody = { get: () => untold, subscribe: () => () => {} };

/** The processes as they change, while the component is on the page. */
export function useNodes(): LiveNodes {
  const [line, setLine] = useState<ReadableStore<LiveNodes>>(nobody);
  useEffect(() => {
    const opened = openNodesLine();
    // The line is the component's own, from now until it leaves.
    // oxlint-disable-next-line react/set-state-in-effect
    setLine(opened);
    return () => {
      setLine(nobody);
      opened.leave();
    };
  }, []);
  return useSyncExternalStore(line.subscribe, line.get);
}
