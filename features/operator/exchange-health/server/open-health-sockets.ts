import { coalesce } from '#core/coalesce.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { Identity } from '#platform/server/http/caller.ts';
import { serve, type ChannelConnection, type ServedChannel } from '#platform/server/realtime/channels.ts';
import { frameOf } from '#platform/server/realtime/wire-frame.ts';
import type { World } from '#platform/server/world.ts';
import { CloseCode } from '#shared/channel.ts';
import { exchangeHealthSocket } from '../contract.ts';
import { readHealth } from './read-health.ts';

const runsInstallation = ({ isOperator, factor, key, guest }: Identity): boolean =>
  isOperator === true && factor === 'shown' && !key && !guest;

/** Tells whoever looks at the exchange when it has news; nothing is read while nobody looks. */
export function openHealthSockets(world: Pick<World, 'db' | 'telephony' | 'log'>): {
  channel: ServedChannel;
  refresh(): void;
} {
  const watchers = new Set<ChannelConnection>();

  const sendHealth = coalesce(async () => {
    if (watchers.size === 0) return;
    try {
      const frame = frameOf({ kind: 'health', health: await readHealth(world) });
      for (const connection of watchers)
        if (runsInstallation(connection.identity)) connection.sendFrame(frame);
        else connection.close(CloseCode.notAllowed);
    } catch (problem) {
      if (!isUnavailable(problem)) world.log.error({ err: problem }, 'how the exchange is could not be read');
    }
  });

  return {
    refresh: () => void sendHealth(),
    channel: serve(exchangeHealthSocket, {
      async opened(connection) {
        // A ticket says who it is; whether they run the installation is asked here, since channels know no operators.
        if (!runsInstallation(connection.identity)) return connection.close(CloseCode.notAllowed);
        watchers.add(connection as ChannelConnection);
        await sendHealth();
      },
      message: (connection) => connection.send({ kind: 'pong' }),
      closed: (connection) => void watchers.delete(connection as ChannelConnection),
    }),
  };
}
