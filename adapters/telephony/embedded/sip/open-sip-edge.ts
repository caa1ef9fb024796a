import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { IncomingInviteRequest, IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import { keepNewest, openBanList } from './ban-list.ts';
import { openNonces } from './digest.ts';
import { isGuestName, openGuestGate } from './guest-gate.ts';
import { IncomingCall } from './incoming-call.ts';
import { readMessage } from './message-check.ts';
import { CloseCode, openSockets } from './open-sockets.ts';
import { OutgoingCall } from './outgoing-call.ts';
import { Phone } from './phone.ts';
import { openPhoneBook } from './phone-book.ts';
import { openRegistrar } from './registrar.ts';
import { ownHeaders, whyNotServe } from './request-check.ts';
import { answerTo, type Asked } from './sip-answer.ts';
import type { CallWorld } from './sip-call.ts';
import { DEFAULT_LIMITS, SWEEP_MS, type SipLimits } from './sip-constants.ts';
import type { SipAccounts, SipEdge, SipEdgeEvent } from './sip-edge.ts';
import type { SipSocket, Wire } from './sip-socket.ts';
import { decoded } from './sip-text.ts';
import { openSipTimers } from './sip-timers.ts';
import { serveSipSockets } from './sip-websockets.ts';

export interface SipEdgeOptions {
  /** Of every account, and the realm of their passwords. */
  domain: string;
  accounts: SipAccounts;
  clock: { nowMs(): number };
  /** Whether pages of this origin may connect; only our own host when nothing is said. */
  allowOrigin?(origin: string, host: string | undefined): boolean;
  /** Whether somebody else serves websockets at a path that is not ours; else it is answered 404. Everything is left alone when nothing is said. */
  servedElsewhere?(path: string): boolean;
  /** The address a request comes from, where a proxy stands before us. */
  addressOf?(request: IncomingMessage): string;
  log?: { error(fields: object, text: string): void };
  random?(bytes: number): Buffer;
  limits?: Partial<SipLimits>;
}

export interface OpenedSipEdge extends SipEdge {
  /** Serves one connection; websockets come in through `attach`. */
  connect(wire: Wire): WireEnd;
  /** What happens every second; for tests. */
  tick(): void;
}

/** What a connection tells the edge. */
export interface WireEnd {
  receive(text: string): void;
  /** A sign of life without a message. */
  heard(): void;
  closed(): void;
}

const MAX_WAITING_REGISTERS = 4;
const SAME_SUSPICION_MS = 10_000;

/** The signalling of the embedded exchange. Nothing a connection sends makes it throw, stop or grow without bounds. */
export function openSipEdge(options: SipEdgeOptions): OpenedSipEdge {
  const { clock } = options;
  const domain = options.domain.toLowerCase();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const random = options.random ?? randomBytes;
  const listeners = new Set<(event: SipEdgeEvent) => void>();
  const suspicions = new Map<string, number>();
  const report = (problem: unknown): void => options.log?.error({ err: problem }, 'signalling failed');
  const timers = openSipTimers(report);
  const services: { stop(): Promise<void> }[] = [];
  let stopping = false;

  function guard(work: () => void): void {
    try {
      work();
    } catch (problem) {
      report(problem);
    }
  }

  const emit = (event: SipEdgeEvent): void => {
    for (const listener of listeners) guard(() => listener(event));
  };

  /** The same thing of the same phone is said once in a while, not a thousand times. */
  function suspicious(what: string, account: string | null, address: string, detail: string): void {
    const key = `${what}\n${account}\n${address}`;
    const nowMs = clock.nowMs();
    if (nowMs - (suspicions.get(key) ?? -SAME_SUSPICION_MS) < SAME_SUSPICION_MS) return;
    keepNewest(suspicions, key, nowMs);
    emit({ type: 'suspicious', what, account, address, detail });
  }

  const book = openPhoneBook((account, contacts) =>
    emit(contacts ? { type: 'registered', account, contacts } : { type: 'unregistered', account }),
  );

  const calls: CallWorld = {
    domain,
    timers,
    nowMs: () => clock.nowMs(),
    report,
    guard,
    suspicious: (what, phone, detail) => suspicious(what, phone.account, phone.socket?.wire.address ?? '', detail),
    findDialog(callId, tags) {
      for (const phone of book.all()) {
        for (const call of phone.calls)
          if (call.sipCallId === callId && call.dialog?.isNamed(callId, tags)) return { call, account: phone.account };
      }
      return null;
    },
  };

  const doors = {
    domain,
    clock,
    book,
    bans: openBanList(clock),
    nonces: openNonces(clock, random),
    wait: (ms: number) => new Promise<void>((done) => timers.after(ms, done)),
    suspicious,
  };
  const newPhone = (account: string, socket: SipSocket, isGuest: boolean): Phone =>
    new Phone(account, domain, socket, random(4).toString('hex'), limits, invited, isGuest);
  const registrar = openRegistrar({
    ...doors,
    accounts: options.accounts,
    newPhone: (account, socket) => newPhone(account, socket, false),
  });
  const gate =
    options.accounts.guests &&
    openGuestGate({
      ...doors,
      guests: options.accounts.guests,
      limits,
      newPhone: (guest, socket) => newPhone(guest, socket, true),
    });

  function invited(phone: Phone, request: IncomingInviteRequest): void {
    const { message } = request;
    request.trying();
    const call = new IncomingCall(request, phone, calls);
    emit({
      type: 'invited',
      account: phone.account,
      isGuest: phone.isGuest,
      to: decoded(message.ruri!.user!)!,
      headers: ownHeaders(message),
      call,
    });
    if (!call.isHandled) call.reject(480);
  }

  function receive(socket: SipSocket, text: string): void {
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
      case 'request':
        if (read.message.method === 'REGISTER') return register(socket, read.message, read.asked);
        if (gate && !socket.phone && read.message.method === 'INVITE' && isGuestName(read.message))
          return oneByOne(socket, read.asked, () => gate.answer(socket, read.message, read.asked));
        return requested(socket, read.message, (status, headers = []) => {
          if (read.message.method !== 'ACK') socket.send(answerTo(read.asked, status, { headers }));
        });
    }
  }

  function register(socket: SipSocket, message: IncomingRequestMessage, asked: Asked): void {
    if (message.toTag) return socket.send(answerTo(asked, 400));
    oneByOne(socket, asked, () => registrar.answer(socket, message, asked));
  }

  /** What proves who somebody is takes a while; a socket's come one after another, and few at once. */
  function oneByOne(socket: SipSocket, asked: Asked, work: () => Promise<void>): void {
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
  function requested(
    socket: SipSocket,
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

  const sockets = openSockets(limits, clock, guard, (socket) => {
    const { phone } = socket;
    socket.phone = null;
    if (phone?.socket !== socket) return;
    phone.detach(clock.nowMs());
    // A guest has no way back: whoever closes the page has hung up.
    if (phone.isGuest) book.remove(phone);
    else book.tidy(phone);
  });

  function tick(): void {
    const nowMs = clock.nowMs();
    guard(() => sockets.sweep(nowMs));
    guard(() => book.sweep(nowMs));
    // Whoever came for one call has nothing more to say.
    guard(() =>
      [...book.all()].forEach(
        (phone) => phone.isDone && phone.socket && sockets.hangUp(phone.socket, CloseCode.goingAway),
      ),
    );
  }
  const sweeping = setInterval(tick, SWEEP_MS);
  sweeping.unref();

  const edge: OpenedSipEdge = {
    attach(server: Server) {
      services.push(serveSipSockets(server, options, limits, edge.connect));
    },

    connect(wire) {
      const socket = sockets.add(wire);
      return {
        receive: (text) => guard(() => receive(socket, text)),
        heard: () => {
          socket.heardAtMs = clock.nowMs();
        },
        closed: () => {
          socket.heardAtMs = clock.nowMs();
          guard(() => sockets.forget(socket));
        },
      };
    },

    invite: (account, request) => new OutgoingCall(account, stopping ? [] : book.contacts(account), request, calls),
    isRegistered: (account) => book.contacts(account).length > 0,

    forget(account) {
      for (const phone of book.phones(account)) {
        const { socket } = phone;
        // First the contacts, lest somebody who hears of an end rings the same phone again.
        book.unbind(phone, [...phone.bindings]);
        for (const call of phone.calls) call.end();
        if (socket) sockets.hangUp(socket, CloseCode.policyViolation);
        book.remove(phone);
      }
    },

    cutOff(account) {
      for (const phone of book.phones(account)) {
        const { socket } = phone;
        book.unbind(phone, [...phone.bindings]);
        for (const call of phone.calls) if (!call.dialog) call.end();
        if (socket) sockets.hangUp(socket, CloseCode.policyViolation);
      }
    },

    onEvent(listener) {
      listeners.add(listener);
    },

    stats() {
      const phones = [...book.all()];
      const sum = (count: (phone: Phone) => number): number => phones.reduce((total, phone) => total + count(phone), 0);
      return {
        sockets: sockets.size,
        registrations: sum((phone) => phone.bindings.size),
        calls: sum((phone) => phone.calls.size),
        dialogs: sum((phone) => phone.core.dialogs.size),
        transactions: sum((phone) => phone.transactions),
        timers: timers.running,
      };
    },

    tick,

    async stop() {
      stopping = true;
      clearInterval(sweeping);
      for (const phone of book.all()) for (const call of phone.calls) call.end();
      sockets.hangUpAll();
      for (const phone of book.all()) book.remove(phone);
      timers.stop();
      await Promise.all(services.map((service) => service.stop()));
    },
  };
  return edge;
}
