import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { networkOf } from '../../sip-wires/network-of.ts';
import { MAX_MESSAGE_CHARS, SIP_PATH, SIP_PATHS, SIP_SUBPROTOCOL, type SipLimits } from './sip-constants.ts';
import type { SipEdgeOptions } from './sip-edge.ts';
import type { Wire, WireEnd } from './wire.ts';

const CLOSE_PATIENCE_MS = 1_000;
/** Less when we stop: whoever waits for the port waits for this. */
const STOP_PATIENCE_MS = 150;

/** SIP over websockets (RFC 7118) on an HTTP server that may serve other sockets too. */
export function serveSipSockets(
  server: Server,
  options: SipEdgeOptions,
  limits: SipLimits,
  connect: (wire: Wire) => WireEnd,
): { stop(): Promise<void> } {
  const {
    allowOrigin = isSameHost,
    servedElsewhere = () => true,
    addressOf = (request) => request.socket.remoteAddress ?? '',
    isLed = () => false,
  } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_CHARS,
    handleProtocols: () => SIP_SUBPROTOCOL,
  });

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? '/';
    if (!path.startsWith(SIP_PATHS)) {
      if (!servedElsewhere(path)) refuse(socket, '404 Not Found');
      return;
    }
    const { origin, host } = request.headers;
    const offered =
      request.headers['sec-websocket-protocol']?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
    if (!SIP_PATH.test(path)) return refuse(socket, '404 Not Found');
    if (origin && !allowOrigin(origin, host)) return refuse(socket, '403 Forbidden');
    if (!offered.includes(SIP_SUBPROTOCOL)) return refuse(socket, '400 Bad Request');
    sockets.handleUpgrade(request, socket, head, (ws) => open(ws, addressOf(request), isLed(request)));
  }

  function open(ws: WebSocket, from: string, led: boolean): void {
    ws.on('error', ignore);
    const end = connect({
      address: networkOf(from),
      from,
      isLed: led,
      send(text) {
        if (ws.readyState !== ws.OPEN) return;
        // Who does not read what it is sent is as good as gone.
        if (ws.bufferedAmount > limits.unsentChars) ws.terminate();
        else ws.send(text, ignore);
      },
      ping: () => ws.readyState === ws.OPEN && ws.ping(),
      close(code) {
        ws.close(code);
        // A peer that is gone will not answer the close.
        setTimeout(() => ws.terminate(), CLOSE_PATIENCE_MS).unref();
      },
    });
    ws.on('message', (data) => end.receive(data.toString()));
    ws.on('pong', end.touch);
    ws.once('close', end.closed);
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    try {
      upgrade(request, socket, head);
    } catch {
      socket.destroy();
    }
  };
  server.on('upgrade', onUpgrade);

  return {
    async stop() {
      server.off('upgrade', onUpgrade);
      const open = [...sockets.clients];
      const closed = open.map(
        (ws) => new Promise<void>((done) => (ws.readyState === ws.CLOSED ? done() : ws.once('close', () => done()))),
      );
      const force = setTimeout(() => open.forEach((ws) => ws.terminate()), STOP_PATIENCE_MS);
      await Promise.all(closed);
      clearTimeout(force);
    },
  };
}

const ignore = (): void => {};

function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.parse(origin)?.host === host;
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', ignore);
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
