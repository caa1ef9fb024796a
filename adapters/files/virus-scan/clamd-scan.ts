import { once } from 'node:events';
import { connect } from 'node:net';
import type { VirusScan } from '#core/files/virus-scan.port.ts';

const PATIENCE_MS = 30_000;
/** The end of an answer, and of a command that begins with z. */
const END = 0;

/** Asks a clamd over TCP (`INSTREAM`): pieces with their length before them, nothing after the last. */
export const clamdScan = ({ host, port }: { host: string; port: number }): VirusScan => ({
  async isInfected(content) {
    const socket = connect({ host, port });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('the virus scanner does not answer')));
    const answer = (async () => {
      let received = '';
      for await (const piece of socket) {
        received += String(piece);
        if (received.endsWith(String.fromCharCode(END))) break;
      }
      return received.slice(0, -1);
    })();
    // Whatever goes wrong is told by whoever waits below.
    answer.catch(() => {});
    try {
      await once(socket, 'connect');
      socket.write('zINSTREAM\0');
      for await (const piece of content) {
        if (piece.length === 0) continue;
        const length = Buffer.alloc(4);
        length.writeUInt32BE(piece.length);
        socket.write(length);
        if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), answer]);
      }
      socket.write(Buffer.alloc(4));
      const verdict = await answer;
      if (verdict.endsWith(' FOUND')) return true;
      if (verdict.endsWith(' OK')) return false;
      throw new Error(`the virus scanner could not look: ${verdict.slice(0, 200)}`);
    } finally {
      socket.destroy();
    }
  },
});
