import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a database that can be cut, for everybody at once, and mended. */
export async function aCutDatabase(url: string) {
  const far = new URL(url);
  const sockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const database = connect(Number(far.port), far.hostname);
    for (const [one, other] of [
      [near, database],
      [database, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = async (port: number): Promise<void> => {
    proxy.listen(port, '127.0.0.1');
    await once(proxy, 'listening');
  };
  await listen(0);
  const { port } = proxy.address() as AddressInfo;
  const cut = async (): Promise<void> => {
    const closed = once(proxy, 'close');
    proxy.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const way = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) });
  // Not by the database's own socket.
  way.searchParams.delete('host');
  return {
    url: way.href,
    cut,
    mend: () => listen(port),
    close: () => (proxy.listening ? cut() : Promise.resolve()),
  };
}
