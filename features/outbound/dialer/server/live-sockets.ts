import { findCampaign } from '#features/outbound/campaigns/server/index.ts';
import { serve, type ChannelConnection, type ServedChannel } from '#platform/server/realtime/channels.ts';
import type { World } from '#platform/server/world.ts';
import { CloseCode } from '#shared/channel.ts';
import { Failure } from '#shared/errors.ts';
import type { z } from 'zod';
import { dialerSocket } from '../contract.ts';
import type { LiveWatch } from './live-watch.ts';

type Connection = ChannelConnection<z.input<typeof dialerSocket.down>>;

/** The sockets of those who look at a task. Whoever may not look any more is sent away by the platform. */
export function openLiveSockets({ db }: Pick<World, 'db'>, live: LiveWatch): ServedChannel {
  const leaving = new WeakMap<Connection, () => void>();
  return serve(
    dialerSocket,
    {
      async opened(connection) {
        const { tenantId } = connection.identity;
        const id = Number(connection.query.get('id'));
        try {
          if (!Number.isSafeInteger(id)) throw new Failure('notFound');
          await db.tenant({ tenantId }, (tx) => findCampaign(tx, 'dialer', id));
        } catch (problem) {
          // One that is not there does not come; a database that is away does.
          connection.close(problem instanceof Failure ? CloseCode.notAllowed : CloseCode.serverStopping);
          if (problem instanceof Failure) return;
          throw problem;
        }
        leaving.set(
          connection,
          live.watch(tenantId, id, (now) => connection.send({ kind: 'now', now })),
        );
      },
      message: (connection) => connection.send({ kind: 'pong' }),
      closed: (connection) => leaving.get(connection)?.(),
    },
    { atHome: true },
  );
}
