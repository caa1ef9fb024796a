import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `held`: bytes go nowhere and nobody is told, as when a cable is pulled. `cut`: connections are reset, new ones refused. */
export type LinkState = 'open' | 'slow' | 'held' | 'cut';

/** A way between two parts that goes through us. */
export interface ProvenLink {
  port: number;
  become(state: LinkState): void;
  /** How many connections stand. */
  standing(): number;
  close(): void;
}

/** Stands for a TCP address at a port of its own; `delayMs` is what each direction takes while it is slow. */
export async function openLink(to: { host: string; port: number }, { delayMs = 100 } = {}): Promise<ProvenLink> {
  const pairs = new Set<{ near: Socket; far: Socket; settle(): void; end(): void }>();
  const timers = new Set<NodeJS.Timeout>();
  let state: LinkState = 'open';

  function carry(from: Socket, into: Socket): void {
    let waiting = Promise.resolve();
    from.on('data', (piece: Buffer) => {
      if (state !== 'slow') {
        // What was slow before stays ahead of it.
        waiting = waiting.then(() => void into.write(piece));
        return;
      }
      const due = later(delayMs);
      waiting = waiting.then(() => due).then(() => void into.write(piece));
    });
    from.on('end', () => void waiting.then(() => into.end()));
  }
  const later = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.add(timer);
    });

  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => near.destroy());
    if (state === 'cut') return void near.resetAndDestroy();
    const far = connect({ ...to, allowHalfOpen: true });
    const pair = {
      near,
      far,
      settle: () => {
        for (const side of [near, far])
          if (state === 'held') side.pause();
          else side.resume();
      },
      end: () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      },
    };
    for (const side of [near, far]) side.setNoDelay(true).on('error', pair.end).on('close', pair.end);
    pairs.add(pair);
    carry(near, far);
    carry(far, near);
    pair.settle();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    become(next) {
      state = next;
      for (const pair of pairs) {
        if (next === 'cut') {
          pair.near.resetAndDestroy();
          pair.end();
        } else pair.settle();
      }
    },
    standing: () => pairs.size,
    close() {
      for (const timer of timers) clearTimeout(timer);
      for (const pair of pairs) pair.end();
      server.close();
    },
  };
}
