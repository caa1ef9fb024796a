import { KEEP_ALIVE_MS, SIGN_IN_PATIENCE_MS, SILENT_PEER_MS, SILENT_WIRE_MS, type SipLimits } from './sip-constants.ts';
import type { PhoneSocket } from './phone.ts';
import { SipSocket } from './sip-socket.ts';
import type { Wire } from './wire.ts';

export const CloseCode = { goingAway: 1001, policyViolation: 1008, tryAgainLater: 1013 } as const;

/** The connections there are: how many from where, and which of them still live. */
export interface OpenSockets {
  /** Closed again at once when there are too many. */
  add(wire: Wire): PhoneSocket;
  /** The connection is gone. */
  forget(socket: PhoneSocket): void;
  hangUp(socket: PhoneSocket, code: number): void;
  hangUpAll(): void;
  /** Pings who was silent, closes who does not answer or never signed in. */
  sweep(nowMs: number): void;
  readonly size: number;
}

export function openSockets(
  limits: SipLimits,
  clock: { nowMs(): number },
  guard: (work: () => void) => void,
  forgotten: (socket: PhoneSocket) => void,
): OpenSockets {
  const sockets = new Set<PhoneSocket>();
  const perAddress = new Map<string, number>();
  let isOpen = true;

  const all: OpenSockets = {
    add(wire) {
      const socket: PhoneSocket = new SipSocket(wire, limits, clock.nowMs());
      const here = perAddress.get(wire.address) ?? 0;
      sockets.add(socket);
      perAddress.set(wire.address, here + 1);
      if (!isOpen || sockets.size > limits.sockets || here >= limits.socketsPerAddress)
        all.hangUp(socket, CloseCode.tryAgainLater);
      return socket;
    },

    forget(socket) {
      if (!sockets.delete(socket)) return;
      socket.isOpen = false;
      const { address } = socket.wire;
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
      forgotten(socket);
    },

    hangUp(socket, code) {
      guard(() => all.forget(socket));
      guard(() => socket.wire.close(code));
    },

    hangUpAll() {
      isOpen = false;
      for (const socket of sockets) all.hangUp(socket, CloseCode.goingAway);
    },

    sweep(nowMs) {
      for (const socket of sockets) {
        const silentMs = socket.wire.way ? SILENT_WIRE_MS : SILENT_PEER_MS;
        if (nowMs - socket.heardAtMs >= silentMs) all.hangUp(socket, CloseCode.goingAway);
        else if (!socket.phone && nowMs - socket.openedAtMs >= SIGN_IN_PATIENCE_MS)
          all.hangUp(socket, CloseCode.policyViolation);
        else if (nowMs - Math.max(socket.heardAtMs, socket.pingedAtMs) >= KEEP_ALIVE_MS) {
          socket.pingedAtMs = nowMs;
          guard(() => socket.wire.ping(socket.phone?.reachedAt ?? null));
        }
      }
    },

    get size() {
      return sockets.size;
    },
  };
  return all;
}
