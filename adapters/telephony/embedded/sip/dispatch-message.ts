import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import { isGuestName } from './guest-gate.ts';
import { IncomingCall } from './incoming-call.ts';
import { readMessage } from './message-check.ts';
import { SocketCloseCode } from './open-sockets.ts';
import type { OpenSockets } from './sockets.ts';
import type { IsOurHost } from './our-hosts.ts';
import type { PasswordCheck } from './password-check.ts';
import type { PhoneSocket } from './phone.ts';
import { whyNotServe } from './request-check.ts';
import { answerTo, type RequestEcho } from './sip-answer.ts';
import type { SipLimits } from './sip-constants.ts';
import type { Suspect } from './suspicions.ts';
import { FORBIDDEN, type Verdict } from './verdict.ts';

/** Proves who somebody is, and answers. */
interface Door {
  answer(socket: PhoneSocket, message: IncomingRequestMessage, asked: RequestEcho): Promise<void>;
}

export interface DispatchWorld {
  isOurs: IsOurHost;
  limits: SipLimits;
  clock: { nowMs(): number };
  sockets: OpenSockets;
  registrar: Door;
  gate: Door | undefined;
  whyNotProven: PasswordCheck;
  suspicious: Suspect;
  report(problem: unknown): void;
}

const MAX_WAITING_REGISTERS = 4;

/** Hands what a connection sent to whoever deals with it. */
export function dispatchMessage(world: DispatchWorld, socket: PhoneSocket, text: string): void {
  const { clock, gate, registrar, sockets, suspicious } = world;
  const nowMs = clock.nowMs();
  if (!socket.isOpen) return;
  socket.seenAtMs = nowMs;
  if (!socket.mayGoOn(nowMs)) {
    suspicious('flood', socket.phone?.account ?? null, socket.wire.address, 'too many messages');
    // Whoever forges a phone's address shall not cut it off: what is too much is not read, and no more.
    return isForgeable(socket) && socket.phone ? undefined : sockets.hangUp(socket, SocketCloseCode.policyViolation);
  }
  const read = readMessage(text);
  // Whoever knocks at a port of SIP's own learns nothing but that a password is needed.
  const isStranger = socket.wire.way !== undefined && !socket.phone;
  switch (read.kind) {
    case 'keepAlive':
      // RFC 5626: a single line end answers two.
      return void (isStranger || socket.send('\r\n'));
    case 'ignored':
      return;
    case 'refused':
      return void (isStranger || socket.send(read.answer));
    case 'response':
      return socket.phone?.response(read.message);
    case 'request': {
      const { message, asked } = read;
      if (message.method === 'REGISTER')
        return message.toTag
          ? void (isStranger || socket.send(answerTo(asked, 400)))
          : oneByOne(world, socket, asked, () => registrar.answer(socket, message, asked));
      if (isStranger) return suspicious('unauthenticated', null, socket.wire.address, message.method);
      if (isForgeable(socket) && message.method === 'INVITE' && !message.toTag)
        return oneByOne(world, socket, asked, () => serveProven(world, socket, message, asked));
      if (gate && !socket.phone && message.method === 'INVITE' && isGuestName(message))
        return oneByOne(world, socket, asked, () => gate.answer(socket, message, asked));
      return serveRequest(world, socket, message, asked);
    }
  }
}

/** Anybody can write another's address into a datagram: what costs money shows its password. Dialogs have secrets of their own. */
const isForgeable = ({ wire }: PhoneSocket): boolean => wire.way?.transport === 'udp';

async function serveProven(
  world: DispatchWorld,
  socket: PhoneSocket,
  message: IncomingRequestMessage,
  asked: RequestEcho,
): Promise<void> {
  const { phone } = socket;
  const refusal: Verdict | null = phone
    ? await world
        .whyNotProven(phone.account, socket.wire, message)
        // The product cannot say who this is at the moment; that is nobody's failure.
        .catch(() => ({ status: 503, headers: ['Retry-After: 5'] }))
    : FORBIDDEN;
  if (refusal) return socket.send(answerTo(asked, refusal.status, { headers: refusal.headers ?? [] }));
  serveRequest(world, socket, message, asked);
}

/** What proves who somebody is takes a while; a socket's come one after another, and few at once. */
function oneByOne({ report }: DispatchWorld, socket: PhoneSocket, asked: RequestEcho, work: () => Promise<void>): void {
  if (socket.registering >= MAX_WAITING_REGISTERS) return socket.send(answerTo(asked, 503));
  socket.registering += 1;
  socket.registered = socket.registered
    .then(work)
    .catch(report)
    .finally(() => {
      socket.registering -= 1;
    });
}

/** Requests other than REGISTER. */
function serveRequest(
  { isOurs, limits, suspicious }: DispatchWorld,
  socket: PhoneSocket,
  message: IncomingRequestMessage,
  asked: RequestEcho,
): void {
  const { phone } = socket;
  const { method } = message;
  const refusal = whyNotServe(message, phone, isOurs, limits);
  if (refusal?.suspicious) suspicious(refusal.suspicious, phone?.account ?? null, socket.wire.address, method);
  if (refusal || !phone) {
    // An ACK has no answer.
    if (method !== 'ACK')
      socket.send(answerTo(asked, refusal?.status ?? FORBIDDEN.status, { headers: refusal?.headers ?? [] }));
    return;
  }
  phone.request(message);
  if (method === 'CANCEL')
    for (const call of phone.calls)
      if (call instanceof IncomingCall && call.branch === message.viaBranch) call.cancelledTooLate();
}
