import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** What a server says of itself when its bench asks; everything after its rubbish was collected. */
export interface ProbeReading {
  cpuUs: number;
  rss: number;
  /** Of JavaScript, buffers outside the heap included. */
  heap: number;
  /** What is kept for it, used or not. */
  heapRoom: number;
  threads: number;
  files: number;
  /** What keeps its loop alive, by kind. */
  handles: Record<string, number>;
}

/** Loaded before the product in a bench's server (`--import`), so that the product itself knows nothing of benches. */
process.on('message', async (asked: { do?: string }) => {
  if (asked.do !== 'cpu' && asked.do !== 'measure') return;
  if (asked.do === 'measure') await collect();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  process.send!({
    cpuUs: user + system,
    rss,
    heap: heapUsed + external,
    heapRoom: heapTotal + external,
    threads: entries('/proc/self/task'),
    files: entries('/proc/self/fd'),
    handles,
  } satisfies ProbeReading);
});

/** More than once: what native callbacks held is free only after they ran. */
async function collect(): Promise<void> {
  for (let times = 0; times < 4; times += 1) {
    globalThis.gc!();
    await wait(50);
  }
}

function entries(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    // Only Linux tells.
    return 0;
  }
}
