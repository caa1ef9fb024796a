import type { CDPSession, Page } from '@playwright/test';
import { percentile } from './report.ts';

interface Camera {
  frames: number[];
  longTasks: number[];
  isOn: boolean;
}

/** What a page did while a hand was at work. */
export interface Watched {
  /** Between two frames. */
  frameP50: number;
  frameP95: number;
  /** Computing of the page for each thing the hand did: scripts, and everything of the main thread. */
  scriptMs: number;
  taskMs: number;
  longTasks: number;
  longest: number;
  wholeMs: number;
}

/** Runs in the page before anything else. */
export function putCamera(): void {
  const camera: Camera = { frames: [], longTasks: [], isOn: false };
  Object.assign(window, { camera });
  new PerformanceObserver((list) => {
    if (camera.isOn) camera.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    if (camera.isOn) camera.frames.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

const cameraOf = (page: Page, isOn: boolean): Promise<Camera> =>
  page.evaluate((on) => {
    const { camera } = window as unknown as { camera: Camera };
    camera.isOn = on;
    const seen = { ...camera, frames: camera.frames.slice(1) };
    camera.frames = [];
    camera.longTasks = [];
    return seen;
  }, isOn);

const metrics = async (session: CDPSession): Promise<Record<string, number>> => Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value * 1_000]));

/** Does something `times` times and tells what that was for the page. */
export async function watched(page: Page, session: CDPSession, times: number, act: (at: number) => Promise<unknown>): Promise<Watched> {
  await cameraOf(page, true);
  const before = await metrics(session);
  const beganAt = performance.now();
  for (let at = 0; at < times; at += 1) await act(at);
  const wholeMs = performance.now() - beganAt;
  // What was begun by the last one belongs to it.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const after = await metrics(session);
  const { frames, longTasks } = await cameraOf(page, false);
  const each = (name: string): number => (after[name]! - before[name]!) / times;
  return { frameP50: percentile(frames, 0.5), frameP95: percentile(frames, 0.95), scriptMs: each('ScriptDuration'), taskMs: each('TaskDuration'), longTasks: longTasks.length, longest: Math.max(0, ...longTasks), wholeMs };
}
