import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** How a way spoils what goes over it, in both directions. Only sound suffers: how the way is found and agreed upon stays whole. */
export interface Impairment {
  /** 0 to 1. */
  lossFraction?: number;
  delayMs?: number;
  /** Up to so much later, each packet by chance. */
  jitterMs?: number;
}

export interface LossyWay {
  readonly port: number;
  /** From now on. */
  become(impairment: Impairment): void;
  counts(): { passed: number; dropped: number };
  close(): void;
}

/** RTP, and neither STUN, DTLS nor the reports of RTCP (RFC 7983, RFC 5761). */
const isSound = (packet: Buffer): boolean =>
  packet.length > 12 && packet[0]! >= 128 && packet[0]! <= 191 && !(packet[1]! >= 192 && packet[1]! <= 223);

/** Stands for a UDP address at a port of its own. `chance` answers 0 up to 1. */
export async function openLossyWay(
  to: { host: string; port: number },
  first: Impairment = {},
  chance: () => number = seeded(7),
): Promise<LossyWay> {
  const near = createSocket('udp4');
  near.bind(0, to.host);
  await once(near, 'listening');
  const fars = new Map<string, Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let impairment = first;
  let [passed, dropped, isClosed] = [0, 0, false];

  function pass(packet: Buffer, send: () => void): void {
    const { lossFraction = 0, delayMs = 0, jitterMs = 0 } = impairment;
    if (isSound(packet) && chance() < lossFraction) return void (dropped += 1);
    passed += 1;
    const lateMs = delayMs + (isSound(packet) ? chance() * jitterMs : 0);
    if (lateMs <= 0) return send();
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!isClosed) send();
    }, lateMs);
    timers.add(timer);
  }

  near.on('message', (packet, from) => {
    const name = `${from.address}:${from.port}`;
    let far = fars.get(name);
    if (!far) {
      // Each address of the near side has its own at the far side.
      far = createSocket('udp4').on('message', (answer) =>
        pass(answer, () => near.send(answer, from.port, from.address)),
      );
      fars.set(name, far);
    }
    const there = far;
    pass(packet, () => there.send(packet, to.port, to.host));
  });

  return {
    port: near.address().port,
    become: (next) => void (impairment = next),
    counts: () => ({ passed, dropped }),
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      near.close();
      for (const far of fars.values()) far.close();
    },
  };
}

/** Repeatable chance. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
