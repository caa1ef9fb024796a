import type { BrowserContext } from '@playwright/test';
import { openLossyWay, type Impairment, type LossyWay } from '../../lossy-way.ts';
import { described, withoutWays } from './media-relay.ts';

export interface LossyLine {
  /** From now on, for calls that go on as well. */
  become(impairment: Impairment): void;
  close(): void;
}

/** Leads the sound of every call over one line of a browser through a way that can be spoiled; before its pages are loaded. */
export async function putLossyLine(context: BrowserContext, path: string, first: Impairment): Promise<LossyLine> {
  const ways: LossyWay[] = [];
  let impairment = first;
  await context.routeWebSocket(new RegExp(`/cc/sip/${path}$`), (page) => {
    const exchange = page.connectToServer();
    page.onMessage((frame) => exchange.send(described(String(frame), withoutWays)));
    let before = Promise.resolve();
    exchange.onMessage((frame) => {
      before = before.then(async () => {
        const message = String(frame);
        const [found, host, port] =
          /^a=candidate:\S+ 1 UDP \d+ (\d+\.\d+\.\d+\.\d+) (\d+) typ host.*$/im.exec(message) ?? [];
        if (!found) return page.send(message);
        const way = await openLossyWay({ host: host!, port: Number(port) }, impairment);
        ways.push(way);
        page.send(
          described(message, (sdp) =>
            sdp
              .replaceAll(/^a=candidate:.*\r\n/gm, '')
              .replace(
                /^a=ice-ufrag/m,
                `${found.trim().replace(` ${host} ${port} `, ` ${host} ${way.port} `)}\r\na=ice-ufrag`,
              ),
          ),
        );
      });
    });
  });
  return {
    become(next) {
      impairment = next;
      for (const way of ways) way.become(next);
    },
    close: () => ways.forEach((way) => way.close()),
  };
}
