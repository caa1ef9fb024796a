import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { ORIGIN } from './api.ts';

export interface CuttableWire {
  /** Where a browser reaches the product through this line. */
  origin: string;
  /** Everything breaks off and nobody answers, as when the server is gone. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** The server gives up every websocket there is and the browser hears nothing of it; new ones work. */
  lose(): void;
}

const isWebSocket = (first: Buffer): boolean => /^upgrade: websocket/im.test(first.toString('latin1'));

/** A wire between one browser and the product that can be cut. */
export async function openWire(): Promise<CuttableWire> {
  const there = new URL(ORIGIN);
  const ends = new Set<Socket>();
  const sockets = new WeakSet<Socket>();
  const lost = new WeakSet<Socket>();
  const hold = (socket: Socket) => {
    ends.add(socket);
    socket.on('close', () => ends.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname);
    for (const end of [near, far]) hold(end);
    near.pipe(far).pipe(near, { end: false });
    near.on('close', () => far.destroy());
    near.once('data', (first) => isWebSocket(first) && sockets.add(far));
    far.on('close', () => lost.has(far) || near.destroy());
  });
  const listen = async (port: number) => {
    server.listen(port, there.hostname);
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as { port: number };
  return {
    origin: `http://${there.hostname}:${port}`,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const end of ends) end.destroy();
      await closed;
    },
    mend: () => listen(port),
    lose() {
      for (const end of ends) {
        if (!sockets.has(end)) continue;
        lost.add(end);
        end.destroy();
      }
    },
  };
}
