import { createSocket, type Socket, type SocketOptions } from 'node:dgram';
import { lookup } from 'node:dns';
import { isIP, isIPv6 } from 'node:net';

/** Two ports next to each other: the even one for the sound, the odd one for reports about it. */
export interface RtpPair {
  port: number;
  rtp: Socket;
  rtcp: Socket;
  close(): void;
}

export interface RtpPorts {
  /** Null when every port is taken. */
  open(): Promise<RtpPair | null>;
  readonly inUse: number;
}

const TRIES = 50;

/** Ports for sound out of a range, taken in turn, so that a late packet of the last call finds nobody; without a range any. */
export function openRtpPorts(bindAddress: string, range: { first: number; last: number } | null): RtpPorts {
  const used = new Set<number>();
  const start = range ? range.first + (range.first % 2) : 0;
  let next = start;

  function take(): number | null {
    if (!range) return 0;
    for (let left = Math.floor((range.last - start + 1) / 2); left > 0; left--) {
      const port = next;
      next = port + 3 > range.last ? start : port + 2;
      if (!used.has(port)) return port;
    }
    return null;
  }

  async function pairAt(wanted: number): Promise<RtpPair | null> {
    if (wanted) used.add(wanted);
    const rtp = await bind(bindAddress, wanted);
    const port = rtp?.address().port ?? 0;
    const rtcp = rtp && port % 2 === 0 ? await bind(bindAddress, port + 1) : null;
    if (!rtp || !rtcp) {
      rtp?.close();
      used.delete(wanted);
      return null;
    }
    used.add(port);
    return {
      port,
      rtp,
      rtcp,
      close() {
        if (!used.delete(port)) return;
        rtp.close();
        rtcp.close();
      },
    };
  }

  return {
    async open() {
      for (let tries = 0; tries < TRIES; tries++) {
        const wanted = take();
        if (wanted === null) return null;
        const pair = await pairAt(wanted);
        if (pair) return pair;
      }
      return null;
    },
    get inUse() {
      return used.size;
    },
  };
}

/** Packets go to numbers: they leave at once instead of a turn later, which is how names are looked up. */
const addressOf: NonNullable<SocketOptions['lookup']> = (host, options, done) => {
  const family = isIP(host);
  if (family) done(null, host, family);
  else lookup(host, options, done);
};

/** Null when somebody else has it. */
function bind(address: string, port: number): Promise<Socket | null> {
  const socket = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4', recvBufferSize: 1 << 18, lookup: addressOf });
  return new Promise((done) => {
    socket.once('error', () => {
      // Else its handle would stay for as long as the process.
      socket.close();
      done(null);
    });
    socket.bind(port, address, () => {
      socket.removeAllListeners('error');
      // What the network says about a port nobody listens at concerns nobody here.
      socket.on('error', () => {});
      done(socket);
    });
  });
}
