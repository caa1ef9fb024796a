import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { ORIGIN } from './api.ts';

export interface Line {
  /** Where a browser reaches the product through this line. */
  origin: string;
  /** Everything breaks off and nobody answers, as when the server is gone. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** A wire between one browser and the product that can be cut. */
export async function openLine(): Promise<Line> {
  const there = new URL(ORIGIN);
  const ends = new Set<Socket>();
  const hold = (socket: Socket) => {
    ends.add(socket);
    socket.on('close', () => ends.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname);
    for (const end of [near, far]) hold(end);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
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
  };
}
