import type { LookupFunction } from 'node:net';
import { WebSocket } from 'ws';
import { OutsideFailure } from '#core/http/outside-fetch.port.ts';
import type { OutsideSocket, OutsideSocketListener, OutsideSocketRequest } from '#core/http/outside-wire.port.ts';
import { asFailure } from './wire-failure.ts';

const MESSAGE_BYTES = 1_000_000;
/** What waits for a socket to open or to take more; somebody who speaks for five minutes. */
const WAITING_BYTES = 10_000_000;

/** How connections are made, and where they are kept while they are open. */
export interface SocketWays {
  lookup: LookupFunction;
  connectMs: number;
  ca: string | undefined;
  sockets: Set<WebSocket>;
}

/** A websocket outside; what is said before it opens waits. */
export function openOutsideSocket(
  url: URL,
  { headers = {}, protocols = [] }: OutsideSocketRequest,
  listener: OutsideSocketListener,
  { lookup, connectMs, ca, sockets }: SocketWays,
): OutsideSocket {
  const waiting: (string | Uint8Array)[] = [];
  let [waitingBytes, status]: [number, number | null] = [0, null];
  const ws = new WebSocket(url, [...protocols], {
    headers: { 'user-agent': 'OpenSeat', ...headers },
    lookup,
    handshakeTimeout: connectMs,
    maxPayload: MESSAGE_BYTES,
    perMessageDeflate: false,
    ...(ca ? { ca } : {}),
  });
  sockets.add(ws);
  let problem: OutsideFailure | null = null;
  const over = (): void => {
    sockets.delete(ws);
    const { onClosed } = listener;
    listener = silent;
    onClosed(problem, status);
  };
  ws.on('open', () => {
    for (const message of waiting.splice(0)) ws.send(message);
  });
  ws.on('message', (data, isBinary) => {
    if (!isBinary) listener.onText((data as Buffer).toString('utf8'));
  });
  ws.on('unexpected-response', (_request, answer) => {
    status = answer.statusCode ?? 0;
    problem = new OutsideFailure('unreachable');
    ws.terminate();
    answer.destroy();
    over();
  });
  ws.on(
    'error',
    (thrown) =>
      (problem ??= /handshake has timed out/.test(thrown.message) ? new OutsideFailure('tooSlow') : asFailure(thrown)),
  );
  ws.on('close', (code) => {
    if (code !== 1_000 && code !== 1_005) problem ??= new OutsideFailure('unreachable');
    over();
  });
  return {
    send(message) {
      if (ws.readyState === WebSocket.OPEN) {
        if (ws.bufferedAmount > WAITING_BYTES) return ws.terminate();
        return ws.send(message);
      }
      if (ws.readyState !== WebSocket.CONNECTING) return;
      waitingBytes += message.length;
      if (waitingBytes > WAITING_BYTES) return ws.terminate();
      // Whoever writes uses its buffer again.
      waiting.push(typeof message === 'string' ? message : message.slice());
    },
    close() {
      listener = silent;
      if (ws.readyState === WebSocket.OPEN) ws.close(1_000);
      else ws.terminate();
    },
  };
}

const silent: OutsideSocketListener = { onText() {}, onClosed() {} };

/** A socket to an address nobody may call: told later, as everything a socket tells. */
export function refusedSocket(failure: OutsideFailure, listener: OutsideSocketListener): OutsideSocket {
  queueMicrotask(() => listener.onClosed(failure, null));
  return {
    send() {},
    close() {
      listener = silent;
    },
  };
}
