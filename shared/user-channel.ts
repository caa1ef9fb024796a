import { z } from 'zod';
import { channel } from './channel.ts';

/**
 * What the product tells a signed-in page. Rules for the page:
 * 1. Its position is the `id` of the last message that had one. Ids grow, but not by one: events for other people have theirs too.
 * 2. It connects without `since` the first time, and with `since=<its position>` when it comes back.
 * 3. `ready` is the first message and says where events go on from: for a new page the present, for one that
 *    came back its own position. It has caught up when its position reaches `newest`.
 * 4. `reload`: too much was missed. It loads its lists anew; what happens from now on follows.
 */
export const UserChannelDown = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), id: z.number().int(), newest: z.number().int() }),
  z.object({ kind: z.literal('event'), id: z.number().int(), event: z.string(), body: z.unknown() }),
  z.object({ kind: z.literal('reload'), id: z.number().int() }),
  /** Answers a ping, so that the page learns of a dead line too. */
  z.object({ kind: z.literal('pong') }),
]);
export type UserChannelDown = z.output<typeof UserChannelDown>;

/** A place in the tenant's stream of events. */
export const Position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const UserChannelUp = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  /** Begin again after this position, on the same socket; answered as rules 3 and 4 say. */
  z.object({ type: z.literal('since'), id: Position }),
]);
export type UserChannelUp = z.output<typeof UserChannelUp>;

export const userChannel = channel({
  path: '/home/api/realtime',
  access: 'signedIn',
  summary: 'Events of the whole product for one signed-in page.',
  proof: 'ticket',
  up: UserChannelUp,
  down: UserChannelDown,
  ping: { message: { type: 'ping' }, everyMs: 30_000, silenceMs: 70_000 },
  // To the end: what a page shows must not grow old because the server was away for long.
  reconnect: { everyMs: 5_000, attempts: Number.POSITIVE_INFINITY },
});
