import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { exchangeHealthApi } from '../contract.ts';
import { openHealthSockets } from './open-health-sockets.ts';
import { readHealth } from './read-health.ts';

/** Said within the database when a part of the exchange changed, and when a phone came or went. */
const NEWS = ['exchange_health', 'phones'];

/** How the exchange is, for whoever runs the installation, where it is one outside the product. */
export function exchangeHealth(world: Pick<World, 'db' | 'telephony' | 'log'>): ServerFeature {
  const sockets = openHealthSockets(world);
  const stops: (() => void)[] = [];
  return {
    name: 'exchange-health',
    channels: [sockets.channel],
    routes: routes('exchange-health', exchangeHealthApi, { health: () => readHealth(world) }),
    async start() {
      for (const channel of NEWS) stops.push(await world.db.listen(channel, sockets.refresh));
    },
    async stop() {
      for (const stop of stops.splice(0)) stop();
    },
  };
}
