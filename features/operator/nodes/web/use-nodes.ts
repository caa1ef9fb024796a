import { useEffect, useState, useSyncExternalStore } from 'react';
import { accountApi } from '#features/team/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { openSocket } from '#platform/web/socket.ts';
import { createStore, type ReadableStore } from '#platform/web/store.ts';
import { nodesSocket, type DatabaseHealth, type NodeRow } from '../contract.ts';

/** What the page was told of the processes. */
export interface ToldNodes {
  /** Null until it was told once. */
  nodes: NodeRow[] | null;
  database: DatabaseHealth | null;
  /** The line is open: what is shown is true. */
  isLive: boolean;
}

const untold: ToldNodes = { nodes: null, database: null, isLive: false };

/** Hears of the processes until it is left; the one it hears from may itself go away, so it comes back by itself. */
function openNodesLine(): ReadableStore<ToldNodes> & { leave(): void } {
  const told = createStore(untold);
  const socket = openSocket(nodesSocket, {
    ticket: async () => (await call(accountApi.ticket, { purpose: nodesSocket.path })).ticket,
    onMessage: (message) => {
      if (message.kind === 'nodes') told.set({ nodes: message.nodes, database: message.database, isLive: true });
    },
  });
  const unwatch = socket.watch((state) => {
    if (state.at !== 'open' && told.get().isLive) told.update((known) => ({ ...known, isLive: false }));
  });
  return {
    get: told.get,
    subscribe: told.subscribe,
    leave() {
      unwatch();
      socket.leave();
    },
  };
}

const nobody = { get: () => untold, subscribe: () => () => {} };

/** The processes as they change, while the component is on the page. */
export function useNodes(): ToldNodes {
  const [line, setLine] = useState<ReadableStore<ToldNodes>>(nobody);
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
