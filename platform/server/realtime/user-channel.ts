import { Position, userChannel } from '#shared/user-channel.ts';
import { serve, type ServedChannel } from './channels.ts';

/** The product's own channel: every event of the tenant that the person may see, save for kinds that have a channel of their own. */
export const userChannelOf = (pushedElsewhere: readonly string[] = []): ServedChannel => {
  const words = { without: new Set(pushedElsewhere) };
  return serve(userChannel, {
    opened(connection) {
      const since = Position.safeParse(Number(connection.query.get('since') ?? Number.NaN));
      connection.subscribe(since.success ? since.data : undefined, words);
    },
    message(connection, message) {
      switch (message.type) {
        case 'ping':
          return connection.send({ kind: 'pong' });
        case 'since':
          return connection.subscribe(message.id, words);
      }
    },
  });
};
