import type { z } from 'zod';
import {
  away,
  connectionMachine,
  type ClientConnection,
  type ConnectionEffect,
  type ConnectionEvent,
} from '#core/socket/connection-machine.ts';
import { driveTimed, type Performed } from '#core/timed-machine.ts';
import type { Channel } from '#shared/channel.ts';
import type { Envelope } from '#shared/envelope.ts';
import type { Failure } from '#shared/errors.ts';
import { sessionEnded } from './ended-session.ts';
import { handleFailure } from './failure-handler.ts';
import { endsSession, withFailure } from './failures.ts';
import { session } from './session.ts';
import { pageTimer } from './timer.ts';

export interface SocketOptions<C extends Channel> {
  /** A fresh one-use ticket; needed where the channel's proof is a ticket. */
  ticket?: () => Promise<string>;
  /** For a socket of guests: what proves who they are, and what to do when that is no longer good. */
  guest?: { proof: () => string; refused: () => void };
  /** What the address carries beside the ticket. */
  query?: () => Record<string, string>;
  onMessage: (message: z.output<C['down']>) => void;
  /** The server refused something; `msg` is its own words. The shared handler unless given. */
  onRefused?: (failure: Failure, envelope: Envelope) => void;
  /** The id of an event that can be asked for again after a gap. */
  eventIdOf?: (message: z.output<C['down']>) => string | null;
  /** Ask for what came after an event. */
  onMissed?: (afterId: string) => void;
  /** Something may have been missed and nobody knows what: load again what is shown. */
  onReload?: () => void;
}

/** A channel that keeps itself alive until it is left. */
export interface Socket<C extends Channel> {
  /** False when it is not open: nothing was sent. */
  send(message: z.input<C['up']>): boolean;
  leave(): void;
  current(): ClientConnection;
  watch(watcher: (state: ClientConnection) => void): () => void;
}

const OPEN_WITHIN_MS = 10_000;
/** As long as the phone's own line gets. */
const ANSWER_WITHIN_MS = 1_000;
const LEFT_ON_PURPOSE = 1000;

function addressOf(channel: Channel, query: Record<string, string>): string {
  const address = new URL(channel.path, window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}

/** Opens a channel and performs what its machine decides. */
export function openSocket<C extends Channel>(channel: C, options: SocketOptions<C>): Socket<C> {
  let socket: WebSocket | null = null;

  function open(turn: number, ticket: string | null, send: (event: ConnectionEvent) => void): void {
    const query = { ...options.query?.(), ...(ticket === null ? {} : { token: ticket }) };
    const opening = new WebSocket(
      addressOf(channel, query),
      channel.proof === 'ticket' ? [] : [options.guest ? options.guest.proof() : (session.token() ?? '')],
    );
    socket = opening;
    opening.onopen = () => send({ type: 'opened', turn });
    opening.onclose = (event) => send({ type: 'closed', turn, code: event.code });
    opening.onmessage = (event) => {
      if (socket !== opening) return;
      const envelope = JSON.parse(String(event.data)) as Envelope<z.output<C['down']>>;
      if (envelope.code !== 0) return refused(envelope);
      send({ type: 'received', turn, eventId: options.eventIdOf?.(envelope.data) ?? null });
      options.onMessage(envelope.data);
    };
  }

  function refused(envelope: Envelope): void {
    withFailure(envelope, (failure) => {
      if (options.onRefused) options.onRefused(failure, envelope);
      else handleFailure(failure);
    });
  }

  function close(): void {
    const closing = socket;
    socket = null;
    closing?.close(LEFT_ON_PURPOSE);
  }

  const pushOut = (message: unknown): boolean => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  };

  function perform(effect: Performed<ConnectionEffect>, send: (event: ConnectionEvent) => void): void {
    switch (effect.type) {
      case 'fetchTicket':
        options.ticket?.().then(
          (ticket) => send({ type: 'ticketArrived', turn: effect.turn, ticket }),
          (error: unknown) => send({ type: 'ticketRefused', turn: effect.turn, endsSession: endsSession(error) }),
        );
        return;
      case 'open':
        return open(effect.turn, effect.ticket, send);
      case 'close':
        return close();
      case 'ping':
        return void pushOut(channel.ping.message);
      case 'askMissed':
        return options.onMissed?.(effect.afterId);
      case 'reload':
        return options.onReload?.();
      case 'endSession':
        return options.guest ? options.guest.refused() : sessionEnded();
    }
  }

  const machine = connectionMachine({
    needsTicket: channel.proof === 'ticket',
    pingEveryMs: channel.ping.everyMs,
    retryEveryMs: channel.reconnect.everyMs,
    attempts: channel.reconnect.attempts,
    openWithinMs: OPEN_WITHIN_MS,
    answerWithinMs: ANSWER_WITHIN_MS,
  });
  const driven = driveTimed(machine, away, perform, { after: pageTimer });
  const networkBack = () => {
    if (document.visibilityState === 'visible') driven.send({ type: 'networkBack' });
  };
  window.addEventListener('online', networkBack);
  document.addEventListener('visibilitychange', networkBack);
  // A page the browser had frozen may be seen all the time.
  document.addEventListener('resume', networkBack);
  driven.send({ type: 'wanted' });

  return {
    send: pushOut,
    leave() {
      window.removeEventListener('online', networkBack);
      document.removeEventListener('visibilitychange', networkBack);
      document.removeEventListener('resume', networkBack);
      driven.send({ type: 'left' });
    },
    current: driven.current,
    watch: driven.watch,
  };
}
