import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { BrowserContext } from '@playwright/test';

/** The network between a browser's phone and the exchange, as a wire that can be pulled out while another is there. */
export interface MediaNetwork {
  /** Nothing gets through any more on the ways there are now; ways agreed upon later work. Nobody says so. */
  pull(): void;
  close(): void;
}

interface Relay {
  port: number;
  isPulled: boolean;
  close(): void;
}

/** Lets every packet of sound of a browser go through the test; before its pages are loaded. */
export async function putMediaNetwork(context: BrowserContext): Promise<MediaNetwork> {
  const relays: Relay[] = [];
  await context.routeWebSocket(/\/cc\/sip\//, (page) => {
    const exchange = page.connectToServer();
    page.onMessage((frame) => exchange.send(described(String(frame), withoutWays)));
    let before = Promise.resolve();
    exchange.onMessage((frame) => {
      before = before.then(async () => {
        const message = String(frame);
        const [found, , host, port] =
          /^a=candidate:\S+ 1 (UDP) \d+ (\d+\.\d+\.\d+\.\d+) (\d+) typ host.*$/im.exec(message) ?? [];
        if (!found) return page.send(message);
        const relay = await openRelay(host!, Number(port));
        relays.push(relay);
        page.send(
          described(message, (sdp) =>
            sdp
              .replaceAll(/^a=candidate:.*\r\n/gm, '')
              .replace(
                /^a=ice-ufrag/m,
                `${found.trim().replace(` ${host} ${port} `, ` ${host} ${relay.port} `)}\r\na=ice-ufrag`,
              ),
          ),
        );
      });
    });
  });
  return {
    pull: () => relays.forEach((relay) => (relay.isPulled = true)),
    close: () => relays.forEach((relay) => relay.close()),
  };
}

/** Nobody listens there; an exchange that looks for ways itself begins with one. */
const NOWHERE = 'a=candidate:1 1 UDP 2114977791 127.0.0.1 9 typ host';

/** Who is told no address of the browser cannot go around us. */
export const withoutWays = (sdp: string): string =>
  sdp.replaceAll(/^a=candidate:.*\r\n/gm, '').replace(/^a=ice-ufrag/m, `${NOWHERE}\r\na=ice-ufrag`);

/** A SIP message with another description of its sound. */
export function described(message: string, change: (sdp: string) => string): string {
  const end = message.indexOf('\r\n\r\n');
  if (end < 0 || !/^content-type:\s*application\/sdp/im.test(message.slice(0, end))) return message;
  const sdp = change(message.slice(end + 4));
  return `${message.slice(0, end).replace(/^content-length:.*$/im, `Content-Length: ${Buffer.byteLength(sdp)}`)}\r\n\r\n${sdp}`;
}

/** Stands for the exchange at a port of its own. */
async function openRelay(host: string, port: number): Promise<Relay> {
  const near = createSocket('udp4');
  near.bind(0, host);
  await once(near, 'listening');
  /** Each address of the browser has its own at the exchange. */
  const fars = new Map<string, Socket>();
  const relay: Relay = {
    port: near.address().port,
    isPulled: false,
    close() {
      near.close();
      for (const far of fars.values()) far.close();
    },
  };
  near.on('message', (packet, from) => {
    if (relay.isPulled) return;
    const name = `${from.address}:${from.port}`;
    let far = fars.get(name);
    if (!far) {
      far = createSocket('udp4').on(
        'message',
        (answer) => void (relay.isPulled || near.send(answer, from.port, from.address)),
      );
      fars.set(name, far);
    }
    far.send(packet, port, host);
  });
  return relay;
}
