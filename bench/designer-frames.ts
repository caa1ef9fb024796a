import type { Page } from '@playwright/test';
import { percentile } from './report.ts';

interface Camera {
  frames: number[];
  isOn: boolean;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Of the thread's own time. */
  tdur?: number;
}

/** What a page did while a hand was at work. */
export interface Watched {
  /** Between two frames, by the clock. */
  frameP50: number;
  frameP95: number;
  /** For each thing the hand did, by the main thread's own time: scripts, and everything. */
  scriptMs: number;
  mainMs: number;
  /** Tasks of more than 50 ms of the main thread's own time. */
  longTasks: number;
  longestMs: number;
}

/** Runs in the page before anything else. */
export function putCamera(): void {
  const camera: Camera = { frames: [], isOn: false };
  Object.assign(window, { camera });
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    if (camera.isOn) camera.frames.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

const framesOf = (page: Page, isOn: boolean): Promise<number[]> =>
  page.evaluate((on) => {
    const { camera } = window as unknown as { camera: Camera };
    camera.isOn = on;
    return camera.frames.splice(0).slice(1);
  }, isOn);

const LONG_MS = 50;
const msOf = ({ tdur, dur }: TraceEvent): number => (tdur ?? dur ?? 0) / 1_000;

/** Does something `times` times and tells what that was for the page. */
export async function watched(page: Page, times: number, act: (at: number) => Promise<unknown>): Promise<Watched> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await framesOf(page, true);
  for (let at = 0; at < times; at += 1) await act(at);
  // What was begun by the last one belongs to it.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const frames = await framesOf(page, false);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const events = ofMainThread(traceEvents);
  const tasks = events.filter(({ name }) => name === 'ThreadControllerImpl::RunTask').map(msOf);
  return {
    frameP50: percentile(frames, 0.5),
    frameP95: percentile(frames, 0.95),
    scriptMs:
      sum(
        outermost(events.filter(({ name }) => ['FunctionCall', 'RunMicrotasks', 'EvaluateScript'].includes(name))).map(
          msOf,
        ),
      ) / times,
    mainMs: sum(tasks) / times,
    longTasks: tasks.filter((ms) => ms > LONG_MS).length,
    longestMs: Math.max(0, ...tasks),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Of the busiest page: there is one that does something. */
function ofMainThread(events: readonly TraceEvent[]): TraceEvent[] {
  const threads = Map.groupBy(
    events.filter(({ ph }) => ph === 'X'),
    ({ pid, tid }) => `${pid} ${tid}`,
  );
  const drawn = [...threads.values()].filter((ofThread) => ofThread.some(({ name }) => name === 'FunctionCall'));
  return drawn.toSorted((a, b) => sum(b.map(msOf)) - sum(a.map(msOf)))[0] ?? [];
}

/** A call within another is counted with it. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let until = 0;
  return events
    .toSorted((a, b) => a.ts - b.ts)
    .filter(({ ts, dur = 0 }) => {
      if (ts < until) return false;
      until = ts + dur;
      return true;
    });
}
