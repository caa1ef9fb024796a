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

/** Weighs a page as often as asked. */
export async function openScales(page: Page): Promise<{ weigh(): Promise<PageWeight>; close(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  return {
    async weigh() {
      for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { Nodes, JSEventListeners } = await metricsOf(session);
      return { mb: usedSize / 2 ** 20, nodes: Nodes!, listeners: JSEventListeners! };
    },
    close: () => session.detach(),
  };
}
