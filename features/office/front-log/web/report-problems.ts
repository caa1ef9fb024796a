import { ask } from '#platform/web/call.ts';
import type { frontLogApi } from '../contract.ts';
import { problemGate, problemOf } from './problem-gate.ts';

/** By hand, so that no schema comes along into the first load. */
const add: Pick<(typeof frontLogApi)['add'], 'method' | 'path'> = { method: 'POST', path: '/cc/api/frontLog/v1/add' };

/** The entry file has a hash of everything it leads to in its name: it tells releases apart. */
const version = (): string =>
  /-([\w-]{8})\.js$/.exec(document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '')?.[1] ??
  'dev';

/** Tells the server of every mistake nobody caught, within reason; the answer stops it. */
export function reportProblems(nowMs: () => number = Date.now): () => void {
  const gate = problemGate();
  function sendProblem(thrown: unknown): void {
    const problem = problemOf(thrown);
    if (!problem || !gate.lets(problem, nowMs())) return;
    // Nobody is told when telling fails: it would come back here.
    void ask(add, { ...problem, path: window.location.pathname, version: version() }).catch(() => {});
  }
  const onError = (event: ErrorEvent) => sendProblem(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent) => sendProblem(event.reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
