import { useEffect, useMemo, useState } from 'react';
import { coalesce } from '#core/coalesce.ts';
import type { Flow } from '#core/flow/flow.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { createStore } from '#platform/web/store.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { useStore } from '#platform/web/use-store.ts';
import { EVENTS_BEGIN, onEvent } from '#platform/web/user-events.ts';
import { Failure } from '#shared/failure.ts';
import { flowsApi, type FlowStatus, type Saved } from '../../contract.ts';

export const PAUSE_MS = 1_200;

/** `clash`: somebody else saved meanwhile; `detail` says who and when. `gone`: somebody deleted it. */
export type DraftState =
  | { at: 'saved' }
  | { at: 'changed' }
  | { at: 'saving' }
  | { at: 'failed' }
  | { at: 'clash'; detail: string }
  | { at: 'gone' };

interface Kept {
  state: DraftState;
  status: FlowStatus;
  draftVersion: number;
}

export interface FlowDraft extends Kept {
  /** Saves what is not saved yet, and answers the version that holds all of it; null when it could not be saved. */
  flush(): Promise<number | null>;
  /** The server has another draft now, and we took it over. */
  took(saved: Saved, flow: Flow): void;
  /** What the server says of it, for instance after it was published; what it says of another draft is old. */
  updateStatus(of: Pick<Saved, 'draftVersion' | 'status'>): void;
}

/** One saving at a time; what changed meanwhile is saved after it. */
function openDraft(id: number, first: Saved, flow: Flow) {
  const now = createStore<Kept>({ state: { at: 'saved' }, status: first.status, draftVersion: first.draftVersion });
  const set = (part: Partial<Kept>): void => now.update((before) => ({ ...before, ...part }));
  let [latest, kept] = [flow, flow];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Nothing can be saved here any more. */
  const isSettled = (): boolean => ['clash', 'gone'].includes(now.get().state.at);

  async function send(): Promise<void> {
    const sent = latest;
    set({ state: { at: 'saving' } });
    try {
      const { draftVersion, status } = await call(flowsApi.update, {
        id,
        draftVersion: now.get().draftVersion,
        flow: sent,
      });
      kept = sent;
      set({ draftVersion, status, state: { at: latest === sent ? 'saved' : 'changed' } });
      void invalidate(flowsApi.problems);
      void invalidate(flowsApi.page);
    } catch (error) {
      if (error instanceof Failure && error.name === 'flowStale')
        return set({ state: { at: 'clash', detail: error.detail } });
      if (error instanceof Failure && error.name === 'notFound') return set({ state: { at: 'gone' } });
      set({ state: { at: 'failed' } });
      handleFailure(error);
    }
  }

  const save = coalesce(async () => {
    if (latest !== kept && !isSettled()) await send();
  });

  async function flush(): Promise<number | null> {
    clearTimeout(timer);
    await save();
    return latest === kept ? now.get().draftVersion : null;
  }

  return {
    flush,
    get: now.get,
    subscribe: now.subscribe,
    /** What is on the canvas now; saved a moment later. */
    changedTo(next: Flow): void {
      if (next === latest) return;
      latest = next;
      if (isSettled()) return;
      const at = latest === kept ? 'saved' : 'changed';
      const before = now.get().state.at;
      if (before !== 'saving' && before !== at) set({ state: { at } });
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), PAUSE_MS);
    },
    took({ draftVersion, status }: Saved, taken: Flow): void {
      [latest, kept] = [taken, taken];
      set({ draftVersion, status, state: { at: 'saved' } });
    },
    updateStatus({ draftVersion, status }: Pick<Saved, 'draftVersion' | 'status'>): void {
      const known = now.get();
      if (draftVersion === known.draftVersion && status !== known.status) set({ status });
    },
  };
}

/** Saves a flow while it is designed, a moment after each change. */
export function useDraft(id: number, flow: Flow, first: Saved, isLocked: boolean): FlowDraft {
  const [store] = useState(() => openDraft(id, first, flow));
  const kept = useStore(store);
  useEffect(() => void (isLocked || store.changedTo(flow)), [store, flow, isLocked]);
  // What could not be saved is saved when the network is back.
  useEffect(() => {
    const again = (): void => void (store.get().state.at === 'failed' && store.flush());
    const stop = onEvent(EVENTS_BEGIN, again);
    window.addEventListener('online', again);
    return () => {
      stop();
      window.removeEventListener('online', again);
    };
  }, [store]);
  return useMemo(
    () => ({ ...kept, flush: store.flush, took: store.took, updateStatus: store.updateStatus }),
    [kept, store],
  );
}
