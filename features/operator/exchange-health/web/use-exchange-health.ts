import { useEffect, useState, useSyncExternalStore } from 'react';
import { accountApi } from '#features/team/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { openSocket } from '#platform/web/socket.ts';
import { createStore, type ReadableStore } from '#platform/web/store.ts';
import { exchangeHealthSocket, type ExchangeHealth } from '../contract.ts';

/** What the page was told of the exchange. */
export interface LiveHealth {
  /** Null until it was told once. */
  health: ExchangeHealth | null;
  /** When, by the page's clock. */
  receivedMs: number;
  /** The line is open: what is shown is true. */
  isLive: boolean;
}

const untold: LiveHealth = { health: null, receivedMs: 0, isLive: false };

function openHealthLine(): ReadableStore<LiveHealth> & { leave(): void } {
  const store = createStore(untold);
  const socket = openSocket(exchangeHealthSocket, {
    ticket: async () => (await call(accountApi.ticket, { purpose: exchangeHealthSocket.path })).ticket,
    onMessage: (message) => {
      if (message.kind === 'health') store.set({ health: message.health, receivedMs: Date.now(), isLive: true });
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

const silent = { get: () => untold, subscribe: () => () => {} };

/** The exchange as it changes, while the component is on the page. */
export function useExchangeHealth(): LiveHealth {
  const [line, setLine] = useState<ReadableStore<LiveHealth>>(silent);
  useEffect(() => {
    const opened = openHealthLine();
    // The line is the component's own, from now until it leaves.
    // oxlint-disable-next-line react/set-state-in-effect
    setLine(opened);
    return () => {
      setLine(silent);
      opened.leave();
    };
  }, []);
  return useSyncExternalStore(line.subscribe, line.get);
}
