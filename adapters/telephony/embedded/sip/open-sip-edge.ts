import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { IncomingInviteRequest } from 'sip.js/lib/core/index.js';
import type { CallWorld } from './call-world.ts';
import { dispatchMessage } from './dispatch-message.ts';
import { cutOffAccount, forgetAccount, retireAccount } from './end-registrations.ts';
import { IncomingCall } from './incoming-call.ts';
import { openPhoneWires } from './open-phone-wires.ts';
import type { PhoneWires } from './phone-wires.ts';
import { openSipDoors } from './open-sip-doors.ts';
import { SocketCloseCode, openSockets } from './open-sockets.ts';
import { leadingPhones } from './lead-phones.ts';
import { ourHosts } from './our-hosts.ts';
import { OutgoingCall } from './outgoing-call.ts';
import type { EdgePhone, PhoneSocket } from './phone.ts';
import { openPhoneBook } from './open-phone-book.ts';
import type { PhoneBook } from './phone-book.ts';
import { ownHeaders } from './request-check.ts';
import { DEFAULT_LIMITS, SWEEP_MS } from './sip-constants.ts';
import type { OpenedSipEdge, SipEdgeEvent, SipEdgeOptions } from './sip-edge.ts';
import { sipStats } from './sip-stats.ts';
import { decoded } from './sip-text.ts';
import { openSipTimers } from './open-sip-timers.ts';
import { serveSipSockets } from './sip-websockets.ts';
import { throttleSuspicions } from './suspicions.ts';
import type { Wire, WireEnd } from './wire.ts';

/** The signalling of the embedded exchange. Nothing a connection sends makes it throw, stop or grow without bounds. */
export function openSipEdge(options: SipEdgeOptions): OpenedSipEdge {
  const { accounts, clock } = options;
  const domain = options.domain.toLowerCase();
  const isOurs = ourHosts(domain, options.aliases);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const random = options.random ?? randomBytes;
  const listeners = new Set<(event: SipEdgeEvent) => void>();
  const report = (problem: unknown): void => options.log?.error({ err: problem }, 'signalling failed');
  const timers = openSipTimers(report);
  const services: { stop(): Promise<void> }[] = [];
  let wires: PhoneWires | null = null;
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
  const suspicious = throttleSuspicions(clock, emit);

  const book = openPhoneBook((account, contacts) =>
    emit(contacts ? { type: 'registered', account, contacts } : { type: 'unregistered', account }),
  );
  const calls: CallWorld = {
    domain,
    isOurs,
    timers,
    nowMs: () => clock.nowMs(),
    report,
    guard,
    suspicious: (what, phone, detail) => suspicious(what, phone.account, phone.socket?.wire.address ?? '', detail),
    findDialog: (callId, tags) => findDialog(book, callId, tags),
  };

  const sockets = openSockets(limits, clock, guard, (socket) => socketGone(book, socket, clock.nowMs()));
  const doors = openSipDoors({
    domain,
    isOurs,
    accounts,
    clock,
    limits,
    random,
    book,
    timers,
    suspicious,
    onInvite: (phone, request) => offerCall(phone, request, calls, emit),
    replaced(account, address) {
      suspicious('phoneReplaced', account, address, 'registered in the place of another phone');
      emit({ type: 'replaced', account, address });
    },
  });
  const dispatching = { isOurs, limits, clock, sockets, suspicious, report, ...doors };

  function tick(): void {
    const nowMs = clock.nowMs();
    guard(() => sockets.sweep(nowMs));
    guard(() => book.sweep(nowMs));
    // Whoever came for one call has nothing more to say.
    guard(() =>
      [...book.all()].forEach(
        (phone) => phone.isDone && phone.socket && sockets.hangUp(phone.socket, SocketCloseCode.goingAway),
      ),
    );
  }
  const sweeping = setInterval(tick, SWEEP_MS);
  sweeping.unref();

  function serveHere(wire: Wire): WireEnd {
    const socket = sockets.add(wire);
    return {
      receive: (text) => guard(() => dispatchMessage(dispatching, socket, text)),
      touch: () => {
        socket.seenAtMs = clock.nowMs();
      },
      closed: () => {
        socket.seenAtMs = clock.nowMs();
        guard(() => sockets.forget(socket));
      },
      isSignedIn: () => socket.phone !== null,
    };
  }

  const edge: OpenedSipEdge = {
    attach: (server: Server) => void services.push(serveSipSockets(server, options, limits, edge.connect)),
    async listen(wiring) {
      const nowMs = () => clock.nowMs();
      wires = await openPhoneWires(wiring, { nowMs, connect: edge.connect, suspicious, report });
      services.push(wires);
      return wires.ports;
    },
    connect: options.lead ? leadingPhones(serveHere, options.lead) : serveHere,
    invite: (account, request) => new OutgoingCall(account, stopping ? [] : book.contacts(account), request, calls),
    isRegistered: (account) => book.contacts(account).length > 0,
    forget: (account) => forgetAccount(book, sockets, account),
    retire: (account) => retireAccount(book, sockets, account),
    cutOff: (account) => cutOffAccount(book, sockets, account),
    onEvent: (listener) => void listeners.add(listener),
    stats: () => sipStats(book, sockets, timers, wires),
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

function offerCall(
  phone: EdgePhone,
  request: IncomingInviteRequest,
  calls: CallWorld,
  emit: (event: SipEdgeEvent) => void,
): void {
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

function findDialog(book: PhoneBook, callId: string, tags: readonly [string, string]) {
  for (const phone of book.all()) {
    for (const call of phone.calls)
      if (call.sipCallId === callId && call.dialog?.isNamed(callId, tags)) return { call, account: phone.account };
  }
  return null;
}

function socketGone(book: PhoneBook, socket: PhoneSocket, nowMs: number): void {
  const { phone } = socket;
  socket.phone = null;
  if (phone?.socket !== socket) return;
  phone.detach(nowMs);
  // A guest has no way back: whoever closes the page has hung up.
  if (phone.isGuest) book.remove(phone);
  else book.tidy(phone);
}
