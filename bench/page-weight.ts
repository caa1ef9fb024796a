import type { CDPSession, Page } from '@playwright/test';

/** What a page keeps once its rubbish was collected. */
export interface PageWeight {
  mb: number;
  nodes: number;
  listeners: number;
}

export async function metricsOf(session: CDPSession): Promise<Record<string, number>> {
  await session.send('Performance.enable');
  return Object.fromEntries(
    (await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]),
  );
}

export interface Scales {
  weigh(): Promise<PageWeight>;
  /** Everything in the page's memory, as the browser's own tools read it. */
  snapshot(): Promise<string>;
  close(): Promise<void>;
}

/** Weighs a page as often as asked. */
export async function openScales(page: Page): Promise<Scales> {
  const session = await page.context().newCDPSession(page);
  return {
    async weigh() {
      for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { Nodes, JSEventListeners } = await metricsOf(session);
      return { mb: usedSize / 2 ** 20, nodes: Nodes!, listeners: JSEventListeners! };
    },
    async snapshot() {
      const pieces: string[] = [];
      const onChunk = ({ chunk }: { chunk: string }) => pieces.push(chunk);
      session.on('HeapProfiler.addHeapSnapshotChunk', onChunk);
      await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
      session.off('HeapProfiler.addHeapSnapshotChunk', onChunk);
      return pieces.join('');
    },
    close: () => session.detach(),
  };
}
