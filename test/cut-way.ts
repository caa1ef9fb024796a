import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a port that can be cut: whoever comes while it is connects, and hears nothing. */
export interface CutWay {
  port: number;
  cuts(): void;
  opens(): void;
  /** How often somebody was led through. */
  led(): number;
  close(): void;
}

export async function openCutWay(to: { host: string; port: number }, { isOpen = true } = {}): Promise<CutWay> {
  const sockets = new Set<Socket>();
  let led = 0;
  let isCut = !isOpen;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (isCut) return;
    led++;
    const there = connect(to.port, to.host);
    there.on('error', () => socket.destroy());
    there.on('close', () => socket.destroy());
    socket.on('close', () => there.destroy());
    socket.pipe(there).pipe(socket);
  });
  server.listen(0, to.host);
  await once(server, 'listening');
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cuts() {
      isCut = true;
      endAll();
    },
    opens() {
      isCut = false;
      endAll();
    },
    led: () => led,
    close() {
      endAll();
      server.close();
    },
  };
}
