import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Envelope } from '#shared/envelope.ts';
import type { UserChannelDown } from '#shared/user-channel.ts';
import { userChannel } from '#shared/user-channel.ts';
import { handClock, type HandClock } from '#test/clock.ts';
import { openDb } from '../db/open-db.ts';
import type { Db, Push } from '../db/db.ts';
import { openLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { openSessions } from '../sessions/open-sessions.ts';
import { openChannels } from './open-channels.ts';
import type { ServedChannel } from './channels.ts';
import { openHub } from './open-hub.ts';
import type { HubOptions } from './hub.ts';
import { openSequencer } from './open-sequencer.ts';
import { userChannelOf } from './user-channel.ts';

// A loaded machine is slow; nothing here waits longer than it must.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

export interface ProcessWishes {
  hub?: Partial<HubOptions>;
  channels?: ServedChannel[];
  /** False for a process that only serves sockets. */
  sequences?: boolean;
  clock?: HandClock;
  /** Kinds with a channel of their own. */
  pushedElsewhere?: string[];
}

/** All of realtime as one process of the product runs it, on a port of its own. */
export async function aProcess(
  url: string,
  {
    hub: hubWishes,
    channels: more = [],
    sequences = true,
    clock = handClock(),
    pushedElsewhere = [],
  }: ProcessWishes = {},
) {
  const db = openDb({ url, max: 6, report: () => {} });
  const lines: string[] = [];
  const log = openLog('debug', { write: (line) => void lines.push(line) });
  const metrics = openMetrics();
  const sessions = openSessions(db, clock);
  const hub = openHub({ db, log, metrics, ...hubWishes });
  const sequencer = openSequencer({ db, log });
  const server = createServer();
  const channels = openChannels(
    { server, db, sessions, hub, clock, log, metrics, allowedOrigins: ['https://partner.example'] },
    [userChannelOf(pushedElsewhere), ...more],
  );
  await sessions.start();
  await hub.start();
  if (sequences) await sequencer.start();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let stopped = false;

  return {
    db,
    sessions,
    clock,
    channels,
    metrics,
    address,
    lines,
    hub,
    /** A page with a fresh ticket. */
    async page(sessionId: number, query: Record<string, string | number> = {}, path: string = userChannel.path) {
      const ticket = await sessions.issueTicket(sessionId, path);
      return new Page(
        `${address}${path}?${new URLSearchParams({ token: ticket, ...(query as Record<string, string>) })}`,
      );
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      await channels.stop();
      server.closeAllConnections();
      server.close();
      if (sequences) await sequencer.stop();
      hub.stop();
      sessions.stop();
      await db.close();
    },
  };
}

/** The other end of a socket, remembering all it was told. */
export class Page {
  readonly socket: WebSocket;
  readonly received: Envelope<UserChannelDown>[] = [];
  closed: { code: number } | null = null;

  constructor(address: string, protocols: string[] = [], origin?: string) {
    this.socket = new WebSocket(address, protocols, origin ? { origin } : {});
    this.socket.on('error', () => {});
    this.socket.on('message', (data) => void this.received.push(JSON.parse(String(data))));
    this.socket.on('close', (code) => (this.closed = { code }));
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  data = (): UserChannelDown[] => this.received.flatMap(({ data }) => data ?? []);
  events = () => this.data().filter((data) => data.kind === 'event');
  bodies = () => this.events().map(({ body }) => body);
  kinds = () => this.data().map(({ kind }) => kind);

  async ready(): Promise<UserChannelDown> {
    return eventually(() => this.data()[0] ?? wrong('nothing was told yet'));
  }

  async closes(code: number): Promise<void> {
    await eventually(() => this.closed?.code === code || wrong(`closed with ${this.closed?.code}, not ${code}`));
  }

  /** Whatever the line carried before has arrived on the other side afterwards. */
  async roundTrip(): Promise<void> {
    this.socket.ping();
    await once(this.socket, 'pong');
  }

  async leave(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.socket.close();
    await once(this.socket, 'close');
  }
}

export const eventually = <T>(check: () => T | Promise<T>, timeout = 15_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 5 });

export const push = (db: Db, tenantId: number, body: unknown, rest: Partial<Push> = {}): Promise<void> =>
  db.tenant({ tenantId }, (tx) => tx.push({ kind: 'test.happened', body, ...rest }));

export function wrong(what: string): never {
  throw new Error(what);
}
