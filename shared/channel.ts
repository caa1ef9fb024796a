import type { z } from 'zod';
import type { Access } from './endpoint.ts';

/**
 * A socket between page and server. The rules of keeping it alive are data, so that
 * every channel obeys them through one client and one server implementation.
 */
export interface Channel<Up extends z.ZodType = z.ZodType, Down extends z.ZodType = z.ZodType> {
  path: `/${string}`;
  access: Exclude<Access, 'operator'>;
  summary: string;
  /**
   * How the browser proves who it is: a one-use ticket in the query, or the token as subprotocol. `guest`: nobody of the
   * tenant, such as a visitor of its web site; the subprotocol is a proof that the capability itself reads.
   */
  proof: 'ticket' | 'subprotocol' | 'guest';
  /** What a ticket must have been issued for, where the path alone says too little. */
  ticketPurpose?(query: { get(name: string): string | null }): string;
  /** What the page sends. */
  up: Up;
  /** The `data` of what the server sends inside `{code, data, msg}`. */
  down: Down;
  /** Sent by the page every `everyMs`; no ping for `silenceMs` and the server gives the socket up. */
  ping: { message: z.input<Up>; everyMs: number; silenceMs: number };
  /** After an unexpected close the page tries again, `attempts` times, `everyMs` apart. */
  reconnect: { everyMs: number; attempts: number };
}

export const channel = <Up extends z.ZodType, Down extends z.ZodType>(c: Channel<Up, Down>) => c;

/** Close codes the product gives a meaning. */
export const CloseCode = {
  /** The session has ended: sign in again. */
  sessionEnded: 4001,
  /** The ticket was used or too old: fetch another one and come back. */
  ticketSpent: 4002,
  /** The page spoke out of turn. */
  badMessage: 4003,
  /** The person may not use this channel: coming back would not help. */
  notAllowed: 4009,
  /** The server is stopping: come back in a moment. */
  serverStopping: 1012,
  /** Too many came from there with nothing to show: come back in a while. */
  tryLater: 1013,
  /** The reader is too slow for what it subscribed to. */
  tooSlow: 4008,
} as const;
