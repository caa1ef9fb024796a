import { useCallback, useEffect, useRef, useState } from 'react';
import type { Flow } from '#core/flow/flow.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/errors.ts';
import { flowsApi, type FlowStatus, type Saved } from '../../contract.ts';

const PAUSE_MS = 1_200;

/** `clash`: somebody else saved meanwhile; `detail` says who and when. */
export type DraftState = { at: 'saved' } | { at: 'changed' } | { at: 'saving' } | { at: 'failed' } | { at: 'clash'; detail: string };

export interface Draft {
  state: DraftState;
  status: FlowStatus;
  draftVersion: number;
  /** Saves what is not saved yet, and answers whether all of it is. */
  flush(): Promise<boolean>;
  /** The server has another draft now, and we took it over. */
  took(saved: Saved, flow: Flow): void;
}

/** Saves a flow while it is designed, a moment after each change, one saving at a time. */
export function useDraft(id: number, flow: Flow, first: Saved, isLocked: boolean): Draft {
  const [state, setState] = useState<DraftState>({ at: 'saved' });
  const [status, setStatus] = useState(first.status);
  const version = useRef(first.draftVersion);
  const kept = useRef(flow);
  const latest = useRef(flow);
  latest.current = flow;
  const running = useRef<Promise<boolean> | null>(null);

  const save = useCallback(async (): Promise<boolean> => {
    if (running.current) await running.current;
    const sent = latest.current;
    if (sent === kept.current) return true;
    setState({ at: 'saving' });
    const saving = (async () => {
      try {
        const saved = await call(flowsApi.update, { id, draftVersion: version.current, flow: sent });
        version.current = saved.draftVersion;
        kept.current = sent;
        setStatus(saved.status);
        void invalidate(flowsApi.problems);
        setState({ at: latest.current === sent ? 'saved' : 'changed' });
        return true;
      } catch (error) {
        if (error instanceof Failure && error.name === 'flowStale') setState({ at: 'clash', detail: error.detail });
        else {
          setState({ at: 'failed' });
          handleFailure(error);
        }
        return false;
      } finally {
        running.current = null;
      }
    })();
    running.current = saving;
    return saving;
  }, [id]);

  const clashed = state.at === 'clash';
  useEffect(() => {
    if (flow === kept.current || isLocked || clashed) return;
    setState((now) => (now.at === 'saving' ? now : { at: 'changed' }));
    const timer = setTimeout(() => void save(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [flow, isLocked, clashed, save]);

  return {
    state, status, draftVersion: version.current,
    async flush() {
      return (await save()) && latest.current === kept.current;
    },
    took(saved, taken) {
      version.current = saved.draftVersion;
      kept.current = taken;
      latest.current = taken;
      setStatus(saved.status);
      setState({ at: 'saved' });
    },
  };
}
