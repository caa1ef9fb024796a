import type { IncomingMessage, Server } from 'node:http';
import type { z } from 'zod';
import type { Channel } from '#shared/channel.ts';
import type { FailureName } from '#shared/errors.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import type { Guest, Identity } from '../http/caller.ts';
import type { HomeDoor } from '../homes/home-door.ts';
import type { Homes } from '../homes/homes.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Hub } from './hub.ts';
import type { OwnWords, Without } from './subscriber.ts';

/** One socket, as a feature sees it. */
export interface ChannelConnection<Down = unknown> {
  /** Who is at the other end; replaced when the rights of the person change. */
  readonly identity: Identity;
  /** Of the address, without the ticket. */
  readonly query: URLSearchParams;
  /** When the line last gave a sign of life. */
  readonly lineAliveMs: number;
  send(data: Down): void;
  /** What `frameOf` made once for many. */
  sendFrame(frame: Buffer): void;
  fail(name: FailureName, detail?: string): void;
  close(code: number, reason?: string): void;
  /** Events of the tenant from now on, or from after this one; as `shared/user-channel.ts` says, or in the channel's own words. */
  subscribe(lastEventId?: number, words?: OwnWords<Down> | Without): void;
}

/** What a feature does with a channel. Messages of one socket come one after another; a thrown `Failure` is answered. */
export interface ChannelHandler<Up = never, Down = unknown> {
  opened?(connection: ChannelConnection<Down>): void | Promise<void>;
  message(connection: ChannelConnection<Down>, message: Up): void | Promise<void>;
  /** After the last message was dealt with. */
  closed?(connection: ChannelConnection<Down>): void | Promise<void>;
  /** Who brings this proof to a socket for guests; null: nobody. */
  admit?(proof: string, query: URLSearchParams): Promise<Guest | null>;
}

export interface ServedChannel {
  channel: Channel;
  handler: ChannelHandler;
  /** Its sockets are opened by the process in which the desk of their tenant lives (`platform/server/homes`). */
  atHome?: boolean;
}

/** Binds a handler to the shapes of its channel. */
export const serve = <Up extends z.ZodType, Down extends z.ZodType>(
  channel: Channel<Up, Down>,
  handler: ChannelHandler<z.output<Up>, z.input<Down>>,
  { atHome = false }: { atHome?: boolean } = {},
): ServedChannel => ({
  channel: channel as unknown as Channel,
  handler: handler as ChannelHandler,
  atHome,
});

export interface ChannelsWorld {
  server: Server;
  db: Db;
  sessions: Sessions;
  hub: Hub;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Origins besides our own whose pages may connect. */
  allowedOrigins: readonly string[];
  /** Whom a connection comes from; the other end of it unless said. */
  addressOf?: (request: IncomingMessage) => string;
  /** Where the desks of tenants live; without it, here. */
  homes?: Pick<Homes, 'isHere' | 'onMoved'>;
  door?: Pick<HomeDoor, 'lead' | 'seen'>;
  /** Sockets one person may have open in this process. */
  maxPerPerson?: number;
}

export interface Channels {
  /** What happens every second; for tests. */
  tick(): void;
  /** Reads anew what open sockets may do, and closes those whose session is over; for tests, else every minute. */
  checkSessions(): Promise<void>;
  /** Sockets that are open. */
  count(): number;
  /** Lets go of those that any process could serve, a few at a time: they come again, to whichever is there for them. */
  moveOn(): void;
  stop(): Promise<void>;
}
