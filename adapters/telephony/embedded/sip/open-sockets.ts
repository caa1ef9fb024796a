import { KEEP_ALIVE_MS, SIGN_IN_PATIENCE_MS, SILENT_PEER_MS, SILENT_WIRE_MS, type SipLimits } from './sip-constants.ts';
import type { PhoneSocket } from './phone.ts';
import { SipSocket } from './sip-socket.ts';
import type { OpenSockets } from './sockets.ts';

export const SocketCloseCode = { goingAway: 1001, policyViolation: 1008, tryAgainLater: 1013 } as const;

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
        all.hangUp(socket, SocketCloseCode.tryAgainLater);
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
      for (const socket of sockets) all.hangUp(socket, SocketCloseCode.goingAway);
    },

    sweep(nowMs) {
      for (const socket of sockets) {
        const silentMs = socket.wire.way ? SILENT_WIRE_MS : SILENT_PEER_MS;
        if (nowMs - socket.seenAtMs >= silentMs) all.hangUp(socket, SocketCloseCode.goingAway);
        else if (!socket.phone && nowMs - socket.openedAtMs >= SIGN_IN_PATIENCE_MS)
          all.hangUp(socket, SocketCloseCode.policyViolation);
        else if (nowMs - Math.max(socket.seenAtMs, socket.pingedAtMs) >= KEEP_ALIVE_MS) {
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
