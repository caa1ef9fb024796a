import { useEffect, useState, useSyncExternalStore } from 'react';
import { accountApi } from '#features/team/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { openSocket } from '#platform/web/socket.ts';
import { createStore, type ReadableStore } from '#platform/web/store.ts';
import { dialerSocket, type DialerNow } from '../contract.ts';

/** What the page was told of a task. */
export interface WatchedNow {
  /** False until it was told once. */
  isKnown: boolean;
  /** The line is open: what is shown is true. */
  isLive: boolean;
  now: DialerNow | null;
}

const untold: WatchedNow = { isKnown: false, isLive: false, now: null };

/** Hears how a task stands until it is left; comes back by itself as often as it must. */
function openDialerLine(id: number): ReadableStore<WatchedNow> & { leave(): void } {
  const nowStore = createStore(untold);
  const socket = openSocket(dialerSocket, {
    ticket: async () => (await call(accountApi.ticket, { purpose: dialerSocket.path })).ticket,
    query: () => ({ id: String(id) }),
    onMessage: (message) => {
      if (message.kind === 'now') nowStore.set({ isKnown: true, isLive: true, now: message.now });
    },
  });
  const unwatch = socket.watch((state) => {
    if (state.at !== 'open' && nowStore.get().isLive) nowStore.update((known) => ({ ...known, isLive: false }));
  });
  return {
    get: nowStore.get,
    subscribe: nowStore.subscribe,
    leave() {
      unwatch();
      socket.leave();
    },
  };
}

const nobody = { get: () => untold, subscribe: () => () => {} };

/** How a task stands, while the component is on the page. */
export function useDialerNow(id: number): WatchedNow {
  const [line, setLine] = useState<ReadableStore<WatchedNow>>(nobody);
  useEffect(() => {
    const opened = openDialerLine(id);
    // The line is the component's own, from now until it leaves.
    // oxlint-disable-next-line react/set-state-in-effect
    setLine(opened);
    return () => {
      setLine(nobody);
      opened.leave();
    };
  }, [id]);
  return useSyncExternalStore(line.subscribe, line.get);
}
