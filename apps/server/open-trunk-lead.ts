import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { CarrierLeg } from '#adapters/telephony/carrier.ts';
import { jsonIn, ledLegs, LedOffer, offerOf, speakOver } from '#adapters/telephony/trunk/led-call.ts';
import { certificateTrust } from '#platform/server/homes/certificate-trust.ts';
import type { HomeDoor } from '#platform/server/homes/home-door.ts';
import type { HomeElsewhere, Homes } from '#platform/server/homes/homes.ts';
import { PASSED_ON_HEADER, passedOnHeader } from '#platform/server/homes/passed-on.ts';
import type { LeadCall } from './trunk-lead.ts';

/** Where processes of this installation lead calls of lent trunks to each other. */
export const TRUNK_LED_PATH = '/cc/trunk/led';
const LED = { method: 'GET', url: TRUNK_LED_PATH };
const CONNECT_MS = 1_500;
const MOST_MESSAGE_BYTES = 4_096;

interface TrunkLeadParts {
  homes: Pick<Homes, 'find' | 'missed'>;
  /** Whose number it is; null for nobody's. */
  tenantOf(number: string): Promise<number | null>;
  /** That of this installation, where its processes speak https. */
  certificate: string | null;
}

export function openTrunkLead({ homes, tenantOf, certificate }: TrunkLeadParts): LeadCall {
  return async (carrier, leg) => {
    const tenantId = await tenantOf(leg.to);
    if (tenantId === null) return false;
    const home = await homes.find(tenantId);
    if (home.at === 'here') return false;
    const socket = openWay(home, certificate);
    const missed = (): void => homes.missed(tenantId, home.address);
    socket.once('error', missed);
    socket.once('open', () => {
      socket.off('error', missed);
      socket.send(JSON.stringify(offerOf(carrier, leg)));
    });
    speakOver(leg, socket);
    return true;
  };
}

const openWay = ({ address, pass }: HomeElsewhere, certificate: string | null): WebSocket =>
  new WebSocket(`${address.replace(/^http/, 'ws')}${TRUNK_LED_PATH}`, {
    perMessageDeflate: false,
    handshakeTimeout: CONNECT_MS,
    maxPayload: MOST_MESSAGE_BYTES,
    headers: { [PASSED_ON_HEADER]: passedOnHeader(pass, LED, { address: '', site: '' }) },
    ...(certificate && certificateTrust(certificate)),
  });

/** Takes calls that other processes lead here; nobody else has our pass. */
export function serveLedCalls(
  server: Server,
  seen: HomeDoor['seen'],
  take: (carrier: string, leg: CarrierLeg) => boolean,
): { stop(): void } {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MOST_MESSAGE_BYTES });
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Whatever else stands in the address: nobody but us answers on this path.
    if (URL.parse(request.url ?? '/', 'http://localhost')?.pathname !== TRUNK_LED_PATH) return;
    if (!seen(request)) return refuse(socket);
    sockets.handleUpgrade(request, socket, head, (led) => {
      led.on('error', () => {});
      led.once('message', (data) => {
        const offer = LedOffer.safeParse(jsonIn(String(data)));
        if (!offer.success) return led.close();
        const { near, far } = ledLegs(offer.data);
        speakOver(far, led);
        if (!take(offer.data.carrier, near)) far.listener.ended?.(503, null);
      });
    });
  };
  server.on('upgrade', onUpgrade);
  return {
    stop() {
      server.off('upgrade', onUpgrade);
      for (const socket of sockets.clients) socket.terminate();
    },
  };
}

function refuse(socket: Duplex): void {
  // Without a listener a stranger who hangs up in the middle would end the process.
  socket.on('error', () => {});
  socket.once('finish', () => socket.destroy());
  socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
}
