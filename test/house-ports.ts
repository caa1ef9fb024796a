import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** One for all databases of a test server: they share the role. */
export const EDGE_PASSWORD = 'the-edge-of-every-test';
export const HOUSE_PORTS = 1_000;
export const SIGNALLING_PORTS = 100;

/** A thousand ports that are nobody else's until they are let go, below those the system gives out by itself; `first` is their first. */
export async function takeHousePorts(): Promise<{ first: number; release(): void }> {
  for (let first = 20_000; first < 32_000; first += HOUSE_PORTS) {
    // Whoever has this one has all of them: tests that begin in one moment do not take the same.
    const claim = createServer();
    if (!(await isListening(claim, first + SIGNALLING_PORTS - 1))) continue;
    const looked = await Promise.all(
      [0, 2, 3, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 16].map((offset) => isFree(first + offset)),
    );
    if (looked.every(Boolean)) return { first, release: () => claim.close() };
    claim.close();
  }
  throw new Error('No ports are free for a house.');
}

const isListening = (server: Server, port: number): Promise<boolean> =>
  once(server.listen(port, '127.0.0.1'), 'listening').then(
    () => true,
    () => false,
  );

async function isFree(port: number): Promise<boolean> {
  const tcp = createServer();
  const udp = createSocket('udp4');
  try {
    await once(udp.bind(port, '127.0.0.1'), 'listening');
    return await isListening(tcp, port);
  } catch {
    return false;
  } finally {
    tcp.close();
    udp.close();
  }
}

/** One that nobody has at this moment. */
export const freeUdpPort = (address: string): Promise<number> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.bind(0, address, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
