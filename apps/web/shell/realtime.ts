import { accountApi } from '#features/team/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { openSocket, type Socket } from '#platform/web/socket.ts';
import { createStore } from '#platform/web/store.ts';
import { useStore } from '#platform/web/use-store.ts';
import { deliverEvent, EVENTS_BEGIN } from '#platform/web/user-events.ts';
import { userChannel, type UserChannelDown } from '#shared/user-channel.ts';

/** How the page stands to the server: `broken` after it was open once, `lost` when it no longer tries by itself. */
export type ConnectionState = 'fresh' | 'open' | 'broken' | 'lost';

let socket: Socket<typeof userChannel> | null = null;
const line = createStore<ConnectionState>('fresh');
let position: number | null = null;
/** When the page began to ask for things; events are heard from their first word on. */
let beganMs = 0;

function lineOf(state: ReturnType<Socket<typeof userChannel>['current']>): ConnectionState {
  if (state.at === 'open') return 'open';
  if (state.at === 'lost') return 'lost';
  return state.wasOpen || state.attempt > 0 ? 'broken' : 'fresh';
}

/** So long a page takes to load at most. What changed in it is read by the way; a first word that comes later has missed what was shown meanwhile. */
const LATE_MS = 3_000;

/** Everything shown may be old: ask for all of it again. */
const loadAnew = () => void queryClient.invalidateQueries();

/** What one message does; events already seen are passed over, so that a replay repeats nothing. */
export function receive(message: UserChannelDown): void {
  if (message.kind === 'pong') return;
  if (message.kind === 'event' && position !== null && message.id <= position) return;
  const isFirst = position === null;
  position = message.id;
  if (isFirst) deliverEvent(EVENTS_BEGIN, {});
  if (message.kind === 'reload' || (isFirst && Date.now() - beganMs > LATE_MS)) loadAnew();
  if (message.kind === 'event') deliverEvent(message.event, message.body);
}

/** Opens the channel of the signed-in person; it keeps itself alive until the session ends. */
export function openRealtime(): () => void {
  beganMs = Date.now();
  const opened = openSocket(userChannel, {
    ticket: async () => (await call(accountApi.ticket, { purpose: userChannel.path })).ticket,
    query: (): Record<string, string> => (position === null ? {} : { since: String(position) }),
    onMessage: receive,
    // The address of a new try carries the position, so the server repeats what was missed by itself.
    eventIdOf: (message) => ('id' in message ? String(message.id) : null),
    onReload: loadAnew,
  });
  socket = opened;
  const unwatch = opened.watch((state) => line.set(lineOf(state)));
  return () => {
    unwatch();
    opened.leave();
    socket = null;
    position = null;
  };
}

/** Tries at once instead of waiting. */
export function reconnectNow(): void {
  if (socket) window.dispatchEvent(new Event('online'));
}

/** How the page stands to the server, for the banner. */
export const useConnectionState = (): ConnectionState => useStore(line);
