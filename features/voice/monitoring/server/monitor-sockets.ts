import { serve, type ChannelConnection, type ServedChannel } from '#platform/server/realtime/channels.ts';
import { frameOf, frameOfJson } from '#platform/server/realtime/wire-frame.ts';
import { CloseCode } from '#shared/channel.ts';
import { monitorSocket, type MonitorAgent, type MonitorBoardMessage, type MonitorDown } from '../contract.ts';
import type { MonitorBoard } from './monitor-board.ts';

type Connection = ChannelConnection<MonitorDown>;

const LONGEST_ZONE = 60;

/** The sockets of those who look. Whoever may not look any more is sent away by the platform. */
export function openMonitorSockets(board: MonitorBoard): ServedChannel {
  const leaving = new WeakMap<Connection, () => void>();
  /** One message goes to many: it is written down once. */
  const frames = new WeakMap<object, Buffer>();
  /** Nearly all of a board are its agents, and many who come at once are told the same of them. */
  const listed = new WeakMap<MonitorAgent[], string>();

  function frame(message: MonitorDown): Buffer {
    const made = frames.get(message) ?? (message.kind === 'board' ? boardFrame(message) : frameOf(message));
    frames.set(message, made);
    return made;
  }

  function boardFrame({ agents, ...rest }: MonitorBoardMessage): Buffer {
    const list = listed.get(agents) ?? JSON.stringify(agents);
    listed.set(agents, list);
    return frameOfJson(`{"agents":${list},${JSON.stringify(rest).slice(1)}`);
  }

  return serve(
    monitorSocket,
    {
      async opened(connection) {
        try {
          const { tenantId } = connection.identity;
          const leave = await board.watch({
            tenantId,
            zone: zoneOf(connection),
            needsMasking: () => connection.identity.needsMasking,
            send: (message) => connection.sendFrame(frame(message)),
          });
          leaving.set(connection, leave);
        } catch (problem) {
          // It comes back when the database does.
          connection.close(CloseCode.serverStopping);
          throw problem;
        }
      },
      message: (connection) => connection.send({ kind: 'pong' }),
      closed: (connection) => leaving.get(connection)?.(),
    },
    { atHome: true },
  );
}

/** Where the reader's day begins: as the page says, else as they saved it. */
function zoneOf({ query, identity }: Connection): string {
  const zone = query.get('zone') ?? identity.timeZone ?? 'UTC';
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return zone.slice(0, LONGEST_ZONE);
  } catch {
    return 'UTC';
  }
}
