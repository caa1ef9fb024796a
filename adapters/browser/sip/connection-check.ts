import type { Transport } from 'sip.js';

/** RFC 5626: two line ends ask, one answers. */
const ASKING = '\r\n\r\n';

/** Does the server answer at the other end? Anything it says will do. A way without a websocket is believed. */
export function answersWithin(transport: Transport, ms: number): Promise<boolean> {
  const { ws } = transport as { ws?: WebSocket };
  if (!ws) return Promise.resolve(transport.isConnected());
  return new Promise((resolve) => {
    const finish = (answered: boolean): void => {
      clearTimeout(patience);
      ws.removeEventListener('message', onMessage);
      ws.removeEventListener('close', gone);
      resolve(answered);
    };
    const onMessage = (): void => finish(true);
    const gone = (): void => finish(false);
    const patience = setTimeout(gone, ms);
    ws.addEventListener('message', onMessage);
    ws.addEventListener('close', gone);
    transport.send(ASKING).catch(gone);
  });
}
