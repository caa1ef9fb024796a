import { useCallback, useEffect, useRef, useState } from 'react';
import { newLineCheck, type LineCheck } from '../../core/line-check.ts';
import { usePhoneView } from '#features/voice/softphone/web/index.ts';
import { call } from '#platform/web/call.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/failure.ts';
import { lineCheckApi, type LineToCheck } from '../../contract.ts';
import { checkSource } from '../check-parts.ts';
import { resultsOf, runCheck, type RunningCheck } from './run-check.ts';

export interface LineCheckNow {
  check: LineCheck;
  /** The lines of the last check, with where they lead. */
  lines: readonly LineToCheck[];
  /** The server or the browser did not let it begin, or a call came. */
  failure: unknown;
  isBeginning: boolean;
  begin(): void;
  stop(): void;
}

/** A check for as long as the component is on show; a call of the agent ends it. */
export function useLineCheck(): LineCheckNow {
  const isInCall = Boolean(usePhoneView()?.phone.call);
  const [check, setCheck] = useState(newLineCheck);
  const [lines, setLines] = useState<readonly LineToCheck[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBeginning, setBeginning] = useState(false);
  const running = useRef<RunningCheck | null>(null);
  const isShown = useRef(true);

  const begin = useCallback(async () => {
    if (running.current?.current().at === 'running') return;
    setFailure(null);
    setBeginning(true);
    try {
      const [begun, parts] = await Promise.all([call(lineCheckApi.begin, {}), checkSource.parts()]);
      if (!isShown.current) return;
      setLines(begun.lines);
      const started = runCheck(parts, begun);
      running.current = started;
      setCheck(started.current());
      started.watch(setCheck);
      void started.over.then(async (over) => {
        const results = resultsOf(over);
        if (results.length > 0) await call(lineCheckApi.report, { kind: 'asked', results }).catch(() => {});
        await invalidate(lineCheckApi.history);
      });
    } catch (problem) {
      setFailure(problem);
    } finally {
      setBeginning(false);
    }
  }, []);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      running.current?.stop();
    };
  }, []);
  useEffect(() => {
    if (!isInCall || running.current?.current().at !== 'running') return;
    running.current.stop();
    setFailure(new Failure('lineCheckInCall'));
  }, [isInCall]);

  return { check, lines, failure, isBeginning, begin: () => void begin(), stop: () => running.current?.stop() };
}
