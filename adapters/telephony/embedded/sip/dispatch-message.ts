import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import { isGuestName } from './guest-gate.ts';
import { IncomingCall } from './incoming-call.ts';
import { readMessage } from './message-check.ts';
import { CloseCode, type OpenSockets } from './open-sockets.ts';
import type { PhoneSocket } from './phone.ts';
import { whyNotServe } from './request-check.ts';
import { answerTo, type Asked } from './sip-answer.ts';
import type { SipLimits } from './sip-constants.ts';
import type { Suspect } from './suspicions.ts';

/** Proves who somebody is, and answers. */
interface Door {
  answer(socket: PhoneSocket, message: IncomingRequestMessage, asked: Asked): Promise<void>;
}

export interface DispatchWorld {
  domain: string;
  limits: SipLimits;
  clock: { nowMs(): number };
  sockets: OpenSockets;
  registrar: Door;
  gate: Door | undefined;
  suspicious: Suspect;
  report(problem: unknown): void;
}

const MAX_WAITING_REGISTERS = 4;

/** Hands what a connection sent to whoever deals with it. */
export function dispatchMessage(world: DispatchWorld, socket: PhoneSocket, text: string): void {
  const { clock, gate, registrar, sockets, suspicious } = world;
  const nowMs = clock.nowMs();
  if (!socket.isOpen) return;
  socket.heardAtMs = nowMs;
  if (!socket.mayGoOn(nowMs)) {
    suspicious('flood', socket.phone?.account ?? null, socket.wire.address, 'too many messages');
    return sockets.hangUp(socket, CloseCode.policyViolation);
  }
  const read = readMessage(text);
  switch (read.kind) {
    case 'keepAlive':
      // RFC 5626: a single line end answers two.
      return socket.send('\r\n');
    case 'ignored':
      return;
    case 'refused':
      return socket.send(read.answer);
    case 'response':
      return socket.phone?.response(read.message);
    case 'request': {
      const { message, asked } = read;
      if (message.method === 'REGISTER')
        return message.toTag
          ? socket.send(answerTo(asked, 400))
          : oneByOne(world, socket, asked, () => registrar.answer(socket, message, asked));
      if (gate && !socket.phone && message.method === 'INVITE' && isGuestName(message))
        return oneByOne(world, socket, asked, () => gate.answer(socket, message, asked));
      return serveRequest(world, socket, message, (status, headers = []) => {
        if (message.method !== 'ACK') socket.send(answerTo(asked, status, { headers }));
      });
    }
  }
}

/** What proves who somebody is takes a while; a socket's come one after another, and few at once. */
function oneByOne({ report }: DispatchWorld, socket: PhoneSocket, asked: Asked, work: () => Promise<void>): void {
  if (socket.registering >= MAX_WAITING_REGISTERS) return socket.send(answerTo(asked, 503));
  socket.registering += 1;
  socket.registered = socket.registered
    .then(work)
    .catch(report)
    .finally(() => {
      socket.registering -= 1;
    });
}

/** Requests other than REGISTER; `answer` does nothing for an ACK, which has none. */
function serveRequest(
  { domain, limits, suspicious }: DispatchWorld,
  socket: PhoneSocket,
  message: IncomingRequestMessage,
  answer: (status: number, headers?: readonly string[]) => void,
): void {
  const { phone } = socket;
  const { method } = message;
  const refusal = whyNotServe(message, phone, domain, limits);
  if (refusal?.suspicious) suspicious(refusal.suspicious, phone?.account ?? null, socket.wire.address, method);
  if (refusal || !phone) return answer(refusal?.status ?? 403, refusal?.headers);
  phone.request(message);
  if (method === 'CANCEL')
    for (const call of phone.calls)
      if (call instanceof IncomingCall && call.branch === message.viaBranch) call.cancelledTooLate();
}
