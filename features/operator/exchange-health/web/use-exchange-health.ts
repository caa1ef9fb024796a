import { useEffect, useState, useSyncExternalStore } from 'react';
import { accountApi } from '#features/team/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { openSocket } from '#platform/web/socket.ts';
import { createStore, type ReadableStore } from '#platform/web/store.ts';
import { exchangeHealthSocket, type ExchangeHealth } from '../contract.ts';

/** What the page was told of the exchange. */
export interface ToldHealth {
  /** Null until it was told once. */
  health: ExchangeHealth | null;
  /** When, by the page's clock. */
  toldMs: number;
  /** The line is open: what is shown is true. */
  isLive: boolean;
}

const untold: ToldHealth = { health: null, toldMs: 0, isLive: false };

function openHealthLine(): ReadableStore<ToldHealth> & { leave(): void } {
  const told = createStore(untold);
  const socket = openSocket(exchangeHealthSocket, {
    ticket: async () => (await call(accountApi.ticket, { purpose: exchangeHealthSocket.path })).ticket,
    onMessage: (message) => {
      if (message.kind === 'health') told.set({ health: message.health, toldMs: Date.now(), isLive: true });
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

const silent = { get: () => untold, subscribe: () => () => {} };

/** The exchange as it changes, while the component is on the page. */
export function useExchangeHealth(): ToldHealth {
  const [line, setLine] = useState<ReadableStore<ToldHealth>>(silent);
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
